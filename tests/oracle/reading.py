"""Reads a problem file (docs/problem-file.md) into plain arrays: batch, heads and rows are named axes from here on."""
import csv
import json
import math
import os

import numpy as np

WORDS = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan}


def number(cell):
    return WORDS[cell] if isinstance(cell, str) else float(cell)


def nested(value):
    return [nested(v) for v in value] if isinstance(value, list) else number(value)


def array(value, folder):
    """Nested lists, {"file": ...}, a list of these (stacked) or {"shape": ...} as a float64 array."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return np.stack([array(v, folder) for v in value])
    if isinstance(value, dict) and "shape" in value:
        return np.zeros(value["shape"])
    if isinstance(value, dict):
        return array_file(os.path.join(folder, value["file"]))
    return np.array(nested(value), dtype=np.float64)


def array_file(path):
    with open(path, encoding="utf-8") as text:
        if path.endswith(".json"):
            return array(json.load(text), os.path.dirname(path))
        return np.array([[float(cell) for cell in row] for row in csv.reader(text)], dtype=np.float64)


def load(path):
    with open(path, encoding="utf-8") as text:
        return Problem(json.load(text), os.path.dirname(path))


class Problem:
    """What the file says, with every default filled in."""

    def __init__(self, keys, folder="."):
        self.keys, self.folder = keys, folder
        self.heads = keys.get("heads", 1)
        self.kv_heads = keys.get("kv_heads")
        self.weights_layout = keys.get("weights_layout", "in_out")
        self.softcap = keys.get("softcap")
        self.safe = keys.get("softmax", "safe") == "safe"
        self.empty = math.nan if keys.get("empty_row", "zero") == "nan" else 0.0
        mask = keys.get("mask", [])
        mask = mask if isinstance(mask, list) else [mask]
        self.masks = [{"type": m} if isinstance(m, str) else m for m in mask]

    def has(self, key):
        return key in self.keys

    def array(self, key):
        return array(self.keys[key], self.folder)

    def past(self, key):
        past = self.keys.get("past", {})
        return array(past[key], self.folder) if key in past else None


def layout_of(problem, given):
    return problem.keys.get("layout", {2: "nd", 3: "hnd", 4: "bhnd"}[given.ndim])


def is_packed(layout):
    """Heads side by side in the last axis."""
    return layout in ("nd", "bnd")


def by_head(given, layout, heads):
    """[batch, heads, n, d] of a given Q, K or V."""
    if layout == "bnhd":
        return given.transpose(0, 2, 1, 3)
    if layout == "bhnd":
        return given
    if layout == "hnd":
        return given[None]
    packed = given[None] if layout == "nd" else given
    batch, n, d = packed.shape
    return packed.reshape(batch, n, heads, d // heads).transpose(0, 2, 1, 3)
