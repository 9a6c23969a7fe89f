"""What the pipeline starts from: Q, K, V [batch, heads, n, d] from the file's layouts or projections, or scores.

What is read or made on the way becomes a step or an input of the evaluation, under the id that docs/trace.md gives it.
"""
import numpy as np

import bounded as bd
import reading
from bounded import Bounded


class Operands:
    """Q, K, V [batch][head] of the pipeline, or scores or scaled in their place. Absent ones are None."""
    q = k = v = scores = scaled = None
    past_k = past_v = None
    batch = heads = kv_heads = d_k = 0


def kv_head(o, h):
    return h // (o.heads // o.kv_heads)


def place(run, b=None, h=None):
    """The place in front of a step's name; one that exists once is left out."""
    batch = f"batch{b}." if b is not None and run.operands.batch > 1 else ""
    head = f"head{h}." if h is not None and run.operands.heads > 1 else ""
    return batch + head


def read_operands(run):
    o = Operands()
    run.operands = o
    if run.problem.has("scores") or run.problem.has("scaled"):
        start_in_the_middle(run, o)
    elif run.problem.has("Q"):
        as_given(run, o)
    else:
        projected(run, o)
    return o


def start_in_the_middle(run, o):
    problem = run.problem
    key = "scores" if problem.has("scores") else "scaled"
    grid = problem.array(key)
    grid = grid.reshape((1,) * (4 - grid.ndim) + grid.shape)
    o.batch, o.heads = grid.shape[:2]
    o.d_k = problem.keys.get("d_k")
    setattr(o, key, Bounded(grid))
    if problem.has("V"):
        given = problem.array("V")
        layout = reading.layout_of(problem, given)
        o.kv_heads = problem.kv_heads or heads_in(given, layout) or o.heads
        o.v = Bounded(reading.by_head(given, layout, o.kv_heads))
        show_given(run, "V", o.v, layout, o.kv_heads)
    for b in range(o.batch):
        for h in range(o.heads):
            run.steps[place(run, b, h) + key] = Bounded(grid[b, h])


def heads_in(given, layout):
    return given.shape[{"hnd": 0, "bhnd": 1, "bnhd": 2}[layout]] if not reading.is_packed(layout) else None


def as_given(run, o):
    problem = run.problem
    q, k = problem.array("Q"), problem.array("K")
    layout = reading.layout_of(problem, q)
    o.heads = heads_in(q, layout) or problem.heads
    o.kv_heads = problem.kv_heads or heads_in(k, layout) or o.heads
    o.q = Bounded(reading.by_head(q, layout, o.heads))
    o.k = Bounded(reading.by_head(k, layout, o.kv_heads))
    o.batch, o.d_k = o.q.shape[0], o.q.shape[3]
    if problem.has("V"):
        o.v = Bounded(reading.by_head(problem.array("V"), layout, o.kv_heads))
    show_given(run, "Q", o.q, layout, o.heads)
    join_past(run, o, lambda name, new, kv: show_given(run, name, new, layout, kv))


def show_given(run, name, values, layout, own_heads):
    """Q, K or V as given and then per head. Heads that lie side by side are one step first."""
    if reading.is_packed(layout) and run.operands.heads > 1:
        show_packed(run, name, values)
    show_heads(run, name, values, own_heads)


def show_packed(run, name, values):
    for b in range(values.shape[0]):
        heads = [values[b, h] for h in range(values.shape[1])]
        run.steps[place(run, b) + name] = bd.concatenate(heads, axis=1)


def show_heads(run, name, values, own_heads):
    """A step per query head: under grouped-query attention each shows the kv head that it reads."""
    o = run.operands
    for b in range(o.batch):
        for h in range(o.heads):
            run.steps[place(run, b, h) + name] = values[b, h // (o.heads // own_heads)]


def join_past(run, o, show):
    """Cached keys and values stand before the new ones, which then are called K_new and V_new."""
    for name in ("K", "V"):
        new, past = getattr(o, name.lower()), run.problem.past(name)
        if new is None:
            continue
        if past is None:
            show(name, new, o.kv_heads)
            continue
        past = Bounded(past.reshape((1,) * (4 - past.ndim) + past.shape))
        show(name + "_new", new, o.kv_heads)
        joined = bd.concatenate([past, new], axis=2)
        show_heads(run, "past_" + name, past, o.kv_heads)
        show_heads(run, name, joined, o.kv_heads)
        setattr(o, name.lower(), joined)
        setattr(o, "past_" + name.lower(), past)


# Projections

def projected(run, o):
    problem = run.problem
    o.heads = problem.heads
    o.kv_heads = problem.kv_heads or o.heads
    x = problem.array("X")
    o.batch = x.shape[0] if x.ndim == 3 else 1
    x = show_embeddings(run, "X", x)
    x_kv = show_embeddings(run, "X_kv", problem.array("X_kv")) if problem.has("X_kv") else x
    weights = fused_weights(run, o) if problem.has("W_QKV") else separate_weights(run, o)
    o.q = project(x, weights["Q"], o.heads)
    o.k = project(x_kv, weights["K"], o.kv_heads)
    o.v = project(x_kv, weights["V"], o.kv_heads) if "V" in weights else None
    o.d_k = o.q.shape[3]
    show_projection(run, "Q", o.q, weights["Q"], o.heads)
    join_past(run, o, lambda name, new, kv: show_projection(run, name, new, weights[name[0]], kv))


def show_embeddings(run, name, x):
    x = Bounded(x if x.ndim == 3 else x[None])
    for b in range(x.shape[0]):
        run.inputs[place(run, b) + name] = x[b]
    return x


class Projection:
    """One matrix [d_in, heads·d] and bias for all heads; `listed` says that the file has one matrix per head."""

    def __init__(self, w, b, listed):
        self.w, self.b, self.listed = w, b, listed


def separate_weights(run, o):
    heads = {"Q": o.heads, "K": o.kv_heads, "V": o.kv_heads}
    return {name: read_projection(run, name, heads[name]) for name in heads if run.problem.has("W_" + name)}


def read_projection(run, name, heads):
    w = run.problem.array("W_" + name)
    b = run.problem.array("b_" + name) if run.problem.has("b_" + name) else None
    listed = w.ndim == 3 and heads > 1
    if listed:
        for h in range(heads):
            run.inputs[f"head{h}.W_{name}"] = Bounded(w[h])
            if b is not None:
                run.inputs[f"head{h}.b_{name}"] = Bounded(b[h])
    else:
        w = w[0] if w.ndim == 3 else w
        b = b[0] if b is not None and b.ndim == 2 else b
        run.inputs["W_" + name] = Bounded(w)
        if b is not None:
            run.inputs["b_" + name] = Bounded(b)
    matrices = [applied(run, m) for m in w] if listed else [applied(run, w)]
    return Projection(np.concatenate(matrices, axis=1), None if b is None else b.reshape(-1), listed)


def applied(run, w):
    """[d_in, d_out], as x W needs it."""
    return w.T if run.problem.weights_layout == "out_in" else w


def fused_weights(run, o):
    problem = run.problem
    stored = problem.array("W_QKV")
    bias = problem.array("b_QKV") if problem.has("b_QKV") else None
    run.inputs["W_QKV"] = Bounded(stored)
    if bias is not None:
        run.inputs["b_QKV"] = Bounded(bias)
    w, weights = applied(run, stored), {}
    for name, columns in fused_columns(run, o, w.shape[1]).items():
        part = w[:, columns]
        weights[name] = Projection(part, None if bias is None else bias[columns], listed=False)
        run.inputs["W_" + name] = Bounded(applied(run, part))
        if bias is not None:
            run.inputs["b_" + name] = Bounded(bias[columns])
    return weights


def fused_columns(run, o, total):
    """Which columns of the fused matrix are Q's, K's and V's."""
    d_k, d_v = fused_widths(run, o, total)
    if run.problem.keys["qkv_packing"] == "q_k_v":
        order = [("Q", o.heads * d_k), ("K", o.kv_heads * d_k), ("V", o.kv_heads * d_v)]
    else:
        order = [("Q", o.heads // o.kv_heads * d_k), ("K", d_k), ("V", d_v)] * o.kv_heads
    columns, at = {"Q": [], "K": [], "V": []}, 0
    for name, width in order:
        columns[name] += range(at, at + width)
        at += width
    return columns


def fused_widths(run, o, total):
    """All heads are equally wide unless d_k is said."""
    if not run.problem.has("d_k"):
        d = total // (o.heads + 2 * o.kv_heads)
        return d, d
    d_k = run.problem.keys["d_k"]
    return d_k, (total - (o.heads + o.kv_heads) * d_k) // o.kv_heads


def project(x, projection, heads):
    """[batch, heads, n, d]"""
    batch, n, _ = x.shape
    y = linear(Bounded(x.values.reshape(batch * n, x.shape[2])), projection.w, projection.b)
    split = lambda z: z.reshape(batch, n, heads, z.shape[1] // heads).transpose(0, 2, 1, 3)
    return Bounded(split(y.values), split(y.slack))


def linear(x, w, b):
    y = bd.matmul(x, Bounded(w))
    return y if b is None else bd.add(y, Bounded(np.broadcast_to(b, y.shape)))


def show_projection(run, name, values, projection, own_heads):
    if not projection.listed and run.operands.heads > 1:
        show_packed(run, name, values)
    show_heads(run, name, values, own_heads)
