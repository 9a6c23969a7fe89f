"""What the fused kernel must show: `lse` and `output`, in float64 and in float32, of the problems that it takes.

The kernel works in powers of two and takes the scale into Q, so its roundings are others than those of the formula.
How far the two may lie apart is first order: the slack of a step (bounded.py), in units of the type's own EPS. Where
numbers come near the ends of the type's range, the kernel may overflow earlier; there it only has to run.
"""
import numpy as np

from bounded import EPS, Bounded
from tiled import magnitude

TYPES = {"float64": EPS, "float32": 2.0 ** -23}
RANGES = {"float64": (1e-90, 1e90), "float32": (1e-9, 1e8)}
SLACKS = 2            # the kernel rounds in other places, about as often; half of it holds on 1500 problems
VALUES = 8            # roundings in units of the largest |v|: exponentials, sums, the division; likewise
UNDETERMINED = 0.05   # a slack of this much is no first order any more
ON_THE_WAY = ("Q", "K", "V", "scores", "scaled", "masked", "output")


def is_refused(problem):
    """It starts at Q, K and V or before, and ends at the output."""
    starts_later = problem.has("scores") or problem.has("scaled")
    has_v = problem.has("V") or problem.has("W_V") or problem.has("W_QKV")
    return starts_later or not has_v


def steps_of(run):
    """The kernel's steps, of all those of the standard pipeline."""
    return {id: step for id, step in run.steps.items() if id.split(".")[-1] in ("lse", "output")}


def loosened(step, id, run, dtype):
    """The step with the slack that the kernel has in this type."""
    unit = TYPES[dtype]
    size = np.ones(step.shape) if id.endswith("lse") else magnitude(run, step)
    slack = SLACKS * unit / EPS * step.slack + VALUES * unit * size
    return Bounded(step.values, np.where(slack > UNDETERMINED * np.maximum(size, 1e-300), np.inf, slack))


def is_in_range(run, dtype):
    """Every number of the problem, of its projections and of its scores, far from where the type ends."""
    low, high = RANGES[dtype]
    said = [run.problem.keys.get(key) for key in ("scale", "softcap")]
    exact = [np.array([float(x) for x in said if x is not None])] + [i.values for i in run.inputs.values()]
    steps = {id: step.values for id, step in run.steps.items() if id.split(".")[-1] in ON_THE_WAY}
    sums = [] if run.problem.safe else [v for id, v in run.steps.items() if id.endswith("row_sum")]
    return (all(above(a, low) and below(a, high) for a in exact) and all(below(a, high) for a in steps.values())
            and all(above(a.values, low) and below(a.values, high) for a in sums))


def above(values, low):
    return bool(np.all(np.abs(values[np.isfinite(values) & (values != 0)]) > low))


def below(values, high):
    return bool(np.all(np.abs(values[np.isfinite(values)]) < high))
