"""Holds the verdicts on worked examples against simulated authors, who are known to be right or to have slipped.

    /usr/bin/python3 authors.py BINARY [--examples N] [--seed S] [--only K] [--keep FOLDER]

Each example is a random small problem, worked out on paper (by_hand.py): some steps are printed, at 1 to 5 decimals
each, and carried on in full, by their digits (all steps, or only those that are printed), or some so and some so. In half of them one printed number is a slip, too
far off for any rounding, which is carried on or only misprinted. Held against `attn-calc check`:

- without a slip nothing is wrong, and the exit status is 0;
- a slip is "wrong here", and its step is the first wrong one;
- nothing else is wrong here, and a number that the author would have printed without the slip is not wrong at all;
- a number that is too far off for rounding because of the slip is "inherited";
- what is to be printed instead is what honest rounding gives, and passes when it is checked in its turn;
- an author who carries all numbers in one way is told the exact value, or what that way gives without the slip;
- where such an author does not slip, a number that is shifted by 1 to 5 units of its last digit is "wrong here", unless
  another manner, the same for all numbers, gives all that is printed, or the number alone may have its digits cut off.

The last two cannot always be known from the digits: they are counted, and have to hold nearly always. Prints "N passed,
N failed" examples; a failing one's file is kept.
"""
import argparse
import itertools
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, replace
from decimal import Decimal

sys.dont_write_bytecode = True  # the tests leave nothing in the source tree
import by_hand
from by_hand import Author, Problem, Slip

STEPS = ["Q", "K", "V", "scores", "scaled", "masked", "row_max", "shifted", "exp", "row_sum", "weights", "lse",
         "context", "concat", "output"]
PURE = ["in full", "by digits", "every step"]  # manners in which all numbers are carried alike
SHIFTS = 6  # of single numbers, in each text without a slip
FOUND_SHARE = 0.97  # of the shifts that no manner explains, how many have to be found
OWN_SHARE = 0.95  # of the corrected numbers of slips, how many have to be exact or the author's own


# Random problems

def random_matrix(random, rows, columns, decimals):
    return [[Decimal(random.randint(-2 * 10 ** decimals, 3 * 10 ** decimals)).scaleb(-decimals)
             for _ in range(columns)] for _ in range(rows)]


def random_problem(random):
    heads, kv_heads = random.choice([(1, 1)] * 4 + [(2, 2), (2, 1), (4, 2)])
    n, d_k, d_v = random.randint(2, 5), random.choice([1, 2, 2, 3, 3, 4, 8]), random.randint(1, 4)
    problem = Problem(n, d_k, d_v, heads, kv_heads, random_inputs(random, n, d_k, d_v, heads, kv_heads))
    if random.random() < 0.4:
        problem.is_causal = random.random() < 0.6
        problem.mask = [[mask_entry(random, problem.is_causal, i, j) for j in range(n)] for i in range(n)]
    problem.is_naive = random.random() < 0.5
    return problem


def random_inputs(random, n, d_k, d_v, heads, kv_heads):
    widths = {"Q": heads * d_k, "K": kv_heads * d_k, "V": kv_heads * d_v}
    decimals = random.choice([0, 0, 1, 2])
    if random.random() < 0.5:
        inputs = {name: random_matrix(random, n, width, decimals) for name, width in widths.items()}
    else:
        d_model = random.randint(1, 4)
        inputs = {"X": random_matrix(random, n, d_model, 0 if decimals else 1)}
        inputs |= {f"W_{name}": random_matrix(random, d_model, width, decimals) for name, width in widths.items()}
    if random.random() < (0.6 if heads > 1 else 0.2):
        inputs["W_O"] = random_matrix(random, heads * d_v, random.randint(1, 3), decimals)
    return inputs


def mask_entry(random, is_causal, i, j):
    if is_causal:
        return by_hand.MINUS_INFINITY if j > i else Decimal(0)
    hidden = i != j and random.random() < 0.3
    return by_hand.MINUS_INFINITY if hidden else Decimal(random.choice(["0", "0", "-0.5", "1"]))


# Random authors

def written_scales(d_k):
    """1/√d_k in full, or √d_k or 1/√d_k at one to four decimals."""
    root = Decimal(d_k).sqrt()
    if root == root.to_integral_value():
        return [1 / root]
    rounded = [(1 / by_hand.rounded(root, n, by_hand.HALF_UP), by_hand.rounded(1 / root, n, by_hand.HALF_UP))
               for n in range(1, 5)]
    return [1 / root, *sum(rounded, ())]


def random_author(random, problem):
    names = {step.name for step in by_hand.steps_of(problem) if step.is_shown}
    share = random.choice([0.25, 0.5, 0.8])
    shown = {name for name in STEPS if name in names and random.random() < share}
    shown.add("output" if random.random() < 0.7 else "weights")
    decimals = random.randint(1, 5)
    digits = {name: decimals if random.random() < 0.6 else random.randint(1, 5) for name in STEPS if name in shown}
    manner = random.choice(["in full", "by digits", "every step", "mixed"])
    if manner == "every step":
        digits = {name: decimals for name in digits}
    carries = {"in full": set(), "by digits": shown, "every step": shown,
               "mixed": {name for name in STEPS if name in shown and random.random() < 0.5}}[manner]
    is_by_hand = manner in ("by digits", "every step")
    roundings = [by_hand.HALF_UP, by_hand.HALF_EVEN] + [by_hand.CUT_OFF] * is_by_hand
    scales = written_scales(problem.d_k)
    scale = random.choice(scales) if random.random() < 0.3 else scales[0]
    return manner, Author(random.choice(roundings), scale, digits, carries,
                          is_step_by_step=is_by_hand, unprinted=decimals if manner == "every step" else None)


def leave_out(random, author, problem, values):
    """Rows at the end, or single cells; the first number of a step stays, so that its digits are known."""
    for key in [step.key for step in by_hand.steps_of(problem) if author.prints(step)]:
        matrix = values[key]
        first = random.randint(1, len(matrix)) if random.random() < 0.1 else len(matrix)
        share = 0.2 if random.random() < 0.1 else 0
        for i, row in enumerate(matrix):
            author.left_out |= {(*key, i, j) for j in range(len(row))
                                if i + j and (i >= first or random.random() < share)}


# Slips

def random_slip(random, author, worked, ranges):
    """A number that no rounding explains; None where none was found."""
    is_carried = random.random() < 0.6
    for _ in range(30):
        key = random.choice(list(worked.printed))
        matrix = worked.printed[key]
        row, column = random.randrange(len(matrix)), random.randrange(len(matrix[0]))
        if (*key, row, column) in author.left_out or not matrix[row][column].is_finite():
            continue
        value = slipped(random, matrix[row][column], author.decimals[key[1]])
        if is_far(value, ranges[key][row][column], author.decimals[key[1]]):
            return Slip(key, row, column, value, is_carried)
    return None


def slipped(random, value, decimals):
    """Some units more or less, another digit, or two digits swapped."""
    sign, digits, exponent = value.as_tuple()
    digits = [0] * (decimals + 1 - len(digits)) + list(digits)
    kind, at = random.randrange(3), random.randrange(len(digits))
    if kind == 0:
        return value + random.choice([-1, 1]) * random.randint(3, 40) * by_hand.unit(decimals)
    if kind == 1:
        digits[at] = random.randrange(10)
    elif at:
        digits[at - 1], digits[at] = digits[at], digits[at - 1]
    return Decimal((sign, tuple(digits), exponent))


def is_far(value, honest, decimals, units=2):
    honest = honest.printed(decimals)
    return not honest.low - units * by_hand.unit(decimals) < value < honest.high + units * by_hand.unit(decimals)


# Shifts

def random_shifts(random, example):
    """Single numbers that are some units of their last digit off; the exact value is right, whoever wrote it."""
    shifts = []
    for key, row, column in random.sample(stated_cells(example), min(SHIFTS, len(stated_cells(example)))):
        unit = by_hand.unit(example.author.decimals[key[1]])
        printed = example.worked.printed[key][row][column]
        value = printed + random.choice([-1, 1]) * random.randint(1, 5) * unit
        is_right = abs(value - example.exact[key][row][column]) <= unit / 2 + by_hand.NOISE
        if not is_right and not is_left_out_otherwise(example.author, value, printed, unit):
            shifts.append(Slip(key, row, column, value, is_carried=False))
    return shifts


def is_left_out_otherwise(author, value, printed, unit):
    """True where the author's number may have come to this by cutting digits off, or by rounding what others cut."""
    is_smaller = abs(value) < abs(printed)
    return abs(value - printed) == unit and is_smaller == (author.rounding != by_hand.CUT_OFF)


def stated_cells(example):
    return [(key, i, j) for key, matrix in example.worked.printed.items() for i, row in enumerate(matrix)
            for j, value in enumerate(row) if (*key, i, j) not in example.author.left_out and value.is_finite()]


def shifted_examples(examples, seed):
    for example in examples:
        if example.slip or example.manner not in PURE:
            continue
        for i, shift in enumerate(random_shifts(random.Random(f"{seed}:{example.name}"), example)):
            worked = by_hand.work_out(example.problem, example.author, shift)
            yield replace(example, name=f"{i}-off-in-{example.name}", slip=shift, worked=worked)


def is_consistent(shifted):
    """True where somebody with one manner prints all of that."""
    return any(prints_all_of(author, shifted) for author in pure_authors(shifted))


def prints_all_of(author, example):
    try:
        printed = by_hand.work_out(example.problem, author).printed
    except by_hand.Unsuitable:
        return False
    return all(printed[key][i][j] == example.worked.printed[key][i][j] for key, i, j in stated_cells(example))


def pure_authors(example):
    """Who prints the same steps at the same decimals, carried in full, by their digits, or every step rounded."""
    author = example.author
    shown, decimals = set(author.decimals), set(author.decimals.values())
    manners = [(set(), None), (shown, None)] + [(shown, min(decimals))] * (len(decimals) == 1)
    for scale, rounding, (carries, unprinted) in itertools.product(
            written_scales(example.problem.d_k), (by_hand.HALF_UP, by_hand.HALF_EVEN, by_hand.CUT_OFF), manners):
        yield replace(author, rounding=rounding, scale=scale, carries=carries, is_step_by_step=bool(carries),
                      unprinted=unprinted)


# Files

def text_of(value):
    return f"{value:f}" if value.is_finite() else '"-inf"'


def json_rows(rows):
    return "[" + ", ".join("[" + ", ".join(row) + "]" for row in rows) + "]"


def json_matrix(matrix):
    return json_rows([[text_of(v) for v in row] for row in matrix])


def printed_rows(example, key):
    """As it stands in the file: without the rows at the end that are left out."""
    rows = [["null" if (*key, i, j) in example.author.left_out else text_of(v) for j, v in enumerate(row)]
            for i, row in enumerate(example.worked.printed[key])]
    while len(rows) > 1 and set(rows[-1]) == {"null"}:
        rows.pop()
    return rows


def file_text(problem, expect):
    lines = [f'"{name}": {json_matrix(matrix)}' for name, matrix in problem.inputs.items()]
    lines += [f'"heads": {problem.heads}', f'"kv_heads": {problem.kv_heads}'] if problem.heads > 1 else []
    if problem.is_causal:
        lines.append('"mask": "causal"')
    elif problem.mask is not None:
        lines.append(f'"mask": {{"type": "additive", "values": {json_matrix(problem.mask)}}}')
    lines.append(f'"softmax": "{"naive" if problem.is_naive else "safe"}"')
    lines.append('"compare": "as-written"')
    steps = ",\n".join(f'    "{step}": {json_rows(rows)}' for step, rows in expect.items())
    return "{\n  " + ",\n  ".join(lines) + ',\n  "expect": {\n' + steps + "\n  }\n}\n"


def step_id(key):
    head, name = key
    return name if head is None else f"head{head}.{name}"


# Examples

@dataclass
class Example:
    name: str
    manner: str
    problem: Problem
    author: Author
    slip: Slip
    worked: by_hand.Worked   # as it is printed
    honest: by_hand.Worked   # without the slip
    exact: dict
    ranges: dict             # what is honest at all

    def text(self):
        return file_text(self.problem, {step_id(key): printed_rows(self, key) for key in self.worked.printed})

    def text_with(self, corrected):
        """With other rows for some steps."""
        expect = {step_id(key): printed_rows(self, key) for key in self.worked.printed}
        for step, rows in corrected.items():
            expect[step] = [['"-inf"' if "inf" in text else text for text in row] for row in rows]
        return file_text(self.problem, expect)


def random_example(number, seed):
    """The same for the same number and seed."""
    for attempt in range(1000):
        generator = random.Random(f"{seed}:{number}:{attempt}")
        try:
            return try_example(generator, f"{seed}-{number}.json", with_slip=number % 2 == 1)
        except by_hand.Unsuitable:
            pass
    raise RuntimeError("no example in 1000 attempts")


def try_example(random, name, with_slip):
    problem = random_problem(random)
    manner, author = random_author(random, problem)
    exact = by_hand.exact(problem)
    if largest_score(exact) > 8:
        raise by_hand.Unsuitable("exponentials with too many digits")
    leave_out(random, author, problem, exact)
    honest = by_hand.work_out(problem, author)
    ranges = by_hand.honest_ranges(problem, author, written_scales(problem.d_k))
    slip = random_slip(random, author, honest, ranges) if with_slip else None
    if with_slip and slip is None:
        raise by_hand.Unsuitable("no room for a slip")
    return Example(name, manner, problem, author, slip, by_hand.work_out(problem, author, slip), honest, exact, ranges)


def largest_score(values):
    return max(abs(v) for (_, name), matrix in values.items() if name == "scaled" for row in matrix for v in row)


# Verdicts

class Checker:
    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder
        self.assertions = Counter()
        self.own = Counter()       # corrected numbers by whether they are exact or the author's own
        self.shifts = Counter()    # shifted numbers by what becomes of them
        self.failures = {}         # by the name of the example

    def run(self, texts):
        """The reports on files, by their names."""
        for name, text in texts.items():
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        if not texts:
            return {}
        done = subprocess.run([self.binary, "check", *texts, "--format", "json"], cwd=self.folder,
                              capture_output=True, text=True, timeout=600)
        report = json.loads(done.stdout)
        status = 2 if report["totals"]["error"] else 1 if report["totals"]["failed"] else 0
        if done.returncode != status:
            self.failures["(all)"] = [f"exit status {done.returncode} for {report['totals']}"]
        return {file["name"]: file for file in report["files"]}

    def hold(self, example, what, condition, where):
        self.assertions[what] += 1
        if not condition:
            self.failures.setdefault(example.name, []).append(f"{what}: {where}")

    def check(self, example, report):
        wrong = report["outcome"] != "ok"
        self.hold(example, "fails with a slip, and only then", wrong == (example.slip is not None), report["summary"])
        if example.slip:
            first = step_id(example.slip.key)
            said = report.get("first_wrong_step")
            self.hold(example, "the first wrong step is the slip's", said == first, f"{said} instead of {first}")
        cells = {(finding["step"], cell["row"], cell["column"]): cell
                 for finding in report["findings"] for cell in finding["cells"]}
        for key, matrix in example.worked.printed.items():
            for i, row in enumerate(matrix):
                for j in range(len(row)):
                    if (*key, i, j) not in example.author.left_out:
                        self.check_cell(example, key, i, j, cells.get((step_id(key), i, j)))

    def check_cell(self, example, key, i, j, cell):
        verdict = cell["verdict"] if cell else "right"
        printed = example.worked.printed[key][i][j]
        where = f"{step_id(key)} [{i},{j}] {text_of(printed)} is {verdict}"
        slip = example.slip
        if slip and (slip.key, slip.row, slip.column) == (key, i, j):
            self.hold(example, "a slip is wrong here", verdict == "wrong here", where)
        elif printed == example.honest.printed[key][i][j]:
            self.hold(example, "honest numbers are not wrong", verdict in ("right", "rounded on the way"), where)
        elif is_far(printed, example.ranges[key][i][j], example.author.decimals[key[1]]):
            self.hold(example, "what comes from a slip is inherited", verdict == "inherited", where)
        else:
            self.hold(example, "what comes from a slip is not wrong here", verdict != "wrong here", where)
        if verdict in ("wrong here", "inherited"):
            self.check_corrected(example, key, i, j, cell["corrected"])

    def check_corrected(self, example, key, i, j, text):
        value, decimals = Decimal(text), example.author.decimals[key[1]]
        near = not is_far(value, example.ranges[key][i][j], decimals, units=1)
        self.hold(example, "corrected numbers are honest", near, f"{step_id(key)} [{i},{j}] {text}")
        is_exact = abs(value - example.exact[key][i][j]) <= by_hand.unit(decimals) / 2 + by_hand.NOISE
        self.own[example.manner, is_exact or value == example.honest.printed[key][i][j]] += 1

    def check_shifts(self, examples):
        reports = self.run({example.name: example.text() for example in examples})
        for example in examples:
            at = (step_id(example.slip.key), example.slip.row, example.slip.column)
            wrong = {(finding["step"], cell["row"], cell["column"]) for finding in reports[example.name]["findings"]
                     for cell in finding["cells"] if cell["verdict"] == "wrong here"}
            fate = "found" if at in wrong else "explained by a manner" if is_consistent(example) else "missed"
            self.shifts[fate] += 1
        found, missed = self.shifts["found"], self.shifts["missed"]
        if found < FOUND_SHARE * (found + missed):
            self.failures["(all)"] = [f"only {found} shifted numbers are found, {missed} are not"]

    def check_again(self, examples, reports):
        """What is to be printed instead passes."""
        texts = {}
        for example in examples:
            corrected = reports[example.name].get("corrected")
            # What comes from the slip may pass for rounded, and then does not fit what is corrected.
            if corrected and self.finds_all(example, reports[example.name]):
                texts[example.name] = example.text_with(corrected)
        again = self.run(texts)
        for example in examples:
            if example.name in again:
                report = again[example.name]
                self.hold(example, "corrected numbers pass", report["outcome"] == "ok", report["summary"])

    def finds_all(self, example, report):
        """True where every number that the slip changed is called wrong."""
        wrong = {(finding["step"], cell["row"], cell["column"]) for finding in report["findings"]
                 for cell in finding["cells"] if cell["verdict"] in ("wrong here", "inherited")}
        return all((step_id(key), i, j) in wrong or (*key, i, j) in example.author.left_out
                   for key, matrix in example.worked.printed.items()
                   for i, row in enumerate(matrix) for j, value in enumerate(row)
                   if value != example.honest.printed[key][i][j])

    def check_own(self):
        """Of authors who carry some numbers so and some so, nobody can say what they would have printed."""
        pure = [self.own[manner, True] for manner in PURE]
        other = [self.own[manner, False] for manner in PURE]
        if sum(pure) < OWN_SHARE * (sum(pure) + sum(other)):
            self.failures["(all)"] = [f"only {sum(pure)} corrected numbers are the author's own, {sum(other)} are not"]


def keep_failures(failures, examples, folder):
    os.makedirs(folder, exist_ok=True)
    for example in examples:
        if example.name in failures:
            with open(os.path.join(folder, example.name), "w", encoding="utf-8") as file:
                file.write(example.text())


def print_failures(failures, examples):
    by_name = {example.name: example for example in examples}
    for name, lines in failures.items():
        print(f"{name}: {in_words(by_name[name])}" if name in by_name else f"{name}:")
        for line in lines[:6]:
            print(f"  {line}")


def in_words(example):
    author, slip = example.author, example.slip
    digits = f", carries the digits of {', '.join(sorted(author.carries))}" if author.carries else ""
    words = f"{author.rounding}, 1/√d_k taken for {author.scale:.6g}{digits}"
    if slip:
        what = "slips" if slip.is_carried else "misprints"
        words += f"; {what} {step_id(slip.key)} [{slip.row},{slip.column}] {slip.value}"
    return words


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--examples", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="the example of that number alone")
    parser.add_argument("--keep", default="/tmp/attn-calc-authors-failures", help="where failing examples go")
    options = parser.parse_args()
    shutil.rmtree(options.keep, ignore_errors=True)
    numbers = range(options.examples) if options.only is None else [options.only]
    examples = [random_example(number, options.seed) for number in numbers]
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(os.path.abspath(options.binary), folder)
        reports = checker.run({example.name: example.text() for example in examples})
        for example in examples:
            checker.check(example, reports[example.name])
        checker.check_again(examples, reports)
        checker.check_shifts(list(shifted_examples(examples, options.seed)))
        checker.check_own()
    print_failures(checker.failures, examples)
    keep_failures(checker.failures, examples, options.keep)
    for what, count in checker.assertions.items():
        print(f"{count:6} {what}")
    failed = sum(example.name in checker.failures for example in examples)
    for (manner, is_own), count in sorted(checker.own.items()):
        print(f"{count:6} corrected numbers are {'' if is_own else 'not '}exact or the author's own, carried {manner}")
    for fate, count in sorted(checker.shifts.items()):
        print(f"{count:6} shifted numbers are {fate}")
    print(f"{len(examples) - failed} passed, {failed} failed")
    return 1 if checker.failures else 0


if __name__ == "__main__":
    sys.exit(main())
