"""Holds the formulas of `--format xlsx` against attn-calc, through an independent program: Gnumeric.

    /usr/bin/python3 recalculate.py BINARY EXAMPLES

Gnumeric calculates each workbook twice, without the results that it was written with. As it is, all formulas
have to give just these. Then it is given the numbers of a twin of the problem, and every cell has to be what
attn-calc gives for the twin. Exit status 77 where there is no Gnumeric, but 1 in CI, where there has to be.
"""
import copy
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # the tests leave nothing in the source tree

from comparison import compare, compare_formulas, rows_of
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
    if "scale" in twin or "scores" not in twin and "scaled" not in twin:
        twin["scale"] = round(chance.uniform(0.2, 2), 3)
    for key in twin.get("past", {}):
        twin["past"][key] = changed(twin["past"][key], chance)
    return twin


def trace(problem, options):
    with open("twin.json", "w") as file:
        json.dump(problem, file)
    return json.loads(attn_calc("twin.json", "--format", "json", *options))


# What a cell holds instead of numbers that a spreadsheet does not have.
IN_CELLS = {"nan": "#N/A", "inf": "#NUM!"}


def put_inputs(book, steps, places, in_columns, in_cells):
    for name, step in steps.items():
        if step["operands"]:
            continue
        sheet, (top, left) = places[name]
        cells = book.cells(sheet)
        for i, row in enumerate(rows_of(step, in_columns)):
            for j, value in enumerate(row):
                book.write_cell(cells[top + i, left + j], in_cells.get(value, value))


def put_constants(book, options):
    for name, (sheet, at) in book.names().items():
        book.write_cell(book.cells(sheet)[at], options[name])


def calculated(book):
    """As Gnumeric calculates it, without the results that are in it."""
    count = book.forget_results()
    book.save("changed.xlsx")
    done = subprocess.run(["ssconvert", "--recalc", "changed.xlsx", "calculated.xlsx"], capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    return Workbook("calculated.xlsx"), count


def check_unchanged():
    as_written, formulas = calculated(Workbook("book.xlsx"))
    expect_nothing(compare_formulas(Workbook("book.xlsx"), as_written))
    return formulas


def expect_nothing(wrong):
    assert not wrong, "; ".join(wrong[:5]) + (f"; and {len(wrong) - 5} more" if len(wrong) > 5 else "")


def check(case):
    """A workbook of `problem` as it is, and with the numbers of `twin`."""
    with open("problem.json", "w") as file:
        json.dump(case["problem"], file)
    options = case.get("options", [])
    in_columns = "columns" in options
    attn_calc("problem.json", "--format", "xlsx", "-o", "book.xlsx", *options, *case.get("shown", []))
    plain = [word for word in options if word not in ("--orientation", "columns")]
    twin = trace(case["twin"], plain + case.get("shown", []))
    steps = {step["id"]: step for step in twin["steps"] if step["op"] != "skip"}

    assert check_unchanged() > 0 or case.get("shown"), "no formulas"
    book = Workbook("book.xlsx")
    places = {name: (sheet, book.first_cell(sheet)) for name, sheet in book.links("Contents").items()}
    put_inputs(book, steps, places, in_columns, {**IN_CELLS, **case.get("in_cells", {})})
    put_constants(book, twin["options"])
    count, wrong = compare(calculated(book)[0], steps, places, in_columns, case.get("errors_go_on", False))
    expect_nothing(wrong)
    return count


def cases(examples):
    for name in sorted(os.listdir(examples)):
        if name.endswith(".json"):
            with open(os.path.join(examples, name)) as file:
                problem = json.load(file)
            # What overflows is an error from then on, where IEEE 754 comes back: 1/inf is 0.
            yield {"name": name, "problem": problem, "twin": twin_of(problem),
                   "errors_go_on": problem.get("softmax") == "naive"}
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
