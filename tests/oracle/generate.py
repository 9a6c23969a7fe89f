"""Seeded random problems that combine everything a problem file can say (docs/problem-file.md).

    Generator(seed).write(folder) -> path of the problem file
"""
import csv
import json
import math
import os

import numpy as np

import attention
import masks
import reading

SIZES = [0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 11, 13]
WIDTHS = [1, 1, 2, 2, 3, 4, 5, 6, 7, 11]
KINDS = ["given"] * 5 + ["projected"] * 5 + ["scores", "scaled"]
LAYOUTS = ["nd", "hnd", "bhnd", "bnd", "bnhd"]
MASKS = ["causal", "window", "padding", "boolean", "additive", "alibi"]
NAMES = ["the", "cat", "a\"b", "", "naïve", "<b>", "tab\there", "|", "日本", "x y"]


class Generator:
    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        self.seed = seed

    # Choices

    def chance(self, p):
        return self.random.random() < p

    def pick(self, options):
        return options[self.random.integers(len(options))]

    def number(self):
        """Mostly numbers as people write them; some with all their digits."""
        style = self.random.random()
        if style < 0.4:
            return int(self.random.integers(-3, 4))
        if style < 0.8:
            return round(float(self.random.normal()), int(self.random.integers(1, 4)))
        return float(self.random.normal())

    def values(self, *shape):
        flat = [self.number() for _ in range(int(np.prod(shape)))]
        return np.array(flat, dtype=object).reshape(shape)

    # The problem

    def write(self, folder):
        keys = self.problem()
        self.to_files(keys, folder)
        path = os.path.join(folder, f"problem{self.seed}.json")
        with open(path, "w", encoding="utf-8") as out:
            json.dump(plain(keys), out, ensure_ascii=False)
        return path

    def problem(self):
        self.heads = self.pick([1, 1, 1, 2, 2, 3, 4, 6])
        self.kv_heads = self.pick([k for k in range(1, self.heads + 1) if self.heads % k == 0])
        self.batch = self.pick([1, 1, 1, 2, 3])
        self.n_q, self.n_k = self.pick(SIZES), self.pick(SIZES)
        if self.chance(0.4):
            self.n_k = self.n_q
        self.d_k, self.d_v = self.pick(WIDTHS), self.pick(WIDTHS)
        self.n_past = self.pick([0, 1, 2, 3, 4, 5]) if self.chance(0.25) else None
        self.kind = self.pick(KINDS)
        keys = {}
        getattr(self, self.kind)(keys)
        self.options(keys)
        self.masks(keys)
        self.poison(keys)
        self.extremes(keys)
        self.tokens(keys)
        return keys

    def say_heads(self, keys, needed):
        if needed or self.heads > 1 and self.chance(0.5):
            if self.heads > 1 or self.chance(0.2):
                keys["heads"] = self.heads
        if self.kv_heads != self.heads and needed or self.chance(0.2):
            keys["kv_heads"] = self.kv_heads

    def given(self, keys):
        layout = self.fitting_layout()
        keys["Q"] = self.arranged(layout, self.heads, self.n_q, self.d_k)
        keys["K"] = self.arranged(layout, self.kv_heads, self.n_k, self.d_k)
        if self.chance(0.85):
            keys["V"] = self.arranged(layout, self.kv_heads, self.n_k, self.d_v)
        by_rank = {2: "nd", 3: "hnd", 4: "bhnd"}[keys["Q"].ndim]
        if layout != by_rank or self.chance(0.3):
            keys["layout"] = layout
        self.say_heads(keys, needed=reading.is_packed(layout))
        self.past(keys)
        self.output_projection(keys)

    def fitting_layout(self):
        return self.pick([l for l in LAYOUTS if self.batch == 1 or l.startswith("b")])

    def arranged(self, layout, heads, n, d):
        shape = {"nd": (n, heads * d), "hnd": (heads, n, d), "bhnd": (self.batch, heads, n, d),
                 "bnd": (self.batch, n, heads * d), "bnhd": (self.batch, n, heads, d)}[layout]
        return self.values(*shape)

    def past(self, keys):
        if self.n_past is None:
            return
        past = {"K": self.values(self.batch, self.kv_heads, self.n_past, self.d_k)}
        if self.has_v(keys):
            past["V"] = self.values(self.batch, self.kv_heads, self.n_past, self.d_v)
        keys["past"] = {name: self.shorter(value) for name, value in past.items()}
        self.n_k += self.n_past

    def shorter(self, value):
        """Leading axes of length 1 may be left out."""
        while value.ndim > 2 and value.shape[0] == 1 and self.chance(0.7):
            value = value[0]
        return value

    def has_v(self, keys):
        return "V" in keys or "W_V" in keys or "W_QKV" in keys

    def output_projection(self, keys):
        if not self.has_v(keys) or self.chance(0.6):
            return
        d_out = self.pick(WIDTHS)
        keys["W_O"] = self.stored(keys, self.values(self.heads * self.d_v, d_out))
        if self.chance(0.5):
            keys["b_O"] = self.values(d_out)

    def stored(self, keys, w):
        if "weights_layout" not in keys:
            keys["weights_layout"] = self.pick(["in_out", "in_out", "out_in"])
        return w.swapaxes(-1, -2) if keys["weights_layout"] == "out_in" else w

    def projected(self, keys):
        d_model = self.pick(WIDTHS)
        with_batch = self.batch > 1 or self.chance(0.2)
        keys["X"] = self.embeddings(self.n_q, d_model, with_batch)
        if self.chance(0.4):
            keys["X_kv"] = self.embeddings(self.n_k, d_model, with_batch)
        else:
            self.n_k = self.n_q
        self.say_heads(keys, needed=True)
        if self.chance(0.35):
            self.fused(keys, d_model)
        else:
            self.separate(keys, d_model)
        self.past(keys)
        self.output_projection(keys)

    def embeddings(self, n, d_model, with_batch):
        return self.values(self.batch, n, d_model) if with_batch else self.values(n, d_model)

    def fused(self, keys, d_model):
        keys["qkv_packing"] = self.pick(["q_k_v", "per_head"])
        if self.chance(0.5):
            self.d_v = self.d_k
        else:
            keys["d_k"] = self.d_k
        total = (self.heads + self.kv_heads) * self.d_k + self.kv_heads * self.d_v
        keys["W_QKV"] = self.stored(keys, self.values(d_model, total))
        if self.chance(0.5):
            keys["b_QKV"] = self.values(total)

    def separate(self, keys, d_model):
        names = ["Q", "K", "V"] if self.chance(0.85) else ["Q", "K"]
        for name in names:
            heads = self.heads if name == "Q" else self.kv_heads
            self.one_projection(keys, name, heads, d_model, self.d_v if name == "V" else self.d_k)

    def one_projection(self, keys, name, heads, d_model, d):
        listed = self.chance(0.4)
        w = self.values(heads, d_model, d) if listed else self.values(d_model, heads * d)
        keys["W_" + name] = self.stored(keys, w)
        if self.chance(0.4):
            keys["b_" + name] = self.values(heads, d) if listed else self.values(heads * d)

    def scores(self, keys):
        self.grid(keys, "scores")
        if self.chance(0.5):
            keys["d_k"] = self.d_k
        else:
            keys["scale"] = self.number()

    def scaled(self, keys):
        self.grid(keys, "scaled")

    def grid(self, keys, name):
        self.n_past = None
        grid = self.values(self.batch, self.heads, self.n_q, self.n_k)
        if self.chance(0.15):  # as exercises write a mask; no mask hides these, so a row of them is 0/0
            grid[self.random.random(grid.shape) < 0.4] = -math.inf
        keys[name] = self.shorter(grid)
        if not self.chance(0.7):
            return
        layout = self.fitting_layout()
        keys["V"] = self.arranged(layout, self.kv_heads, self.n_k, self.d_v)
        keys["layout"] = layout
        self.say_heads(keys, needed=reading.is_packed(layout))
        self.output_projection(keys)

    # Conventions

    def options(self, keys):
        if self.kind in ("given", "projected") and self.chance(0.3):
            keys["scale"] = self.pick([1, 0, -0.5, 0.125, 10, 1e-300, 1e300, self.number(), self.number()])
        if self.chance(0.2):
            keys["softcap"] = self.pick([0.5, 1, 2, 30, 50, 1e-300, 1e300])
        if self.chance(0.2):
            keys["softmax"] = self.pick(["naive", "naive", "safe"])
        if self.chance(0.4):
            keys["empty_row"] = self.pick(["nan", "nan", "zero"])

    def masks(self, keys):
        count = self.pick([0, 0, 1, 1, 1, 2, 2, 3])
        kinds = [self.pick(MASKS) for _ in range(count)]
        if self.n_k < self.least_length():
            kinds = [kind for kind in kinds if kind != "padding"]
            count = len(kinds)
        self.lengths = self.key_lengths() if "padding" in kinds else None
        chosen = [getattr(self, kind + "_mask")() for kind in kinds]
        if count > 1 and self.chance(0.1):
            chosen += self.contradiction()
        if count == 1 and self.chance(0.5):
            keys["mask"] = chosen[0]
        elif count:
            keys["mask"] = chosen

    def least_length(self):
        """Padding may not reach into the cache: it would hide the queries' own keys."""
        return 0 if self.n_past is None else self.n_past + 1

    def key_lengths(self):
        return [int(self.random.integers(self.least_length(), self.n_k + 1)) for _ in range(self.batch)]

    def align(self, mask):
        """Said where it must be, and sometimes where it makes no difference."""
        if self.n_past is not None:
            return mask
        if self.n_q != self.n_k or self.lengths is not None or self.chance(0.2):
            mask["align"] = self.pick(["top-left", "bottom-right"])
        return mask

    def causal_mask(self):
        mask = self.align({"type": "causal"})
        return "causal" if len(mask) == 1 and self.chance(0.7) else mask

    def window_mask(self):
        return self.align({"type": "window", "left": self.pick([-1, 0, 1, 2, 5]), "right": self.pick([-1, 0, 1, 3])})

    def padding_mask(self):
        return {"type": "padding", "key_lengths": list(self.lengths)}

    def boolean_mask(self):
        shape = self.mask_shape()
        likely = self.pick([0.1, 0.3, 0.5, 0.9])
        values = np.array(self.random.random(shape) < likely, dtype=object)
        return {"type": "boolean", "true_means": self.pick(["attend", "masked"]), "values": values}

    def additive_mask(self):
        values = self.values(*self.mask_shape())
        hide = self.random.random(values.shape) < self.pick([0, 0.2, 0.6])
        values = np.where(hide, -math.inf, values)
        if values.size and self.chance(0.05):
            values.flat[self.random.integers(values.size)] = self.pick([math.nan, math.inf, 1e308])
        return {"type": "additive", "values": values}

    def contradiction(self):
        """A key that one mask hides and another one prizes is hidden."""
        hidden = self.random.random(self.mask_shape()) < 0.3
        prize = self.pick([math.inf, math.nan, 1e300])
        terms = [np.where(hidden, -math.inf, 0), np.where(hidden, prize, 1)]
        return [{"type": "additive", "values": term.astype(object)} for term in terms]

    def alibi_mask(self):
        slopes = "auto" if self.chance(0.6) else [abs(self.number()) for _ in range(self.heads)]
        return self.align({"type": "alibi", "slopes": slopes})

    def mask_shape(self):
        full = (self.batch, self.heads, self.n_q, self.n_k)[-int(self.random.integers(1, 5)):]
        return tuple(1 if self.chance(0.2) else n for n in full)

    # Numbers that must not matter, and numbers that are hard

    def poison(self, keys):
        """NaN and infinities in keys and values that no query sees, and now and then in one that is seen."""
        if not self.chance(0.35):
            return
        run = evaluated(keys)
        for b in range(self.batch):
            for kv in range(self.kv_heads):
                group = range(self.heads)[kv * self.heads // self.kv_heads:(kv + 1) * self.heads // self.kv_heads]
                hidden = ~(run.bias.values[b][group.start:group.stop] != -math.inf).any(axis=(0, 1))
                for j in np.flatnonzero(hidden):
                    self.poison_key(keys, b, kv, j)
        if self.chance(0.3) and self.n_k:
            self.poison_key(keys, int(self.random.integers(self.batch)), 0, int(self.random.integers(self.n_k)))

    def poison_key(self, keys, b, kv, j):
        bad = self.pick([math.nan, math.inf, -math.inf])
        n_past = self.n_past or 0
        for name, d in (("K", self.d_k), ("V", self.d_v)):
            column = int(self.random.integers(d))
            if j < n_past and name in keys["past"]:
                cached = keys["past"][name]
                cached.reshape(self.batch, self.kv_heads, n_past, d)[b, kv, j, column] = bad
            elif name in keys and j >= n_past:
                layout = keys.get("layout") or {2: "nd", 3: "hnd", 4: "bhnd"}[keys["Q"].ndim]
                self.poison_given(keys[name], layout, b, kv, j - n_past, column, d, bad)

    def poison_given(self, given, layout, b, kv, j, column, d, bad):
        index = {"nd": (j, kv * d + column), "hnd": (kv, j, column), "bhnd": (b, kv, j, column),
                 "bnd": (b, j, kv * d + column), "bnhd": (b, j, kv, column)}[layout]
        given[index] = bad

    def extremes(self, keys):
        """One entry far outside, or every entry larger than is sensible."""
        candidates = [k for k in ("Q", "K", "V", "X", "scores", "scaled") if k in keys and keys[k].size]
        if not candidates or not self.chance(0.15):
            return
        target = keys[self.pick(candidates)]
        if self.chance(0.5):
            at = np.unravel_index(self.random.integers(target.size), target.shape)
            target[at] = self.pick([1e300, -1e300, 1e-300, 5e-324, 1e17, -745.2, 710])
        else:
            target *= self.pick([10, 100, 1000])

    def tokens(self, keys):
        if not self.chance(0.3):
            return
        name = lambda n: [self.pick(NAMES) + str(i) for i in range(n)]
        if (self.n_past or 0) + self.n_q == self.n_k and self.chance(0.5):
            keys["tokens"] = name(self.n_k)
        else:
            keys["tokens"] = {"query": name(self.n_q), "key": name(self.n_k)}

    # Files

    def to_files(self, keys, folder):
        """Some arrays stand in files of their own: matrices as CSV, the others as JSON or as a list of CSV files."""
        for name, value in list(keys.items()):
            if isinstance(value, np.ndarray) and value.size and self.chance(0.12):
                keys[name] = self.files_for(folder, name, value)

    def files_for(self, folder, name, value):
        if value.ndim == 3 and self.chance(0.5):
            return [{"file": self.array_file(folder, f"{name}{i}", v)} for i, v in enumerate(value)]
        return {"file": self.array_file(folder, name, value)}

    def array_file(self, folder, name, value):
        file = f"problem{self.seed}-{name}." + ("csv" if value.ndim == 2 else "json")
        with open(os.path.join(folder, file), "w", encoding="utf-8", newline="") as out:
            if value.ndim == 2:
                csv.writer(out).writerows([[text(x) for x in row] for row in value])
            else:
                json.dump(plain(value), out)
        return file


def text(x):
    return repr(x) if isinstance(x, float) else str(x)


def evaluated(keys):
    """The oracle's own idea of what is hidden."""
    return attention.evaluate(reading.Problem(plain(keys)))


def plain(value):
    """As JSON has it: nested lists, words for infinities and NaN, {"shape": ...} for arrays without numbers."""
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, np.ndarray):
        return {"shape": list(value.shape)} if value.size == 0 else plain(value.tolist())
    if isinstance(value, list):
        return [plain(v) for v in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    return value
