"""Problems for recalculate.py beside the examples. `twin` is what the workbook is changed into; left out, it is the
same problem with other numbers."""
import random

_chance = random.Random(5)


def numbers(*shape):
    if not shape:
        return round(_chance.uniform(-2, 2), 2)
    return [numbers(*shape[1:]) for _ in range(shape[0])]


def hidden(*rows):
    """A mask: "x" is a key that is hidden."""
    return {"type": "additive", "values": [["-inf" if key == "x" else 0 for key in row] for row in rows]}


QKV = {"Q": numbers(3, 2), "K": numbers(4, 2), "V": numbers(4, 2)}
MASKED = {**QKV, "mask": hidden("..x.", ".x..", "....")}
REMASKED = {**QKV, "mask": hidden("....", "xxxx", "xx.x")}
GIVEN = {"scores": numbers(3, 4), "scale": 0.5, "V": numbers(4, 2)}
HEADS = {"Q": numbers(2, 2, 5, 2), "K": numbers(2, 2, 5, 2), "V": numbers(2, 2, 5, 3), "mask": "causal",
         "tile": {"rows": 2, "cols": 2}, "softcap": 1.5}
MANY_KEYS = {"Q": numbers(2, 3), "K": numbers(70, 3), "V": numbers(70, 2),
             "mask": hidden("." * 69 + "x", "x" * 30 + "." * 40)}

PROBLEMS = [
    {"name": "keys hidden and shown, and a row that sees none", "problem": MASKED, "twin": REMASKED},
    {"name": "the same, where such a row is NaN", "problem": {**MASKED, "empty_row": "nan"},
     "twin": {**REMASKED, "empty_row": "nan"}},
    {"name": "the same, naive softmax", "problem": {**MASKED, "softmax": "naive"},
     "twin": {**REMASKED, "softmax": "naive"}},
    {"name": "NaN behind the mask", "problem": MASKED,
     "twin": {**MASKED, "V": [[1, 2], [3, "nan"], [5, 6], [7, 8]], "mask": hidden("xx..", ".x..", "xx.x")}},
    {"name": "NaN in sight", "problem": MASKED,
     "twin": {**MASKED, "K": [[1, 2], [3, "nan"], [5, 6], [7, 8]]}},
    {"name": "scores given, and hidden by hand", "problem": GIVEN,
     "twin": {**GIVEN, "scores": [["-inf", 1, 2, "-inf"], [0, 1, 2, 3], [1, "-inf", 0.5, -1]]}},
    {"name": "tiles, heads, batch entries and softcap", "problem": HEADS},
    {"name": "more keys than a formula has terms", "problem": MANY_KEYS},
    {"name": "tokens as columns", "problem": MASKED, "twin": REMASKED, "options": ["--orientation", "columns"]},
    {"name": "rounded half up", "problem": MASKED, "options": ["--round", "3,weights=2"]},
    {"name": "rounded half to even", "problem": MASKED, "options": ["--round", "2", "--round-ties", "half-even"]},
    {"name": "cut off", "problem": HEADS, "options": ["--round", "3", "--round-ties", "cut-off"]},
    {"name": "some rows", "problem": MASKED, "twin": MASKED, "shown": ["--rows", "1:3"]},
    {"name": "some steps", "problem": MASKED, "twin": MASKED, "shown": ["--steps", "exp,weights,row_sum,V"]},
]
