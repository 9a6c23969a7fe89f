"""Writes the oracle's weights, lse and output into problem files as their key `expect` (docs/problem-file.md).

    /usr/bin/python3 expectations.py FILE...

Everything else in the file keeps its layout: an `expect` that is there is replaced, a new one goes before the last
brace.
"""
import json
import math
import os
import sys

import numpy as np

sys.dont_write_bytecode = True
import attention
import reading

STEPS = ("weights", "lse", "output")


def expectations(path):
    """Step names and their values, stacked [batch, heads, ...]; axes of length 1 in front are left out."""
    with open(path, encoding="utf-8") as text:
        problem = reading.Problem(json.load(text), os.path.dirname(path))
    run = attention.evaluate(problem)
    stacks = {name: stacked(run, name) for name in STEPS if not (name == "weights" and problem.has("tile"))}
    return {name: stack for name, stack in stacks.items() if stack is not None}


def stacked(run, name):
    """The output has no axis of heads. The tiled mode has no weights."""
    per_head = name != "output"
    heads = range(run.sizes.heads) if per_head else [None]
    if attention.place(run, 0, heads[0]) + name not in run.steps:
        return None
    stack = np.array([[run.steps[attention.place(run, b, h) + name].values for h in heads]
                      for b in range(run.sizes.batch)])
    stack = stack if per_head else stack[:, 0]
    own_axes = 1 if name == "lse" else 2
    while stack.ndim > own_axes and stack.shape[0] == 1:
        stack = stack[0]
    return stack


# Text

def number_text(x):
    if not math.isfinite(x):
        return '"nan"' if math.isnan(x) else '"inf"' if x > 0 else '"-inf"'
    return str(int(x)) if x == int(x) and abs(x) < 2 ** 53 else repr(float(x))


def array_text(values, indent):
    """One row per line; what is a single row stays on its line."""
    if values.ndim == 1:
        return "[" + ", ".join(number_text(x) for x in values) + "]"
    inner = indent + "  "
    return "[\n" + ",\n".join(inner + array_text(v, inner) for v in values) + "\n" + indent + "]"


def expect_text(steps):
    entries = [f'    "{name}": {array_text(values, "    ")}' for name, values in steps.items()]
    return '"expect": {\n' + ",\n".join(entries) + "\n  }"


def top_level_spans(text):
    """{key: (start of the key, end of its value)} of the outermost object."""
    decoder, spans, at = json.JSONDecoder(), {}, skip(text, text.index("{") + 1)
    while text[at] != "}":
        key, after_key = decoder.raw_decode(text, at)
        value_at = skip(text, skip(text, after_key) + 1)
        _, end = decoder.raw_decode(text, value_at)
        spans[key] = (at, end)
        at = skip(text, end)
        at = skip(text, at + 1) if text[at] == "," else at
    return spans


def skip(text, at):
    while text[at] in " \t\r\n":
        at += 1
    return at


def with_expect(text, expect):
    spans = top_level_spans(text)
    if "expect" in spans:
        start, end = spans["expect"]
        return text[:start] + expect + text[end:]
    end = max(end for _, end in spans.values())
    return text[:end] + ",\n  " + expect + text[end:]


def update(path):
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    updated = with_expect(text, expect_text(expectations(path)))
    json.loads(updated)
    if updated != text:
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(updated)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    for argument in sys.argv[1:]:
        update(argument)
