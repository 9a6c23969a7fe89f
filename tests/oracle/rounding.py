"""Holds `attn-calc run --round` against decimal arithmetic: every step of random problems, digit for digit.

    /usr/bin/python3 rounding.py BINARY [--problems N] [--seed S]

The problems are those of authors.py, worked out in decimals of 40 digits (by_hand.py): each step is rounded as its
decimals say, and the next one goes on with that. A number of the trace has to be the double nearest to these digits.
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from decimal import Decimal

sys.dont_write_bytecode = True  # the tests leave nothing in the source tree
import authors
import by_hand

TIES = {"half-up": by_hand.HALF_UP, "half-even": by_hand.HALF_EVEN, "cut-off": by_hand.CUT_OFF}


def problem_text(problem):
    """The file of an author who printed nothing."""
    text = authors.file_text(problem, {})
    return text[:text.index(',\n  "compare"')] + "\n}\n"


def random_decimals(generator):
    """One number of decimals for all, and others for some steps."""
    count = generator.randint(0, 6)
    other = {name: generator.randint(0, 6) for name in authors.STEPS if generator.random() < 0.3}
    return count, other


def words_of(count, other, shown):
    """What --round is told: of steps that the problem does not show it would be an error."""
    return ",".join([str(count), *(f"{name}={decimals}" for name, decimals in other.items() if name in shown)])


def trace_of(binary, path, words):
    done = subprocess.run([binary, "run", path, "--format", "json", *words], capture_output=True, text=True, timeout=60,
                          check=True)
    return {step["id"]: step["values"] for step in json.loads(done.stdout)["steps"]}


def number(value):
    return float(value)  # "-inf" too


def differences(expected, actual):
    """Cells of one step that are not the same."""
    for i, row in enumerate(expected):
        found = actual[i] if isinstance(actual[i], list) else [actual[i]]
        for j, value in enumerate(row):
            if number(found[j]) != float(value):
                yield f"[{i},{j}] is {found[j]}, expected {value}"


def check(binary, folder, seed):
    """Everything that is wrong with one problem; nothing where nobody would work it out."""
    generator = random.Random(seed)
    problem = authors.random_problem(generator)
    count, other = random_decimals(generator)
    decimals = {name: other.get(name, count) for name in authors.STEPS}
    ties = generator.choice(list(TIES))
    try:
        if authors.largest_score(by_hand.exact(problem)) > 8:
            return None
        author = by_hand.Author(TIES[ties], problem.scale, decimals, set(authors.STEPS))
        worked = by_hand.work_out(problem, author)
    except by_hand.Unsuitable:
        return None
    path = os.path.join(folder, "problem.json")
    with open(path, "w", encoding="utf-8") as file:
        file.write(problem_text(problem))
    shown = {authors.step_id(key).split(".")[-1] for key in worked.printed}
    words = words_of(count, other, shown)
    trace = trace_of(binary, path, ["--round", words, "--round-ties", ties])
    wrong = [f"seed {seed}, --round {words} --round-ties {ties}: {authors.step_id(key)} {difference}"
             for key, values in worked.printed.items()
             for difference in differences(values, trace[authors.step_id(key)])]
    given = [f"seed {seed}: {name} is given, but was rounded" for name, values in problem.inputs.items()
             if name in trace and [list(map(Decimal, map(repr, map(float, row)))) for row in trace[name]]
             != [[Decimal(repr(float(value))) for value in row] for row in values]]
    return wrong + given


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--problems", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    checked, failures, seed = 0, [], 0
    with tempfile.TemporaryDirectory() as folder:
        while checked < options.problems:
            wrong = check(os.path.abspath(options.binary), folder, f"{options.seed}:{seed}")
            seed += 1
            if wrong is None:
                continue
            checked += 1
            failures += wrong[:3]
    for line in failures:
        print(line)
    print(f"{checked} problems, {len(failures)} differences")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
