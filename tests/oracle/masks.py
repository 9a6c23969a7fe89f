"""All masks of a problem as one additive bias [batch, heads, n_q, n_k] (docs/conventions.md)."""
import numpy as np

from bounded import EPS, Bounded
from reading import array


class Sizes:
    def __init__(self, batch, heads, n_q, n_k, n_past):
        self.batch, self.heads, self.n_q, self.n_k, self.n_past = batch, heads, n_q, n_k, n_past
        self.shape = (batch, heads, n_q, n_k)


def bias(problem, sizes):
    """The sum of all masks: -inf wherever one of them hides, whatever the others say."""
    real_keys = key_lengths(problem, sizes)
    total, magnitude, hidden = np.zeros(sizes.shape), np.zeros(sizes.shape), np.zeros(sizes.shape, dtype=bool)
    for mask in problem.masks:
        term = np.broadcast_to(TERMS[mask["type"]](mask, sizes, real_keys, problem.folder), sizes.shape)
        hidden = hidden | (term == -np.inf)
        with np.errstate(invalid="ignore"):
            total, magnitude = total + term, magnitude + np.abs(term)
    slack = len(problem.masks) * EPS * magnitude
    return Bounded(np.where(hidden, -np.inf, total), np.where(hidden, 0.0, slack))


def depends_on(problem, sizes, axis):
    """Whether the bias differs by batch entry (axis 0) or head (axis 1), by the kind of its masks."""
    return sizes.shape[axis] > 1 and any(mask_depends_on(m, axis, problem.folder) for m in problem.masks)


def mask_depends_on(mask, axis, folder):
    if mask["type"] in ("boolean", "additive"):
        values = array(mask["values"], folder)
        return values.ndim >= 4 - axis and values.shape[axis - 4] > 1 and values.size > 0
    return mask["type"] == ("padding", "alibi")[axis]


def key_lengths(problem, sizes):
    """The number of real keys of every batch entry."""
    lengths = np.full(sizes.batch, sizes.n_k)
    for mask in problem.masks:
        if mask["type"] == "padding":
            lengths = np.minimum(lengths, mask["key_lengths"])
    return lengths


def positions(mask, sizes, real_keys):
    """[batch, n_q]: where each query stands among the keys."""
    first = np.zeros(sizes.batch, dtype=int)
    if sizes.n_past is not None:
        first = first + sizes.n_past
    elif mask.get("align") == "bottom-right":
        first = real_keys - sizes.n_q
    return first[:, None] + np.arange(sizes.n_q)[None, :]


def offsets(mask, sizes, real_keys):
    """[batch, 1, n_q, n_k]: key minus position of the query."""
    p = positions(mask, sizes, real_keys)
    return (np.arange(sizes.n_k)[None, None, :] - p[:, :, None])[:, None]


def seen(visible):
    return np.where(visible, 0.0, -np.inf)


def causal(mask, sizes, real_keys, _):
    return seen(offsets(mask, sizes, real_keys) <= 0)


def window(mask, sizes, real_keys, _):
    d = offsets(mask, sizes, real_keys)
    left = True if mask["left"] == -1 else d >= -mask["left"]
    right = True if mask["right"] == -1 else d <= mask["right"]
    return seen(left & right & np.ones_like(d, dtype=bool))


def padding(mask, sizes, _real_keys, _):
    lengths = np.array(mask["key_lengths"], dtype=int).reshape(sizes.batch, 1, 1, 1)
    return seen(np.arange(sizes.n_k) < lengths)


def boolean(mask, _sizes, _real_keys, folder):
    values = array(mask["values"], folder) != 0
    return seen(values if mask["true_means"] == "attend" else ~values)


def additive(mask, _sizes, _real_keys, folder):
    return array(mask["values"], folder)


def alibi(mask, sizes, real_keys, _):
    slopes = press_slopes(sizes.heads) if mask["slopes"] == "auto" else np.array(mask["slopes"], dtype=float)
    return -slopes.reshape(1, -1, 1, 1) * np.abs(offsets(mask, sizes, real_keys))


def press_slopes(heads):
    """Press, Smith and Lewis, "Train Short, Test Long" (2022): 2^(-8/n), 2^(-16/n), ... for n a power of two;
    otherwise those of the power below, then every other one of the power above."""
    below = 2 ** (heads.bit_length() - 1)
    extra = powers(2 * below)[0::2][: heads - below]
    return np.concatenate([powers(below), extra])


def powers(n):
    return 2.0 ** (-8.0 * np.arange(1, n + 1) / n)


TERMS = {"causal": causal, "window": window, "padding": padding, "boolean": boolean, "additive": additive,
         "alibi": alibi}
