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
TWO_BY_TWO = {"tile": {"rows": 2, "cols": 2}}
ALL_LOWEST = {**GIVEN, "scores": [["-inf"] * 4, [0, 1, 2, 3], [1, "-inf", 0.5, -1]]}
SOME_HIDDEN = {**ALL_LOWEST, "mask": hidden("....", "xxxx", ".x.x")}
OTHERS_HIDDEN = {**ALL_LOWEST, "mask": hidden("xxxx", "x..x", "..x.")}
SCALED = {"scaled": numbers(3, 4), "V": numbers(4, 2)}
OVERFLOWING = {**GIVEN, "scores": [[40000, 1, 2, 0], [1, 2, 3, "-inf"], [0, -40000, 2, 3]]}
OF_ALL_KINDS = {"scaled": [["-inf"] * 4, ["inf", 1, 2, "-inf"], [1, "nan", "-inf", 2]], "V": numbers(4, 2)}
MANY_KEYS = {"Q": numbers(2, 3), "K": numbers(70, 3), "V": numbers(70, 2),
             "mask": hidden("." * 69 + "x", "x" * 30 + "." * 40)}



def pipelines(name, problem, twin, **case):
    """In each of the ways to compute it."""
    ways = {"": {}, ", naive": {"softmax": "naive"}, ", in tiles": TWO_BY_TWO}
    if "mask" in problem:
        ways |= {f"{way}, empty rows are NaN": {**said, "empty_row": "nan"} for way, said in ways.items()}
    return [{"name": name + way, "problem": {**problem, **said}, "twin": {**twin, **said}, **case}
            for way, said in ways.items()]


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
    {"name": "some rows, tokens as columns", "problem": MASKED, "twin": MASKED, "options": ["--orientation", "columns"],
     "shown": ["--rows", "1:3"]},
    {"name": "some steps", "problem": MASKED, "twin": MASKED, "shown": ["--steps", "exp,weights,row_sum,V"]},
    {"name": "a softcap, and another one", "problem": {**MASKED, "softcap": 2}, "twin": {**REMASKED, "softcap": 0.5}},
    {"name": "-inf by hand, tokens as columns", "problem": GIVEN, "twin": ALL_LOWEST,
     "options": ["--orientation", "columns"]},
    {"name": "-inf times a negative scale", "problem": ALL_LOWEST, "twin": {**ALL_LOWEST, "scale": -1},
     "errors_go_on": True},
    {"name": "-inf times 0", "problem": ALL_LOWEST, "twin": {**ALL_LOWEST, "scale": 0}},
    {"name": "weights underflow", "problem": {**GIVEN, "softmax": "naive"},
     "twin": {**GIVEN, "softmax": "naive", "scores": [[-40000] * 4, [0, 1, 2, 3], [1, 2, 3, 4]]}},
    {"name": "NaN behind the mask of many keys", "problem": MANY_KEYS,
     "twin": {**MANY_KEYS, "V": numbers(69, 2) + [["nan", "inf"]], "mask": hidden("." * 69 + "x", "." * 69 + "x")}},
    *pipelines("a row of -inf that no mask hides", ALL_LOWEST, ALL_LOWEST),
    *pipelines("a row of numbers that becomes one of -inf", GIVEN, ALL_LOWEST),
    *pipelines("a row of -inf under a mask, and a hidden one", SOME_HIDDEN, OTHERS_HIDDEN),
    *pipelines("a row of -inf that becomes hidden, and a hidden one shown", OTHERS_HIDDEN, SOME_HIDDEN),
    *pipelines("infinities and NaN in scores", OF_ALL_KINDS, OF_ALL_KINDS, errors_go_on=True),
    *pipelines("infinities put into scores", SCALED, OF_ALL_KINDS, errors_go_on=True),
    *pipelines("infinities typed as texts", SCALED, OF_ALL_KINDS, errors_go_on=True,
               in_cells={"inf": "inf", "nan": "nan"}),
    *pipelines("infinities put into K", QKV, {**QKV, "K": [["inf", 1], [1, "-inf"], [0, 0], [1, 2]]}, errors_go_on=True),
    *pipelines("infinities in K and V", {**QKV, "K": [["inf", 1], [1, "-inf"], [0, 0], [1, 2]],
                                         "V": [[1, "inf"], [2, 3], ["-inf", 1], [0, 1]]}, QKV),
    # Gnumeric calculates in extended precision, and has e^11000.
    *pipelines("exponentials that overflow", GIVEN, OVERFLOWING, errors_go_on=True),
    *pipelines("exponentials that overflowed", OVERFLOWING, GIVEN),
]
