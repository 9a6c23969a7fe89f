"""What the peers in Python share: shapes, options, timing, a check, and the lines that they print."""

import argparse
import json
import pathlib
import time
from dataclasses import dataclass

import numpy as np

TABLE = pathlib.Path(__file__).parent.parent / "shapes.txt"


@dataclass
class Shape:
    name: str
    heads: int
    kv_heads: int
    n_q: int
    n_k: int
    d: int
    causal: bool

    @property
    def flops(self):
        both_products = 4 * self.heads * self.n_q * self.n_k * self.d
        return both_products / 2 if self.causal else both_products

    @property
    def scale(self):
        return self.d**-0.5


def read_shapes(names):
    rows = [line.split() for line in TABLE.read_text().splitlines() if line and not line.startswith("#")]
    shapes = [Shape(row[0], *map(int, row[1:6]), row[6] == "yes") for row in rows]
    return [shape for shape in shapes if not names or shape.name in names]


def options(description):
    def words(text):
        return text.split(",")

    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--shapes", type=words, default=[], help="names, as in A,B (default: all)")
    parser.add_argument("--dtype", type=words, default=["float32", "float64"], help="float32, float64 or both")
    parser.add_argument("--threads", type=int, default=1, help="number of threads (default: 1)")
    parser.add_argument("--seconds", type=float, default=1, help="for each shape and variant (default: 1)")
    parser.add_argument("--cpu-time", action="store_true", help="time one thread by its CPU time, for a busy machine")
    return parser.parse_args()


def numbers(shape, dtype):
    """Q as [kv_heads, heads / kv_heads * n_q, d] when a single query is asked about: the queries that read the same
    keys are then the rows of one product. Otherwise [kv_heads, heads / kv_heads, n_q, d]."""
    generator = np.random.default_rng(1)
    group = shape.heads // shape.kv_heads
    q = generator.standard_normal((shape.kv_heads, group, shape.n_q, shape.d)).astype(dtype)
    k = generator.standard_normal((shape.kv_heads, 1, shape.n_k, shape.d)).astype(dtype)
    v = generator.standard_normal((shape.kv_heads, 1, shape.n_k, shape.d)).astype(dtype)
    if shape.n_q == 1:
        return q[:, :, 0], k[:, 0], v[:, 0]
    return q, k, v


def error_of(output, q, k, v, shape):
    """The largest difference of some rows from the formula in float64."""
    rows_of = lambda x, n: np.asarray(x, dtype=np.float64).reshape(-1, n, shape.d)
    q, output = rows_of(q, shape.n_q), rows_of(output, shape.n_q)
    k, v = rows_of(k, shape.n_k), rows_of(v, shape.n_k)
    error = 0.0
    for head in {0, shape.heads - 1}:
        kv_head = head // (shape.heads // shape.kv_heads)
        for row in {0, shape.n_q // 2, shape.n_q - 1}:
            seen = row + 1 if shape.causal else shape.n_k
            scaled = k[kv_head, :seen] @ q[head, row] * shape.scale
            exp = np.exp(scaled - scaled.max())
            expected = exp @ v[kv_head, :seen] / exp.sum()
            difference = np.abs(output[head, row] - expected).max()
            if not difference <= error:  # NaN too
                error = float(difference)
    return error


def sample(call, clock):
    """Seconds of one call; short ones are repeated for 20 ms."""
    start = clock()
    call()
    first = clock() - start
    if first >= 0.02:
        return first
    repeats = int(0.02 / max(first, 1e-7)) + 1
    start = clock()
    for _ in range(repeats):
        call()
    return (clock() - start) / repeats


def measure(variants, options):
    """Samples of each variant, in turns, at least three."""
    clock = time.process_time if options.cpu_time and options.threads == 1 else time.perf_counter
    samples = {name: [] for name in variants}
    until = time.perf_counter() + options.seconds * len(variants)
    while time.perf_counter() < until or any(len(times) < 3 for times in samples.values()):
        for name, call in variants.items():
            samples[name].append(sample(call, clock))
    return samples


def report(program, variant, shape, dtype, threads, times, error):
    print(
        json.dumps(
            {
                "program": program,
                "variant": variant,
                "kind": "attention",
                "what": shape.name,
                "dtype": dtype,
                "threads": threads,
                "best": shape.flops / min(times) / 1e9,
                "median": shape.flops / float(np.median(times)) / 1e9,
                "error": error,
            }
        ),
        flush=True,
    )
