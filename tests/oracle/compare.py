"""Holds attn-calc against the oracle on random problems.

    /usr/bin/python3 compare.py BINARY [--problems N] [--seed S] [--only K] [--keep FOLDER]

Prints "N passed, N failed". A failing problem's file is kept and named with the step, row and column that differ.
"""
import argparse
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile

import numpy as np

sys.dont_write_bytecode = True  # the tests leave nothing in the source tree
import attention
import flash
import reading
import tiled
from generate import Generator
from reading import nested


class Difference(Exception):
    pass


# The binary

def run_binary(binary, path, *options):
    done = subprocess.run([binary, "run", path, *options], capture_output=True, timeout=60)
    if done.returncode != 0:
        message = done.stderr.decode(errors="replace").strip()
        raise Difference(f"{' '.join(options)}: exit status {done.returncode}: {message}")
    return done.stdout


def trace_of(output):
    def refuse(word):
        raise Difference(f"the trace holds {word}, which is no JSON")
    return json.loads(output, parse_constant=refuse, parse_float=shortest)


def shortest(text):
    """The number, which must be written as the shortest text that reads back the same."""
    value = float(text)
    if digits_of(text) != digits_of(repr(value)):
        raise Difference(f"the trace writes {text}, the shortest text of this number is {value!r}")
    return value


def digits_of(text):
    mantissa = text.lstrip("-").partition("e")[0]
    return mantissa.replace(".", "").strip("0")


# One trace against the oracle

def check_trace(trace, steps, inputs, where):
    check_ids(trace, steps, inputs, where)
    check_operands(trace, where)
    expected = {**steps, **inputs}
    for step in trace["steps"]:
        check_step(step, expected[step["id"]], where)


def check_ids(trace, steps, inputs, where):
    ids = [s["id"] for s in trace["steps"]]
    expected = set(steps) | set(inputs)
    repeated = {i for i in ids if ids.count(i) > 1} if len(set(ids)) < len(ids) else set()
    if repeated or set(ids) != expected:
        raise Difference(f"{where}: step ids: missing {sorted(expected - set(ids))[:8]}, "
                         f"unexpected {sorted(set(ids) - expected)[:8]}, twice {sorted(repeated)[:8]}")


def check_operands(trace, where):
    earlier = set()
    for step in trace["steps"]:
        unknown = [o for o in step["operands"] if o not in earlier]
        if unknown:
            raise Difference(f"{where}: {step['id']}: operands {unknown} are no earlier steps")
        earlier.add(step["id"])


def check_step(step, expected, where):
    name = f"{where}: {step['id']}"
    if step["id"].split(".")[-1] != step["name"] or step["id"] != id_of(step):
        raise Difference(f"{name}: name {step['name']}, batch {step['batch']}, head {step['head']}, "
                         f"tile {step['tile']} do not make this id")
    if step["shape"] != list(expected.shape) or len(step["axes"]) != len(expected.shape):
        raise Difference(f"{name}: shape {step['shape']}, axes {step['axes']}, expected {list(expected.shape)}")
    actual = np.array(nested(step["values"]), dtype=np.float64)
    if actual.size != np.prod(expected.shape) or actual.size and actual.shape != expected.shape:
        raise Difference(f"{name}: values of shape {list(actual.shape)}, but shape says {step['shape']}")
    check_values(actual.reshape(expected.shape), expected, name)


def id_of(step):
    parts = [] if step["batch"] is None else [f"batch{step['batch']}"]
    parts += [] if step["head"] is None else [f"head{step['head']}"]
    parts += [] if step["tile"] is None else ["tile" + ",".join(map(str, step["tile"]))]
    return ".".join(parts + [step["name"]])


class Count:
    """How many numbers were compared, how many of these float64 does not determine, and the loosest of the others."""
    numbers = undetermined = loose = 0
    flash = dict.fromkeys(flash.TYPES, 0)  # problems that the kernel was compared on


def check_values(actual, expected, name):
    """Within the slack that rounding explains (bounded.py); NaN equals NaN, infinities equal by sign."""
    same = (actual == expected.values) | np.isnan(actual) & np.isnan(expected.values)
    with np.errstate(invalid="ignore"):
        near = np.abs(actual - expected.values) <= expected.slack
    undetermined = np.isinf(expected.slack)
    wrong = ~(same | near | undetermined)
    Count.numbers += actual.size
    Count.undetermined += int(undetermined.sum())
    Count.loose += int((expected.slack > 1e-12 * row_magnitude(expected)).sum()) - int(undetermined.sum())
    if wrong.any():
        at = tuple(int(i) for i in np.argwhere(wrong)[0])
        place = ", ".join(f"{axis} {i}" for axis, i in zip(("row", "column"), at))
        raise Difference(f"{name}: {place}: attn-calc {float(actual[at])!r}, oracle {float(expected.values[at])!r}, "
                         f"slack {expected.slack[at]:.3g} ({int(wrong.sum())} of {actual.size} differ)")


def row_magnitude(expected):
    finite = np.where(np.isfinite(expected.values), np.abs(expected.values), 0.0)
    return np.max(finite, axis=-1, keepdims=True, initial=1e-300)


def check_sizes(trace, run):
    o, sizes = run.operands, run.sizes
    expected = {"batch": sizes.batch, "heads": sizes.heads, "n_q": sizes.n_q, "n_k": sizes.n_k,
                "n_past": sizes.n_past or 0}
    for name, size in expected.items():
        if trace["sizes"][name] != size:
            raise Difference(f"sizes: {name} {trace['sizes'][name]}, expected {size}")
    if o.k is not None or o.v is not None:
        group = [attention.kv_head(o, h) for h in range(o.heads)]
        if trace["kv_head_of"] != group:
            raise Difference(f"kv_head_of {trace['kv_head_of']}, expected {group}")


# from_standard: the tiled trace's own account of its distance

def check_from_standard(standard, tiled_trace, steps):
    entries = tiled_trace.get("from_standard", [])
    results = {s["name"] for s in tiled_trace["steps"] if s["tile"] is None} & {"lse", "output"}
    if {e["step"] for e in entries} != results:
        raise Difference(f"from_standard: {[e['step'] for e in entries]}, expected {sorted(results)}")
    for entry in entries:
        stated = nested(entry["max_abs"])
        distance, allowed = distance_between(standard, tiled_trace, entry["step"], steps)
        if not (stated == distance or np.isnan(stated) and np.isnan(distance)):
            raise Difference(f"from_standard: {entry['step']}: says {stated!r}, the traces say {distance!r}")
        if np.isfinite(allowed) and not stated <= allowed:
            raise Difference(f"from_standard: {entry['step']}: {stated!r}, rounding explains {allowed!r}")


def distance_between(standard, tiled_trace, name, steps):
    """The largest distance of a step of this name between the traces, and twice the largest slack."""
    values = {s["id"]: np.array(nested(s["values"])) for s in standard["steps"] if s["name"] == name}
    distance, allowed = 0.0, 0.0
    for step in tiled_trace["steps"]:
        if step["name"] != name or step["tile"] is not None:
            continue
        a, b = values[step["id"]], np.array(nested(step["values"]))
        with np.errstate(invalid="ignore"):
            gaps = np.where((a == b) | np.isnan(a) & np.isnan(b), 0.0, np.abs(a - b))
        distance = max(distance, np.max(gaps, initial=0.0))
        allowed = max(allowed, 2 * np.max(steps[step["id"]].slack, initial=0.0))
    return float(distance), float(allowed)


# One problem

def tiles_for(random, run):
    n_q, n_k = run.sizes.n_q, run.sizes.n_k
    choices = [(1, 1), (n_q + 1, n_k + 3), (1, n_k + 1), (n_q + 1, 1)]
    some = (int(random.integers(1, max(n_q, 1) + 1)), int(random.integers(1, max(n_k, 1) + 1)))
    return choices[random.integers(4)] if random.random() < 0.4 else some


def check_problem(binary, path, seed):
    run = attention.evaluate(reading.load(path))
    output = run_binary(binary, path, "--format", "json")
    if run_binary(binary, path, "--format", "json") != output:
        raise Difference("a second run gives other bytes")
    standard = trace_of(output)
    check_sizes(standard, run)
    check_trace(standard, run.steps, run.inputs, "standard")
    if not run_binary(binary, path, "--format", "text"):
        raise Difference("--format text gives nothing")
    check_archive(run_binary(binary, path, "--format", "npz"), standard)
    for words in (["mermaid"], ["svg", "--steps", "weights"], ["xlsx"]):
        if not run_binary(binary, path, "--format", *words):
            raise Difference(f"--format {words[0]} gives nothing")
    check_flash(binary, path, run)
    if run.problem.safe:
        check_tiled(binary, path, run, standard, np.random.default_rng(seed))


def check_archive(output, trace):
    with np.load(io.BytesIO(output)) as archive:
        if archive.files != [step["id"] for step in trace["steps"]] + ["trace.json"]:
            raise Difference(f"npz: holds {archive.files}")
        for step in trace["steps"]:
            values = np.array(nested(step["values"]), dtype=np.float64).reshape(step["shape"])
            if not np.array_equal(archive[step["id"]], values, equal_nan=True):
                raise Difference(f"npz: {step['id']} is not what the JSON trace says")


def check_tiled(binary, path, run, standard, random):
    rows, cols = tiles_for(random, run)
    tile = ("--tile", f"{rows},{cols}")
    if random.random() < 0.2:
        path, tile = with_tile(path, rows, cols), ()
    trace = trace_of(run_binary(binary, path, "--format", "json", *tile))
    steps, inputs = tiled.evaluate(run, rows, cols)
    check_trace(trace, steps, inputs, f"tile {rows},{cols}")
    check_from_standard(standard, trace, steps)
    run_binary(binary, path, "--format", "text", *tile)


def check_flash(binary, path, run):
    options = ("--backend", "flash", "--format", "json")
    if flash.is_refused(run.problem):
        return check_refused(binary, path, options)
    for dtype in flash.TYPES:
        trace = trace_of(run_binary(binary, path, *options, "--dtype", dtype))
        check_flash_trace(trace, run, dtype)


def check_refused(binary, path, options):
    status = subprocess.run([binary, "run", path, *options], capture_output=True, timeout=60).returncode
    if status != 2:
        raise Difference(f"{' '.join(options)}: exit status {status}, expected 2: this problem is not for the kernel")


def check_flash_trace(trace, run, dtype):
    expected = flash.steps_of(run)
    check_ids(trace, expected, {}, f"flash, {dtype}")
    if not flash.is_in_range(run, dtype):
        return
    Count.flash[dtype] += 1
    for step in trace["steps"]:
        check_step(step, flash.loosened(expected[step["id"]], step["id"], run, dtype), f"flash, {dtype}")


def with_tile(path, rows, cols):
    """The same problem with the key `tile` in place of the option."""
    with open(path, encoding="utf-8") as text:
        keys = json.load(text)
    path = path.replace(".json", "-tiled.json")
    with open(path, "w", encoding="utf-8") as text:
        json.dump({**keys, "tile": {"rows": rows, "cols": cols}}, text)
    return path


def keep(folder, seed, into):
    os.makedirs(into, exist_ok=True)
    for file in os.listdir(folder):
        if file.startswith((f"problem{seed}.", f"problem{seed}-")):
            shutil.copy(os.path.join(folder, file), into)
    return os.path.join(into, f"problem{seed}.json")


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--problems", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="only the problem with this number")
    parser.add_argument("--keep", default=os.path.join(tempfile.gettempdir(), "attn-calc-oracle-failures"))
    return parser.parse_args(arguments)


def main(arguments):
    options = parse(arguments)
    numbers = [options.only] if options.only is not None else range(options.seed * 1000000,
                                                                    options.seed * 1000000 + options.problems)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in numbers:
            path = Generator(number).write(folder)
            try:
                check_problem(os.path.abspath(options.binary), path, number)
            except Difference as difference:
                failed += 1
                print(f"{keep(folder, number, options.keep)}: {difference}")
    print(f"{Count.numbers} numbers, {Count.undetermined} that float64 does not determine, "
          f"{Count.loose} with a slack above 1e-12 of their row")
    print("flash compared on", ", ".join(f"{n} problems in {dtype}" for dtype, n in Count.flash.items()))
    print(f"{len(numbers) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
