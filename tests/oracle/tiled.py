"""What the tiled mode must show: FlashAttention's online softmax, tile by tile (docs/trace.md).

Nothing here is computed by the recurrence that is under test. After tile (i, j) the running maximum is the maximum of
all scores so far, the running sum is the sum of their exponentials with that maximum taken off, and the accumulator is
those exponentials times V: each is written down in that closed form, over the standard pipeline's own scores.
"""
import numpy as np

import attention
import bounded as bd
from bounded import EPS, Bounded

GRIDS = ("scores", "scaled", "capped", "masked")
REPLACED = GRIDS + ("row_max", "shifted", "exp", "row_sum", "weights")


def evaluate(run, rows, cols):
    """The steps and inputs of the tiled mode, from a standard evaluation."""
    start = "scores" if run.problem.has("scores") else "scaled" if run.problem.has("scaled") else None
    keep = [name for name in REPLACED if name != start]
    steps = {id: s for id, s in run.steps.items() if id.split(".")[-1] not in keep}
    inputs = {id: s for id, s in run.inputs.items() if id.split(".")[-1] != "mask"}
    with np.errstate(all="ignore"):
        for b in range(run.sizes.batch):
            for h in range(run.sizes.heads):
                Head(run, b, h, rows, cols, steps, inputs).show()
        loosen_results(run, steps, -(-run.sizes.n_k // cols))
    return steps, inputs


def loosen_results(run, steps, tiles):
    """The online softmax reaches the same results by `tiles` corrections: an exponential, a product and a sum each."""
    for id, step in steps.items():
        name = id.split(".")[-1]
        if name in ("context", "concat", "output") and run.operands.v is not None:
            loose = 4 * (tiles + 1) * EPS * magnitude(run, step)
            steps[id] = Bounded(step.values, np.where(np.isfinite(step.values), step.slack + loose, step.slack))
        elif name == "lse":
            steps[id] = bd.add(step, Bounded(np.zeros(step.shape), 4 * (tiles + 1) * EPS))


def magnitude(run, step):
    """A context is a weighted mean of V: rounding is relative to V, not to what cancels out of it. W_O mixes these."""
    largest = finite_max(run.operands.v.values)
    if run.problem.has("W_O"):
        w = np.abs(run.problem.array("W_O"))
        largest = max(largest, largest * finite_max(w) * max(w.shape))
    return np.full(step.shape, largest)


def finite_max(values):
    return np.max(np.where(np.isfinite(values), np.abs(values), 0.0), initial=0.0)


class Head:
    """All tiles of one head of one batch entry."""

    def __init__(self, run, b, h, rows, cols, steps, inputs):
        self.run, self.b, self.h, self.rows, self.cols = run, b, h, rows, cols
        self.steps, self.inputs = steps, inputs
        self.place = attention.place(run, b, h)
        self.grids = {n: run.steps[self.place + n] for n in GRIDS if self.place + n in run.steps}
        self.final = list(self.grids.values())[-1]
        o = run.operands
        self.v = None if o.v is None else o.v[b, attention.kv_head(o, h)]
        self.bias = run.bias[b, h]

    def show(self):
        n_q = self.run.sizes.n_q
        for i in range(-(-n_q // self.rows)):
            self.row_block(i, slice(i * self.rows, min((i + 1) * self.rows, n_q)))
        if self.v is not None and self.place + "context" in self.run.steps:
            self.steps[self.place + "context"] = self.run.steps[self.place + "context"]

    def row_block(self, i, rows):
        block = f"{self.place}tile{i}"
        n = rows.stop - rows.start
        self.steps[block + ".row_max"] = Bounded(np.full(n, -np.inf))
        self.steps[block + ".row_sum"] = Bounded(np.zeros(n))
        if self.v is not None:
            self.steps[block + ".accumulator"] = Bounded(np.zeros((n, self.v.shape[1])))
        self.last_max = Bounded(np.full(n, -np.inf))
        n_k = self.run.sizes.n_k
        for j in range(-(-n_k // self.cols)):
            self.tile(i, j, rows, slice(j * self.cols, min((j + 1) * self.cols, n_k)))
        self.results(block, rows)

    def results(self, block, rows):
        self.steps[block + ".lse"] = self.run.steps[self.place + "lse"][rows]
        if self.v is not None:
            name = self.place + "context"
            name = name if name in self.run.steps else self.place + "output"
            self.steps[block + ".context"] = self.run.steps[name][rows]

    def tile(self, i, j, rows, cols):
        tile = f"{self.place}tile{i},{j}."
        visible = self.bias.values[rows, cols] != -np.inf
        if not visible.any():
            self.steps[tile + "skipped"] = Bounded(np.zeros((0, 0)))
            return
        if self.run.problem.masks:
            self.tile_mask(i, j, rows, cols)
        for name, grid in self.grids.items():
            self.steps[tile + name] = grid[rows, cols]
        self.online_softmax(tile, j, rows, cols)

    def tile_mask(self, i, j, rows, cols):
        self.inputs[f"{self.place}tile{i},{j}.mask"] = self.bias[rows, cols]

    def online_softmax(self, tile, j, rows, cols):
        here, so_far = self.final[rows, cols], self.final[rows, : cols.stop]
        m = bd.row_max(so_far)
        exp = bd.apply(np.exp, bd.minus_row_max(so_far, m)).loosened(4 * (j + 1) * EPS)
        show = lambda name, value: self.steps.__setitem__(tile + name, value)
        show("tile_max", bd.row_max(here))
        show("row_max", m)
        show("exp", exp[:, cols])
        show("tile_sum", bd.row_sum(exp[:, cols]))
        show("correction", correction(self.last_max, m))
        show("row_sum", bd.row_sum(exp))
        if self.v is not None:
            visible = self.bias.values[rows, : cols.stop] != -np.inf
            show("accumulator", bd.matmul(exp, self.v[: cols.stop], where=visible))
        self.last_max = m


def correction(old, new):
    """e^(m_old - m_new); 0 while there was nothing to correct."""
    difference = bd.add(old, Bounded(-new.values, new.slack))
    same = (old.values == new.values) & (old.slack == 0) & (new.slack == 0)
    result = bd.apply(np.exp, Bounded(difference.values, np.where(same, 0.0, difference.slack)))
    return Bounded(np.where(old.values == -np.inf, 0.0, result.values), result.slack)
