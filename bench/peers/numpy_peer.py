#!/usr/bin/python3
"""Attention in numpy: two products by OpenBLAS and a softmax in between, in place."""

import os
import sys

import numpy as np

import peer

options = peer.options(__doc__)
if os.environ.get("OPENBLAS_NUM_THREADS") != str(options.threads):  # is read when numpy is loaded
    os.environ["OPENBLAS_NUM_THREADS"] = str(options.threads)
    os.execv(sys.executable, [sys.executable] + sys.argv)


def attention(q, k_t, v, hidden, scale, scores, output):
    np.matmul(q * q.dtype.type(scale), k_t, out=scores)  # q is smaller than the scores
    if hidden is not None:
        scores += hidden
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    row_sum = scores.sum(axis=-1, keepdims=True)
    np.matmul(scores, v, out=output)
    output /= row_sum  # after the product: fewer numbers


def head_by_head(q, k_t, v, hidden, scale, scores, output):
    """The scores of one head at a time are less to move through the memory."""
    heads = q.shape[:-2]
    for head in np.ndindex(heads):
        kv_head = head[:1] + (0,) * (len(heads) - 1)
        attention(q[head], k_t[kv_head], v[kv_head], hidden, scale, scores, output[head])


def run(shape, dtype):
    q, k, v = peer.numbers(shape, dtype)
    k_t = k.swapaxes(-1, -2)
    hidden = np.triu(np.full((shape.n_q, shape.n_k), -np.inf, dtype), 1) if shape.causal else None
    all_scores = np.empty(q.shape[:-1] + (shape.n_k,), dtype)
    output = np.empty_like(q)
    one_head = all_scores[(0,) * (q.ndim - 2)]
    variants = {
        "all heads": lambda: attention(q, k_t, v, hidden, shape.scale, all_scores, output),
        "head by head": lambda: head_by_head(q, k_t, v, hidden, shape.scale, one_head, output),
    }
    errors = {}
    for name, call in variants.items():
        output.fill(np.nan)
        call()
        errors[name] = peer.error_of(output, q, k, v, shape)
    program = f"numpy {np.__version__}"
    for name, times in peer.measure(variants, options).items():
        peer.report(program, name, shape, dtype, options.threads, times, errors[name])


for each in peer.read_shapes(options.shapes):
    for number_type in options.dtype:
        run(each, number_type)
