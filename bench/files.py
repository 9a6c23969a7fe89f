#!/usr/bin/python3
"""How fast Python reads the files of bench-files, which says how to run both."""

import json
import os
import sys
import time

import numpy

ROUNDS = 3


def read_json(path):
    with open(path) as file:
        json.load(file)


def read_arrays(path):
    with open(path) as file:
        problem = json.load(file)
    return [numpy.array(matrix) for matrix in problem.values()]


def read_csv(path):
    return numpy.loadtxt(path, delimiter=",")


READERS = {
    ".csv": {"numpy.loadtxt": read_csv},
    ".json": {"json.load": read_json, "json.load, then numpy.array": read_arrays},
}


def megabytes_per_second(read, path):
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        read(path)
        best = min(best, time.perf_counter() - begin)
    return os.path.getsize(path) / best / 1e6


def main(folder):
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        for what, read in READERS.get(os.path.splitext(name)[1], {}).items():
            print(f"{name + ': ' + what:<50} {megabytes_per_second(read, path):>6.0f} MB/s")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: files.py FOLDER")
    main(sys.argv[1])
