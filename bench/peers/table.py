#!/usr/bin/python3
"""Tables in Markdown of what bench/run-peers has measured: the best of each program, and how many times ours that
is."""

import json
import sys

import peer

# Above what rounding explains; the float64 of ONNX Runtime's Attention has a scale in float32.
LARGEST_ERROR = {"float32": 1e-5, "float64": 1e-6}


def is_right(line):
    if line["kind"] != "attention":
        return True
    if line["error"] is not None and line["error"] <= LARGEST_ERROR[line["dtype"]]:  # JSON has no NaN
        return True
    print(f"table.py: left out, as its result is wrong: {line}", file=sys.stderr)
    return False


def best_of(lines):
    """GFLOP/s (or GB/s) by place in the tables and program, with the variant that reached it."""
    best = {}
    for line in lines:
        place = (line["kind"], line["what"], line["dtype"], line["threads"], line["program"])
        if place not in best or best[place]["best"] < line["best"]:
            best[place] = line
    return best


def cell(found, ours):
    if not found:
        return "-"
    text = f"{found['best']:.1f}"
    if ours and found is not ours:
        text += f" ({ours['best'] / found['best']:.2f})"
    return text


def attention_table(best, dtype):
    places = {place[1:4] for place in best if place[0] == "attention" and place[2] == dtype}
    others = sorted({place[4] for place in best if place[0] == "attention"} - {"attn-calc"})
    programs = ["attn-calc"] + others
    print(f"\n| {dtype} | threads | {' | '.join(programs)} |")
    print("| --- | ---: |" + " ---: |" * len(programs))
    for shape in peer.read_shapes([]):
        for what, _, threads in sorted(place for place in places if place[0] == shape.name):
            found = {program: best.get(("attention", what, dtype, threads, program)) for program in programs}
            cells = [cell(found[program], found["attn-calc"]) for program in programs]
            print(f"| {what} | {threads} | {' | '.join(cells)} |")


def variants_table(best):
    """Which of its ways each peer was best with."""
    print("\n| program | shape, type, threads | best with |\n| --- | --- | --- |")
    for (kind, what, dtype, threads, program), line in sorted(best.items()):
        if kind == "attention" and "variant" in line:
            print(f"| {program} | {what}, {dtype}, {threads} | {line['variant']} |")


def machine_table(best):
    print("\n| machine | type | threads | |\n| --- | --- | ---: | ---: |")
    for (kind, what, dtype, threads, _), line in best.items():
        if kind != "attention":
            unit = "GB/s" if kind == "read" else "GFLOP/s"
            print(f"| {kind}, {what} | {dtype} | {threads} | {line['best']:.1f} {unit} |")


with open(sys.argv[1], encoding="utf-8") as file:
    measured = best_of([line for line in map(json.loads, file) if is_right(line)])
print("GFLOP/s; in brackets, how many times as fast ours is.")
for number_type in ("float32", "float64"):
    attention_table(measured, number_type)
machine_table(measured)
if "--variants" in sys.argv:
    variants_table(measured)
