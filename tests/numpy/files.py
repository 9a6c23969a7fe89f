"""Holds attn-calc's binary and CSV files against numpy's own reading and writing of them.

    /usr/bin/python3 files.py BINARY EXAMPLES

Prints "N passed, N failed".
"""
import itertools
import json
import os
import struct
import subprocess
import sys
import tempfile
import zipfile

import numpy as np

sys.dont_write_bytecode = True  # the tests leave nothing in the source tree

INTEGERS = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"]
SAFETENSORS = {"f8": "F64", "f4": "F32", "f2": "F16", "i1": "I8", "i2": "I16", "i4": "I32", "i8": "I64",
               "u1": "U8", "u2": "U16", "u4": "U32", "u8": "U64"}


def run(*words):
    done = subprocess.run([BINARY, "run", *words], capture_output=True, timeout=60)
    assert done.returncode == 0, f"{' '.join(words)}: {done.stderr.decode(errors='replace')}"
    return done.stdout


def same_bits(a, b):
    a, b = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    equal = (a == b) & (np.signbit(a) == np.signbit(b))
    return a.shape == b.shape and bool(np.all(equal | (np.isnan(a) & np.isnan(b))))


# What numpy writes, read by attn-calc

def read_back(*words):
    """The values of a `scaled` that attn-calc reads, batch entries and heads stacked."""
    run(*words, "--steps", "scaled", "--format", "npz", "-o", "read.npz")
    with np.load("read.npz") as archive:
        return np.stack([archive[name] for name in archive.files if name != "trace.json"])


def check_read(array, *words):
    expected = array.astype(np.float64)
    assert same_bits(read_back(*words).reshape(expected.shape), expected), f"{words}: {array.dtype} {array.shape}"


def samples(code):
    """Arrays of one type of number, with its extremes."""
    random = np.random.default_rng(1)
    for shape in [(3, 4), (2, 3, 4), (2, 1, 3, 4), (1, 7)]:
        if code[0] == "f":
            with np.errstate(over="ignore"):
                array = (random.standard_normal(shape) * 10.0 ** random.integers(-9, 9, shape)).astype(code)
            limits = np.finfo(code)
            array.flat[:6] = [limits.max, limits.min, limits.smallest_subnormal, -0.0, np.inf, -np.inf]
        else:
            limits = np.iinfo(code)
            exact = (max(limits.min, -2**53), min(limits.max, 2**53))
            array = random.integers(*exact, shape, dtype=code, endpoint=True)
            array.flat[:2] = exact
        yield array


def test_npy():
    for code in ["f2", "f4", "f8", *INTEGERS]:
        for array, order, fortran in itertools.product(samples(code), "<>", [False, True]):
            stored = array.astype(order + code)
            np.save("a.npy", np.asfortranarray(stored) if fortran else stored)
            check_read(array, "--scaled", "a.npy")


def test_npy_versions():
    array = np.arange(12.0).reshape(3, 4)
    for version in [(1, 0), (2, 0), (3, 0)]:
        with open("a.npy", "wb") as file:
            np.lib.format.write_array(file, array, version=version)
        check_read(array, "--scaled", "a.npy")


def test_every_half():
    halves = np.arange(65536, dtype=np.uint16).view(np.float16).reshape(256, 256)
    np.save("a.npy", halves)
    check_read(halves, "--scaled", "a.npy")


def test_booleans():
    mask = np.array([[True, False, True]])
    np.save("mask.npy", mask)
    with open("problem.json", "w") as file:
        json.dump({"scaled": [[1, 2, 3]], "mask": {"type": "boolean", "true_means": "attend",
                                                    "values": {"file": "mask.npy"}}}, file)
    trace = json.loads(run("problem.json", "--format", "json", "--steps", "mask"))
    assert trace["steps"][0]["values"] == [[0, "-inf", 0]]


def test_npz():
    arrays = {"a": np.arange(6.0).reshape(2, 3), "layer/b:0": np.ones((2, 2), "f4"), "ü": np.zeros((1, 1))}
    for save in [np.savez, np.savez_compressed]:
        save("m.npz", **arrays)
        for name, array in arrays.items():
            check_read(array, "--scaled", f"m.npz:{name}")
    np.savez_compressed("one.npz", np.eye(3))
    check_read(np.eye(3), "--scaled", "one.npz")


def test_many_members():
    with zipfile.ZipFile("many.npz", "w") as archive:
        for i in range(66000):  # more than the 65535 that fit without zip64
            archive.writestr(f"{i}.txt", "")
        with archive.open("a.npy", "w", force_zip64=True) as file:
            np.save(file, np.eye(2))
    check_read(np.eye(2), "--scaled", "many.npz")


def test_safetensors():
    header, data = {"__metadata__": {"format": "pt"}}, b""
    expected = {}
    for code, dtype in SAFETENSORS.items():
        for array in samples(code):
            name = f"layers.{len(expected)}.{code}"
            expected[name] = array
            header[name] = {"dtype": dtype, "shape": array.shape,
                            "data_offsets": [len(data), len(data) + array.nbytes]}
            data += array.tobytes()
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open("m.safetensors", "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)
    for name, array in expected.items():
        check_read(array, "--scaled", f"m.safetensors:{name}")


# What attn-calc writes, read by numpy

def number(cell):
    return float(cell) if isinstance(cell, str) else cell


def values_of(step):
    rows = [[number(c) for c in row] if isinstance(row, list) else number(row) for row in step["values"]]
    return np.array(rows, dtype=np.float64).reshape(step["shape"])


def check_archive(trace, path):
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        assert all(member.date_time == (1980, 1, 1, 0, 0, 0) for member in archive.infolist())
        description = json.loads(archive.read("trace.json"))
    with np.load(path) as archive:
        assert archive.files == [step["id"] for step in trace["steps"]] + ["trace.json"]
        for step in trace["steps"]:
            array = archive[step["id"]]
            assert array.dtype == "<f8" and array.flags.c_contiguous
            assert same_bits(array, values_of(step)), f"{path}: {step['id']}"
    for step in trace["steps"]:
        del step["values"]
    assert description == trace, f"{path}: trace.json"


def check_folder(steps, folder):
    assert sorted(os.listdir(folder)) == sorted(f"{step['id']}.csv" for step in steps)
    for step in steps:
        if 0 not in step["shape"]:
            read = np.loadtxt(f"{folder}/{step['id']}.csv", delimiter=",", ndmin=2)
            assert same_bits(read.reshape(step["shape"]), values_of(step)), f"{folder}: {step['id']}"


def test_examples():
    for name in sorted(os.listdir(EXAMPLES)):
        if not name.endswith(".json"):
            continue
        problem = os.path.join(EXAMPLES, name)
        trace = json.loads(run(problem, "--format", "json"))
        run(problem, "--format", "csv", "-o", f"{name}.csv")
        check_folder(trace["steps"], f"{name}.csv")
        run(problem, "--format", "npz", "-o", "trace.npz")
        check_archive(trace, "trace.npz")
        with open("trace.npz", "rb") as file:
            assert file.read() == run(problem, "--format", "npz"), f"{name}: other bytes the second time"


def test_one_step():
    problem = os.path.join(EXAMPLES, "two-tokens.json")
    for step in json.loads(run(problem, "--format", "json"))["steps"]:
        run(problem, "--format", "npy", "--steps", step["id"], "-o", "step.npy")
        assert same_bits(np.load("step.npy"), values_of(step))
        assert os.path.getsize("step.npy") == 128 + 8 * int(np.prod(step["shape"]))


def test_diff():
    """A candidate that numpy saved, its heads stacked or one by one; in one of its steps an error."""
    problem = os.path.join(EXAMPLES, "multi-head.json")
    run(problem, "--format", "npz", "-o", "reference.npz")
    with np.load("reference.npz") as trace:
        steps = {name: trace[name] for name in trace.files if name != "trace.json"}
    np.savez("apart.npz", **steps)
    stacked = {name: np.stack([steps[f"head{head}.{name}"] for head in range(2)])
               for name in ["scores", "scaled", "exp", "row_sum", "weights", "lse"]}
    np.savez_compressed("stacked.npz", output=steps["output"].astype("f4"), **stacked)
    for candidate in ["apart.npz", "stacked.npz"]:
        done = subprocess.run([BINARY, "diff", "reference.npz", candidate], capture_output=True)
        assert done.returncode == 0, done.stdout.decode()
    stacked["exp"][1, 2, 0] += 0.5
    np.savez("wrong.npz", **stacked)
    done = subprocess.run([BINARY, "diff", "reference.npz", "wrong.npz", "--format", "json"], capture_output=True)
    report = json.loads(done.stdout)["files"][0]
    assert done.returncode == 1 and report["first_wrong"] == "head1.exp", report
    first = report["findings"][0]
    assert (first["differing"], first["first"]["row"], first["first"]["column"], first["added"]) == (1, 2, 0, 0.5), first


def test_round_trips():
    """Random bits as numbers: through each format and back, bit for bit."""
    bits = np.random.default_rng(2).integers(0, 2**64, (40, 25), dtype=np.uint64)
    array = bits.view(np.float64)
    array.flat[:4] = [np.nan, np.inf, -np.inf, -0.0]
    np.save("a.npy", array)
    run("--scaled", "a.npy", "--steps", "scaled", "--format", "csv", "-o", "folder")
    check_read(array, "--scaled", "folder/scaled.csv")
    run("--scaled", "a.npy", "--steps", "scaled", "--format", "npy", "-o", "b.npy")
    check_read(array, "--scaled", "b.npy")
    run("--scaled", "a.npy", "--steps", "scaled", "--format", "npz", "-o", "b.npz")
    check_read(array, "--scaled", "b.npz:scaled")
    check_read(array, "--scaled", "b.npz")


def main():
    failed = []
    tests = [(name, test) for name, test in globals().items() if name.startswith("test_")]
    for name, test in tests:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                test()
            except Exception as error:  # whatever it is, the other tests still run
                failed.append(name)
                print(f"{name}: {type(error).__name__}: {error}")
            os.chdir("/")
    print(f"{len(tests) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    BINARY, EXAMPLES = (os.path.abspath(path) for path in sys.argv[1:3])
    sys.exit(main())
