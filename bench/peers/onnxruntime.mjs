// Attention in ONNX Runtime, by every way that it offers: see variants.mjs.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { variants, types } from './variants.mjs';

const require = createRequire(import.meta.url);
const ort = require('onnxruntime-node');
const program = `onnxruntime ${require('onnxruntime-node/package.json').version}`;

const { values: options } = parseArgs({
  options: {
    shapes: { type: 'string', default: '' },
    dtype: { type: 'string', default: 'float32,float64' },
    threads: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '1' },
    'cpu-time': { type: 'boolean', default: false }, // of one thread, for a busy machine
  },
});

function read_shapes(names) {
  const rows = readFileSync(new URL('../shapes.txt', import.meta.url), 'utf8').split('\n')
    .filter((line) => line && !line.startsWith('#')).map((line) => line.split(/\s+/));
  return rows.map(([name, heads, kv_heads, n_q, n_k, d, causal]) =>
    ({ name, heads: +heads, kv_heads: +kv_heads, n_q: +n_q, n_k: +n_k, d: +d, causal: causal === 'yes' }))
    .filter(({ name }) => !names || names.split(',').includes(name));
}

const flops = ({ heads, n_q, n_k, d, causal }) => 4 * heads * n_q * n_k * d / (causal ? 2 : 1);

/// Normally distributed, by Box and Muller. The generator is that of Numerical Recipes.
function fill(array, seed) {
  let state = seed;
  const uniform = () => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) + 0.5) / 2 ** 32;
  for (let i = 0; i < array.length; ++i) {
    array[i] = Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  }
}

function tensors_of(variant, shape, dtype) {
  const Numbers = dtype === 'float32' ? Float32Array : Float64Array;
  const size = (dims) => dims.reduce((product, n) => product * n, 1);
  const make = (dims) => new ort.Tensor(dtype, new Numbers(size(dims)), dims);
  const feeds = {}, fetches = {};
  for (const [name, dims] of Object.entries(variant.inputs)) {
    if (name === 'last' || name === 'total') {
      feeds[name] = new ort.Tensor('int32', Int32Array.of(shape.n_k - (name === 'last')), dims);
    } else {
      feeds[name] = make(dims);
      if (name !== 'mask') fill(feeds[name].data, Object.keys(feeds).length);
    }
  }
  if (feeds.mask) {
    for (let i = 0; i < shape.n_q; ++i) feeds.mask.data.fill(-Infinity, i * shape.n_k + i + 1, (i + 1) * shape.n_k);
  }
  for (const [name, dims] of Object.entries(variant.outputs)) fetches[name] = make(dims);
  if (variant.caches) [fetches.present_k, fetches.present_v] = [feeds.past_k, feeds.past_v]; // in place
  return { feeds, fetches };
}

/// K or V as a function of head and row, wherever the variant has it: GroupQueryAttention leaves it in its cache.
function rows_of(variant, { feeds, fetches }, letter, { kv_heads, n_k, d }) {
  const present = fetches[`present_${letter}`]?.data;
  if (present) return (h, j) => present.subarray((h * n_k + j) * d, (h * n_k + j + 1) * d);
  const at = variant.at({ heads: kv_heads, n: n_k, d });
  return (h, j) => feeds[letter].data.subarray(at(h, j), at(h, j) + d);
}

/// The largest difference of some rows from the formula in float64.
function error_of(variant, tensors, shape) {
  const { heads, kv_heads, n_q, n_k, d, causal } = shape;
  const at = variant.at({ heads, n: n_q, d });
  const row_of = (tensor, h, i) => tensor.data.subarray(at(h, i), at(h, i) + d);
  const k = rows_of(variant, tensors, 'k', shape), v = rows_of(variant, tensors, 'v', shape);
  let error = 0;
  for (const h of [0, heads - 1]) {
    const kv_head = Math.floor(h / (heads / kv_heads));
    for (const i of [0, n_q >> 1, n_q - 1]) {
      const q = row_of(tensors.feeds.q, h, i), actual = row_of(tensors.fetches.output, h, i);
      const scaled = Array.from({ length: causal ? i + 1 : n_k },
        (_, j) => k(kv_head, j).reduce((sum, x, c) => sum + x * q[c], 0) / Math.sqrt(d));
      const row_max = scaled.reduce((a, b) => Math.max(a, b));
      const exp = scaled.map((s) => Math.exp(s - row_max));
      const row_sum = exp.reduce((a, b) => a + b);
      for (let c = 0; c < d; ++c) {
        const expected = exp.reduce((sum, e, j) => sum + e * v(kv_head, j)[c], 0) / row_sum;
        const difference = Math.abs(expected - actual[c]);
        if (!(difference <= error)) error = difference; // NaN too
      }
    }
  }
  return error;
}

function cpu_milliseconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}
const now = options['cpu-time'] && options.threads === '1' ? cpu_milliseconds : () => performance.now();

/// Seconds of one call; short ones are repeated for 20 ms.
async function sample(call) {
  const seconds_of = async (repeats) => {
    const start = now();
    for (let i = 0; i < repeats; ++i) await call();
    return (now() - start) / 1e3 / repeats;
  };
  const first = await seconds_of(1);
  return first >= 0.02 ? first : seconds_of(Math.floor(0.02 / Math.max(first, 1e-7)) + 1);
}

async function prepare(variant, shape, dtype) {
  const session = await ort.InferenceSession.create(variant.model,
    { intraOpNumThreads: +options.threads, interOpNumThreads: 1, executionMode: 'sequential' });
  const tensors = tensors_of(variant, shape, dtype);
  const call = () => session.run(tensors.feeds, tensors.fetches);
  await call();
  return { variant: variant.name, call, error: error_of(variant, tensors, shape), times: [] };
}

async function run(shape, dtype) {
  const prepared = [];
  for (const make of variants) {
    const variant = make(shape, types[dtype]);
    if (variant) prepared.push(await prepare(variant, shape, dtype));
  }
  const until = performance.now() + 1e3 * options.seconds * prepared.length;
  while (performance.now() < until || prepared[0].times.length < 3) {
    for (const each of prepared) each.times.push(await sample(each.call)); // in turns
  }
  for (const { variant, times, error } of prepared) {
    times.sort((a, b) => a - b);
    const [best, median] = [times[0], times[times.length >> 1]].map((seconds) => flops(shape) / seconds / 1e9);
    console.log(JSON.stringify({
      program, variant, kind: 'attention', what: shape.name, dtype, threads: +options.threads, best, median, error,
    }));
  }
}

for (const shape of read_shapes(options.shapes)) {
  for (const dtype of options.dtype.split(',')) await run(shape, dtype);
}
