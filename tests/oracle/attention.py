"""Attention as the docs say it: every step of the standard pipeline by its id.

    run = evaluate(reading.load("problem.json"))
    run.steps["head0.weights"].values

`run.steps` and `run.inputs` map ids to Bounded arrays. Written from the contract, not from the C++ sources.
"""
import math

import numpy as np

import bounded as bd
import masks
from bounded import Bounded
from operands import applied, kv_head, linear, place, read_operands


class Evaluation:
    """The state of one evaluation: `steps` are the pipeline's, `inputs` what it reads."""

    def __init__(self, problem):
        self.problem = problem
        self.steps, self.inputs = {}, {}


def evaluate(problem):
    with np.errstate(all="ignore"):
        run = Evaluation(problem)
        run.operands = read_operands(run)
        run.sizes = sizes_of(run.operands, problem)
        run.bias = masks.bias(problem, run.sizes)
        if problem.masks:
            show_mask(run)
        if problem.has("W_O"):
            read_output_projection(run)
        for b in range(run.sizes.batch):
            batch_entry(run, b)
    return run


def sizes_of(o, problem):
    grid = next(x for x in (o.scores, o.scaled, o.q) if x is not None)
    n_q = grid.shape[2]
    n_k = grid.shape[3] if o.q is None else o.k.shape[2]
    n_past = o.past_k.shape[2] if o.past_k is not None else None
    return masks.Sizes(o.batch, o.heads, n_q, n_k, n_past)


def show_mask(run):
    """One step for all heads, one per batch entry, or one per head of every batch entry, as the masks need it."""
    by_head = masks.depends_on(run.problem, run.sizes, axis=1)
    by_batch = by_head or masks.depends_on(run.problem, run.sizes, axis=0)
    for b in range(run.sizes.batch):
        for h in range(run.sizes.heads):
            name = place(run, b if by_batch else None, h if by_head else None) + "mask"
            run.inputs[name] = run.bias[b, h]


def batch_entry(run, b):
    contexts = [one_head(run, b, h) for h in range(run.sizes.heads)]
    if run.operands.v is not None:
        join_heads(run, b, contexts)


def one_head(run, b, h):
    """One head's standard pipeline; returns its context, or None without V."""
    o, show = run.operands, shower(run, b, h)
    masked = masked_scores(run, b, h, show)
    visible = run.bias.values[b, h] != -np.inf
    weights = softmax(run.problem, masked, visible, show)
    if o.v is None:
        return None
    return context_of(weights, o.v[b, kv_head(o, h)], visible, run.problem.empty)


def shower(run, b, h):
    def show(name, value):
        run.steps[place(run, b, h) + name] = value
        return value
    return show


def masked_scores(run, b, h, show):
    """scores, scaled, capped and masked; the last of them that this problem has."""
    o, problem = run.operands, run.problem
    if o.scaled is not None:
        s = o.scaled[b, h]
    else:
        raw = o.scores[b, h] if o.scores is not None else bd.matmul(o.q[b, h], o.k[b, kv_head(o, h)].T)
        s = show("scaled", scaled(show("scores", raw), scale_of(problem, o)))
    if problem.softcap is not None:
        s = show("capped", capped(s, problem.softcap))
    if problem.masks:
        s = show("masked", add_mask(s, run.bias[b, h]))
    return s


def scale_of(problem, o):
    """A number that is given is exact, 1/sqrt(d_k) has two roundings."""
    if problem.has("scale"):
        return Bounded(float(problem.keys["scale"]))
    return Bounded(1 / math.sqrt(o.d_k), 2 * bd.EPS / math.sqrt(o.d_k))


def scaled(scores, scale):
    return bd.product(scores, Bounded(np.broadcast_to(scale.values, scores.shape), scale.slack))


def capped(s, c):
    return bd.apply(lambda x: c * np.tanh(x / c), s)


def add_mask(s, bias):
    """A hidden key is -inf whatever its score was."""
    hidden, total = bias.values == -np.inf, bd.add(s, bias)
    return Bounded(np.where(hidden, -np.inf, total.values), np.where(hidden, 0.0, total.slack))


def softmax(problem, s, visible, show):
    if problem.safe:
        m = show("row_max", bd.row_max(s))
        s = show("shifted", bd.minus_row_max(s, m))
    exp = show("exp", bd.apply(np.exp, s))
    l = show("row_sum", bd.row_sum(exp))
    empty = ~visible.any(axis=-1)
    spread = Bounded(np.broadcast_to(l.values[:, None], exp.shape), l.slack[:, None])
    weights = show("weights", where_empty(empty, problem.empty, bd.divide(exp, spread)))
    log = bd.apply(np.log, l)
    lse = bd.add(m, log) if problem.safe else log
    show("lse", where_empty(empty, empty_lse(problem), lse))
    return weights


def empty_lse(problem):
    return math.nan if math.isnan(problem.empty) else -math.inf


def where_empty(empty, value, result):
    """Rows that see no key give what the problem says."""
    rows = empty.reshape(empty.shape + (1,) * (len(result.shape) - 1))
    return Bounded(np.where(rows, value, result.values), np.where(rows, 0.0, result.slack))


def context_of(weights, v, visible, empty_value):
    """Hidden keys take no part, NaN in V or not."""
    empty = ~visible.any(axis=-1)
    return where_empty(empty, empty_value, bd.matmul(weights, v, where=visible))


def join_heads(run, b, contexts):
    """concat, W_O and b_O; tensors that are the same are shown once, under the last of their names."""
    problem, show = run.problem, shower(run, b, None)
    concat = bd.concatenate(contexts, axis=1)
    many, has_w_o = len(contexts) > 1, problem.has("W_O")
    if many or has_w_o:
        for h, context in enumerate(contexts):
            shower(run, b, h)("context", context)
    if not has_w_o:
        show("output", concat)
        return
    if many:
        show("concat", concat)
    show("output", linear(concat, *run.output_projection))


def read_output_projection(run):
    w = run.problem.array("W_O")
    b = run.problem.array("b_O") if run.problem.has("b_O") else None
    run.output_projection = applied(run, w), b
    run.inputs["W_O"] = Bounded(w)
    if b is not None:
        run.inputs["b_O"] = Bounded(b)
