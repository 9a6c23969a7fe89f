"""Float64 arrays that carry how far two honest evaluations of the same formula may lie apart.

Two programs that compute the same formula in float64 differ by rounding, and by how much depends on the problem: a
score of 1e5 leaves its exponential with 11 digits, a score of 1e-3 that is the difference of two numbers near 1 has
lost 3. One fixed tolerance is therefore either too strict for some problem or blind for most. Here every step carries
an absolute `slack` per number, a first-order running error bound (Higham, Accuracy and Stability of Numerical
Algorithms, chapter 3): what the operands bring in, plus EPS per operation. For ordinary problems that is 1e-15 to
1e-13 of the row's magnitude; compare.py counts the numbers whose slack is above 1e-12 of it.

An infinite slack says that float64 does not determine the number (two scores of 1e300 that tie but for rounding).
"""
import numpy as np

EPS = 2.0 ** -52      # one rounding in each of the two programs
LIBM = 4 * EPS        # exp, log, tanh: good libraries stay below 2 ulp
TINY = 1e-322         # results below the normal range are rounded absolutely


class Bounded:
    def __init__(self, values, slack=0.0):
        self.values = np.asarray(values, dtype=np.float64)
        slack = np.broadcast_to(np.asarray(slack, dtype=np.float64), self.values.shape)
        self.slack = np.where(np.isnan(slack), np.inf, slack)

    @property
    def shape(self):
        return self.values.shape

    @property
    def T(self):
        return Bounded(self.values.T, self.slack.T)

    def __getitem__(self, index):
        return Bounded(self.values[index], self.slack[index])

    def loosened(self, relative):
        """The same numbers, reached by a longer way of roundings."""
        return rounded(self.values, self.slack, relative * np.abs(self.values))


def rounded(values, inherited, made):
    """A result with the slack of its operands and its own roundings; an infinity or NaN has none of its own."""
    values = np.asarray(values, dtype=np.float64)
    inherited = np.where(np.isnan(inherited), np.inf, inherited)
    finite = inherited + np.where(np.isnan(made), np.inf, made) + TINY
    exact = np.where(np.isinf(inherited), np.inf, 0.0)
    return Bounded(values, np.where(np.isfinite(values), finite, exact))


def product(a, b):
    """Element by element. Near zero times infinity is undetermined unless the zero is exact."""
    values = a.values * b.values
    inherited = a.slack * np.abs(b.values) + np.abs(a.values) * b.slack + a.slack * b.slack
    inherited = np.where((a.slack == 0) & (b.slack == 0), 0.0, inherited)
    infinite = ~np.isfinite(a.values) | ~np.isfinite(b.values)
    could_vanish = (a.slack > 0) & (np.abs(a.values) <= a.slack) | (b.slack > 0) & (np.abs(b.values) <= b.slack)
    inherited = np.where(infinite, np.where(could_vanish, np.inf, 0.0), inherited)
    undetermined = np.isinf(a.slack) | np.isinf(b.slack)
    result = rounded(values, np.where(undetermined, np.inf, inherited), EPS * np.abs(values))
    return exact_where((values == 0) & (is_zero(a) | is_zero(b)), result)


def is_zero(a):
    """Zero beyond doubt: a hidden key's weight."""
    return (a.values == 0) & (a.slack == 0)


def exact_where(exact, a):
    return Bounded(a.values, np.where(exact, 0.0, a.slack))


def add(a, b):
    values = a.values + b.values
    return rounded(values, a.slack + b.slack, EPS * np.abs(values))


def row_sum(a, where=None):
    """Sums of the last axis from left to right; `where` leaves terms out altogether."""
    n = a.shape[-1]
    total, magnitude, slack = (np.zeros(a.shape[:-1]) for _ in range(3))
    for j in range(n):
        seen = True if where is None else where[..., j]
        total = np.where(seen, total + a.values[..., j], total)
        magnitude = np.where(seen, magnitude + np.abs(a.values[..., j]), magnitude)
        slack = np.where(seen, slack + a.slack[..., j], slack)
    return rounded(total, slack, n * EPS * magnitude)


def matmul(a, b, where=None):
    """[m, n] times [n, p]; `where` [m, n] says which terms take part."""
    terms = product(a[:, None, :], b.T[None, :, :])
    where = None if where is None else np.broadcast_to(where[:, None, :], terms.shape)
    return row_sum(terms, where)


def apply(function, a, relative=LIBM):
    """A monotone function of one number: its slack is how far it moves when its argument does."""
    values = function(a.values)
    with np.errstate(all="ignore"):
        above = np.abs(function(a.values + a.slack) - values)
        below = np.abs(function(a.values - a.slack) - values)
    moved = np.where(np.isinf(a.slack), np.inf, np.where(a.slack == 0, 0.0, np.maximum(above, below)))
    result = rounded(values, moved, relative * np.abs(values))
    return exact_where(np.isinf(a.values) & (a.slack == 0), result)


def row_max(a):
    """-inf of no numbers, NaN where one is."""
    values = np.max(a.values, axis=-1, initial=-np.inf)
    slack = np.max(np.where(a.values == -np.inf, np.where(np.isinf(a.slack), np.inf, 0.0), a.slack), axis=-1, initial=0)
    return Bounded(values, slack)


def minus_row_max(a, m):
    """-inf stays -inf; the entry that is the maximum beyond doubt gives an exact 0."""
    with np.errstate(invalid="ignore"):
        values = a.values - m.values[..., None]
    values = np.where(a.values == -np.inf, -np.inf, values)
    result = rounded(values, a.slack + m.slack[..., None], EPS * np.abs(values))
    return exact_where((values == 0) & is_certain_max(a), result)


def is_certain_max(a):
    n = a.shape[-1]
    others = np.full(a.shape, -np.inf)
    with np.errstate(invalid="ignore"):
        for j in range(n):
            rest = np.delete(a.values + a.slack, j, axis=-1)
            others[..., j] = np.max(rest, axis=-1, initial=-np.inf)
        return a.values - a.slack > others


def divide(a, b):
    with np.errstate(all="ignore"):
        values = a.values / b.values
        nearest, furthest = np.abs(b.values) - b.slack, np.abs(b.values) + b.slack
        above = (np.abs(a.values) + a.slack) / nearest - np.abs(values)
        below = np.abs(values) - (np.abs(a.values) - a.slack) / furthest
    moved = np.where(nearest > 0, np.maximum(above, below), np.inf)
    moved = np.where((a.slack == 0) & (b.slack == 0), 0.0, moved)
    infinite = ~np.isfinite(a.values) | ~np.isfinite(b.values)
    moved = np.where(infinite & np.isfinite(a.slack) & np.isfinite(b.slack), 0.0, moved)
    return exact_where((values == 0) & is_zero(a), rounded(values, moved, EPS * np.abs(values)))


def concatenate(parts, axis):
    return Bounded(np.concatenate([p.values for p in parts], axis), np.concatenate([p.slack for p in parts], axis))
