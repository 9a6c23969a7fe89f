"""Small attention problems as somebody works them out on paper: which digits are printed, and what is carried on.

Numbers are decimals of 40 digits, so that what is a tie on paper is one here. The same formulas run on ranges
(`Range`), which say between what numbers any honest author ends up: whatever lies well outside is a slip.
"""
import decimal
import itertools
from dataclasses import dataclass, field
from decimal import Decimal

decimal.getcontext().prec = 40
NOISE = Decimal("1e-25")  # the 40 digits' own rounding is far below this
MINUS_INFINITY = Decimal("-Infinity")
HALF_UP, HALF_EVEN, CUT_OFF = decimal.ROUND_HALF_UP, decimal.ROUND_HALF_EVEN, decimal.ROUND_DOWN


# Numbers

def unit(decimals):
    return Decimal(1).scaleb(-decimals)


def rounded(value, decimals, rounding):
    if not value.is_finite():
        return value
    return value.quantize(NOISE).quantize(unit(decimals), rounding)


class Range:
    """All numbers between two; `Range.of` makes one of a number."""

    def __init__(self, low, high):
        self.low, self.high = low, high

    @staticmethod
    def of(value):
        return value if isinstance(value, Range) else Range(value, value)

    @staticmethod
    def around(values):
        return Range(min(values), max(values))

    def __add__(self, other):
        other = Range.of(other)
        return Range(self.low + other.low, self.high + other.high)

    def __sub__(self, other):
        other = Range.of(other)
        return Range(self.low - other.high, self.high - other.low)

    def __mul__(self, other):
        other = Range.of(other)
        return Range.around([a * b for a in (self.low, self.high) for b in (other.low, other.high)])

    def __truediv__(self, other):
        if other.low <= 0:
            raise Unsuitable("a sum that may vanish")
        return Range.around([a / b for a in (self.low, self.high) for b in (other.low, other.high)])

    def exp(self):
        return Range(self.low.exp(), self.high.exp())

    def ln(self):
        if self.low <= 0:
            raise Unsuitable("a sum that may vanish")
        return Range(self.low.ln(), self.high.ln())

    def printed(self, decimals):
        """What may stand there after any rounding to so many decimals."""
        if not self.low.is_finite():
            return self
        return Range(self.low.quantize(NOISE).quantize(unit(decimals), decimal.ROUND_FLOOR),
                     self.high.quantize(NOISE).quantize(unit(decimals), decimal.ROUND_CEILING))


class Unsuitable(Exception):
    """Nobody would print this example: a sum of 0, say."""


def largest(values):
    if isinstance(values[0], Range):
        return Range(max(v.low for v in values), max(v.high for v in values))
    return max(values)


# Matrices are lists of rows

def each(function, *matrices):
    return [[function(*cells) for cells in zip(*rows)] for rows in zip(*matrices)]


def dot(row, column):
    total = row[0] * column[0]
    for a, b in zip(row[1:], column[1:]):
        total = total + a * b
    return total


def matmul(a, b):
    return [[dot(row, column) for column in zip(*b)] for row in a]


def matmul_transposed(a, b):
    return [[dot(row, other) for other in b] for row in a]


def by_row(function, matrix, column):
    return [[function(cell, one[0]) for cell in row] for row, one in zip(matrix, column)]


def divided(value, total):
    if not isinstance(total, Range) and total == 0:
        raise Unsuitable("a sum of 0")
    return value / total


def row_sums(matrix):
    return [[sum(row[1:], row[0])] for row in matrix]


def logarithm(value):
    if not isinstance(value, Range) and value <= 0:
        raise Unsuitable("a sum that is not positive")
    return value.ln()


def columns(matrix, first, width):
    return [row[first:first + width] for row in matrix]


def side_by_side(*matrices):
    return [sum(rows, []) for rows in zip(*matrices)]


# The steps of a problem

@dataclass
class Problem:
    n: int
    d_k: int
    d_v: int
    heads: int
    kv_heads: int
    inputs: dict        # by the names of the problem file
    mask: list = None   # what is added to the scores
    is_causal: bool = False
    is_naive: bool = False

    @property
    def scale(self):
        return 1 / Decimal(self.d_k).sqrt()


@dataclass
class Step:
    name: str
    head: int           # None: of all heads
    operands: list      # keys of steps
    compute: object
    is_shown: bool = True  # a part of a step is not printed for itself

    @property
    def key(self):
        return self.head, self.name


def steps_of(problem):
    """In the order in which they are computed."""
    steps = list(projections(problem))
    heads = range(problem.heads) if problem.heads > 1 else [None]
    for head in heads:
        steps += head_steps(problem, head)
    return steps + joined(problem, list(heads))


def projections(problem):
    for name in "QKV":
        given = problem.inputs.get(name)
        if given is not None:
            yield Step(name, None, [], lambda given=given: given, is_shown=False)
            continue
        x, w = problem.inputs["X"], problem.inputs[f"W_{name}"]
        yield Step(name, None, [], lambda x=x, w=w: matmul(x, w))


def head_steps(problem, head):
    kv_head = 0 if head is None else head * problem.kv_heads // problem.heads
    widths = {"Q": (head or 0, problem.d_k), "K": (kv_head, problem.d_k), "V": (kv_head, problem.d_v)}
    for name, (place, width) in widths.items():
        yield Step(f"{name} of the head", head, [(None, name)],
                   lambda whole, place=place, width=width: columns(whole, place * width, width), is_shown=False)
    yield Step("scores", head, [(head, "Q of the head"), (head, "K of the head")], matmul_transposed)
    yield Step("scaled", head, [(head, "scores"), (None, "scale")],
               lambda scores, scale: each(lambda s: s * scale, scores))
    yield from softmax_steps(problem, head)
    name = "output" if problem.heads == 1 and "W_O" not in problem.inputs else "context"
    yield Step(name, head, [(head, "weights"), (head, "V of the head")], matmul)


def softmax_steps(problem, head):
    scores = (head, "scaled")
    if problem.mask is not None:
        yield Step("masked", head, [scores], lambda s: each(lambda a, b: a + b, s, problem.mask))
        scores = (head, "masked")
    shifted = scores
    if not problem.is_naive:
        yield Step("row_max", head, [scores], lambda s: [[largest(row)] for row in s])
        yield Step("shifted", head, [scores, (head, "row_max")],
                   lambda s, m: by_row(lambda a, b: a - b, s, m))
        shifted = (head, "shifted")
    yield Step("exp", head, [shifted], lambda s: each(lambda a: a.exp(), s))
    yield Step("row_sum", head, [(head, "exp")], row_sums)
    yield Step("weights", head, [(head, "exp"), (head, "row_sum")], lambda e, s: by_row(divided, e, s))
    yield from log_sum_exp(problem, head)


def log_sum_exp(problem, head):
    if problem.is_naive:
        yield Step("lse", head, [(head, "row_sum")], lambda s: each(logarithm, s))
    else:
        yield Step("lse", head, [(head, "row_max"), (head, "row_sum")],
                   lambda m, s: each(lambda a, b: logarithm(b) + a, m, s))


def joined(problem, heads):
    w = problem.inputs.get("W_O")
    contexts = [(head, "context") for head in heads]
    if w is None:
        return [] if len(heads) == 1 else [Step("output", None, contexts, side_by_side)]
    if len(heads) == 1:
        return [Step("output", None, contexts, lambda context: matmul(context, w))]
    return [Step("concat", None, contexts, side_by_side),
            Step("output", None, [(None, "concat")], lambda context: matmul(context, w))]


# Authors

@dataclass
class Author:
    rounding: str
    scale: Decimal                            # what is taken for 1/√d_k
    decimals: dict                            # of each step that is printed, by its name
    carries: set                              # names of the steps whose digits are carried on; others go in full
    left_out: set = field(default_factory=set)  # cells that are not printed: (head, name, row, column)
    is_step_by_step: bool = False             # cells that are not printed are rounded like the others
    unprinted: int = None                     # decimals of steps that are not printed, where these are rounded

    def prints(self, step):
        return step.is_shown and step.name in self.decimals


@dataclass
class Slip:
    key: tuple
    row: int
    column: int
    value: Decimal
    is_carried: bool


@dataclass
class Worked:
    """What an author comes to: by the key of the step."""
    carried: dict
    printed: dict


def work_out(problem, author, slip=None):
    worked = Worked({(None, "scale"): author.scale}, {})
    for step in steps_of(problem):
        values = step.compute(*(worked.carried[key] for key in step.operands))
        if author.prints(step):
            values = print_step(author, step, values, worked, slip)
        elif author.unprinted is not None and step.is_shown:
            values = each(lambda v: rounded(v, author.unprinted, author.rounding), values)
        worked.carried[step.key] = values
    return worked


def print_step(author, step, values, worked, slip):
    """Writes the digits down. Returns what is carried on."""
    digits = each(lambda v: rounded(v, author.decimals[step.name], author.rounding), values)
    carried = [list(row) for row in (digits if step.name in author.carries else values)]
    if not author.is_step_by_step:
        for row, column in itertools.product(range(len(values)), range(len(values[0]))):
            if (*step.key, row, column) in author.left_out:
                carried[row][column] = values[row][column]
    if slip and slip.key == step.key:
        digits[slip.row][slip.column] = slip.value
        if slip.is_carried:
            carried[slip.row][slip.column] = slip.value
    worked.printed[step.key] = digits
    return carried


def exact(problem):
    """The values of all steps, in full."""
    return work_out(problem, Author(HALF_EVEN, problem.scale, {}, set())).carried


def honest_ranges(problem, author, scales):
    """What anybody comes to who prints these steps at these digits, rounds as he likes, and does not slip."""
    carried = {(None, "scale"): Range.around([*scales, problem.scale])}
    for step in steps_of(problem):
        values = each(Range.of, step.compute(*(carried[key] for key in step.operands)))
        if author.prints(step):
            values = each(lambda v: widened(v, author.decimals[step.name]), values)
        elif author.unprinted is not None and step.is_shown:
            values = each(lambda v: widened(v, author.unprinted), values)
        carried[step.key] = values
    return carried


def widened(value, decimals):
    return Range.of(value).printed(decimals)
