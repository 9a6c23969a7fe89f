#!/usr/bin/python3
"""Attention in PyTorch: what it has of its own, and two products with a softmax in between."""

import math
import os
import sys

import torch
import torch.nn.functional as F

import peer

options = peer.options(__doc__)
for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):  # are read when torch is loaded
    if os.environ.get(variable) != str(options.threads):
        os.environ[variable] = str(options.threads)
        os.execv(sys.executable, [sys.executable] + sys.argv)
torch.set_num_threads(options.threads)
torch.set_grad_enabled(False)


def products(q, k, v, hidden, scale):
    scores = torch.matmul(q * scale, k.transpose(-1, -2))
    if hidden is not None:
        scores += hidden
    return torch.matmul(torch.softmax(scores, dim=-1), v)


def batched_products(q, k, v, hidden, scale):
    """Without the copies that matmul makes of K and V for each query head of a group, where there is no group."""
    flat = lambda x: x.reshape(-1, x.shape[-2], x.shape[-1])
    if q.dim() == 4 and q.shape[1] > 1:
        k, v = k.expand(-1, q.shape[1], -1, -1), v.expand(-1, q.shape[1], -1, -1)
    bias = torch.zeros((), dtype=q.dtype) if hidden is None else hidden
    scores = torch.baddbmm(bias, flat(q), flat(k).transpose(-1, -2), beta=0 if hidden is None else 1, alpha=scale)
    return torch.bmm(torch.softmax(scores, dim=-1), flat(v)).reshape(q.shape)


def head_by_head(q, k, v, hidden, scale, scores, output):
    """In place, because fresh memory for the scores of all heads costs more than the products."""
    bias = torch.zeros((), dtype=q.dtype) if hidden is None else hidden
    for kv_head in range(k.shape[0]):
        head_k, head_v = k[kv_head].reshape(-1, k.shape[-1]), v[kv_head].reshape(-1, v.shape[-1])
        heads = q[kv_head] if q.dim() == 4 else q[kv_head : kv_head + 1]
        outputs = output[kv_head] if q.dim() == 4 else output[kv_head : kv_head + 1]
        for head_q, head_output in zip(heads, outputs):
            torch.addmm(bias, head_q, head_k.T, beta=0 if hidden is None else 1, alpha=scale, out=scores)
            torch._softmax(scores, -1, False, out=scores)
            torch.mm(scores, head_v, out=head_output)
    return output


def own(q, k, v, causal):
    """scaled_dot_product_attention, which 1.13 has under a private name and with another signature."""
    if q.dim() == 4:
        k, v = k.expand(-1, q.shape[1], -1, -1), v.expand(-1, q.shape[1], -1, -1)
    if hasattr(F, "scaled_dot_product_attention"):
        return F.scaled_dot_product_attention(q, k, v, is_causal=causal)
    return F._scaled_dot_product_attention(q, k, v, None, 0.0, False, causal)[0]


def run(shape, dtype):
    arrays = peer.numbers(shape, dtype)
    q, k, v = map(torch.from_numpy, arrays)
    hidden = None
    if shape.causal:
        hidden = torch.full((shape.n_q, shape.n_k), -math.inf, dtype=q.dtype).triu(1)
    output = torch.empty_like(q)
    one_head = torch.empty((q.shape[-2], shape.n_k), dtype=q.dtype)
    variants = {
        "matmul, softmax, matmul": lambda: products(q, k, v, hidden, shape.scale),
        "baddbmm, softmax, bmm": lambda: batched_products(q, k, v, hidden, shape.scale),
        "head by head, in place": lambda: head_by_head(q, k, v, hidden, shape.scale, one_head, output),
        "scaled_dot_product_attention": lambda: own(q, k, v, shape.causal),
    }
    errors = {name: peer.error_of(call().numpy(), *arrays, shape) for name, call in variants.items()}
    program = f"torch {torch.__version__}"
    for name, times in peer.measure(variants, options).items():
        peer.report(program, name, shape, dtype, options.threads, times, errors[name])


for each in peer.read_shapes(options.shapes):
    for number_type in options.dtype:
        run(each, number_type)
