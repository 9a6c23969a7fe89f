"""Holds the formulas of `--format xlsx` against attn-calc, through an independent program: Gnumeric.

    /usr/bin/python3 recalculate.py BINARY EXAMPLES

Of each example there is a changed twin, with other numbers. The workbook of the example is given the numbers of
the twin, all results are taken out of it, Gnumeric calculates it anew, and every cell has to be what attn-calc
gives for the twin. Exit status 77 where there is no Gnumeric, but 1 in CI,
where there has to be.
"""
import copy
import json
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # the tests leave nothing in the source tree

from problems import PROBLEMS
from workbook import Workbook

MATRICES = ["Q", "K", "V", "X", "X_kv", "scores", "scaled", "W_Q", "W_K", "W_V", "W_O", "W_QKV", "b_Q", "b_K", "b_V",
            "b_O", "b_QKV"]


def attn_calc(*words):
    done = subprocess.run([BINARY, "run", *words], capture_output=True, timeout=60)
    assert done.returncode == 0, f"{' '.join(words)}: {done.stderr.decode(errors='replace')}"
    return done.stdout


def changed(values, chance):
    """Other numbers in the place of these; what is no number stays."""
    if isinstance(values, list):
        return [changed(value, chance) for value in values]
    if isinstance(values, (int, float)) and not isinstance(values, bool):
        return round(values + chance.uniform(-0.5, 0.5), 3)
    return values


def read_files(values):
    """{"file": "q.csv"} as the numbers in it."""
    if not isinstance(values, dict):
        return values
    with open(values["file"]) as file:
        return [[float(number) for number in line.split(",")] for line in file]


def twin_of(problem):
    chance = random.Random(json.dumps(problem))
    twin = copy.deepcopy(problem)
    twin.pop("expect", None)
    for key in MATRICES:
        if key in twin:
            twin[key] = changed(read_files(twin[key]), chance)
    for key in twin.get("past", {}):
        twin["past"][key] = changed(twin["past"][key], chance)
    return twin


def trace(problem, options):
    with open("twin.json", "w") as file:
        json.dump(problem, file)
    steps = json.loads(attn_calc("twin.json", "--format", "json", *options))["steps"]
    return {step["id"]: step for step in steps if step["op"] != "skip"}


def rows_of(step, in_columns):
    """The matrix of a step as the sheet has it."""
    rows = [row if isinstance(row, list) else [row] for row in step["values"]]
    return [list(column) for column in zip(*rows)] if in_columns else rows


def put_inputs(book, steps, sheets, in_columns):
    for name, step in steps.items():
        if step["operands"]:
            continue
        name = sheets[name]
        top, left = book.first_cell(name)
        cells = book.cells(name)
        for i, row in enumerate(rows_of(step, in_columns)):
            for j, value in enumerate(row):
                book.write_cell(cells[top + i, left + j], "#N/A" if value == "nan" else value)


def agrees(found, expected):
    """An error stands for what is not finite, -inf, which hides keys, for itself."""
    if expected == "-inf":
        return found == "-inf"
    if isinstance(expected, str):
        return isinstance(found, str) and found.startswith("#")
    return isinstance(found, float) and math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-10)


def compare(book, steps, sheets, may_fail, in_columns):
    count, wrong = 0, []
    for name, step in steps.items():
        top, left = book.first_cell(sheets[name])
        cells = book.cells(sheets[name])
        for i, row in enumerate(rows_of(step, in_columns)):
            for j, expected in enumerate(row):
                cell = cells.get((top + i, left + j))
                found = None if cell is None else book.value(cell)
                count += 1
                is_error = isinstance(found, str) and found.startswith("#")
                if not agrees(found, expected) and not (is_error and may_fail):
                    wrong.append(f"{name} [{i}, {j}]: {found} instead of {expected}")
    return count, wrong


def check(case):
    """A workbook of `problem` with the numbers of `twin`."""
    with open("problem.json", "w") as file:
        json.dump(case["problem"], file)
    options = case.get("options", [])
    in_columns = "columns" in options
    attn_calc("problem.json", "--format", "xlsx", "-o", "book.xlsx", *options, *case.get("shown", []))
    plain = [word for word in options if word not in ("--orientation", "columns")]
    steps = trace(case["twin"], plain + case.get("shown", []))

    book = Workbook("book.xlsx")
    sheets = book.links("Contents")
    put_inputs(book, steps, sheets, in_columns)
    formulas = book.forget_results()
    book.save("changed.xlsx")
    done = subprocess.run(["ssconvert", "--recalc", "changed.xlsx", "calculated.xlsx"], capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    count, wrong = compare(Workbook("calculated.xlsx"), steps, sheets, case.get("may_fail", False), in_columns)
    assert formulas > 0 or case.get("shown"), "no formulas"
    assert not wrong, "; ".join(wrong[:5]) + (f"; and {len(wrong) - 5} more" if len(wrong) > 5 else "")
    return count


def cases(examples):
    for name in sorted(os.listdir(examples)):
        if name.endswith(".json"):
            with open(os.path.join(examples, name)) as file:
                problem = json.load(file)
            # What overflows is an error from then on, where IEEE 754 comes back: 1/inf is 0.
            yield {"name": name, "problem": problem, "twin": twin_of(problem),
                   "may_fail": problem.get("softmax") == "naive"}
    for case in PROBLEMS:
        yield {"twin": twin_of(case["problem"]), **case}


def main():
    if shutil.which("ssconvert") is None:
        print("SKIPPED: there is no ssconvert; scripts/install-dependencies --ci installs Gnumeric")
        return 1 if os.environ.get("CI") else 77
    passed, failed = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(EXAMPLES, folder, dirs_exist_ok=True)
        os.chdir(folder)
        for case in cases(EXAMPLES):
            try:
                print(f"{case['name']}: {check(case)} cells")
                passed += 1
            except AssertionError as error:
                print(f"{case['name']}: FAILED: {error}")
                failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    BINARY, EXAMPLES = (os.path.abspath(path) for path in sys.argv[1:])
    sys.exit(main())
