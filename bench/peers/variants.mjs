// The ways in which ONNX Runtime can be asked for attention: each a model, and where it wants its numbers.
import { DOUBLE, FLOAT, INT32, model, node, scalar } from './onnx.mjs';

// Where head h, row i begins in memory, for arrays of `heads` heads with `n` rows of `d` numbers.
const by_head = ({ n, d }) => (h, i) => (h * n + i) * d;     // [1, heads, n, d]
const by_row = ({ heads, d }) => (h, i) => (i * heads + h) * d;  // [1, n, heads * d]

const microsoft = { domain: 'com.microsoft' };

/// Attention of ONNX itself, since operator set 23.
export function attention({ heads, kv_heads, n_q, n_k, d, causal }, type) {
  const q = { type, dims: [1, heads, n_q, d] }, k = { type, dims: [1, kv_heads, n_k, d] };
  return {
    name: 'Attention',
    model: model({
      nodes: [node('Attention', ['q', 'k', 'v'], ['output'], { is_causal: Number(causal) })],
      inputs: { q, k, v: k }, outputs: { output: q },
    }),
    inputs: { q: q.dims, k: k.dims, v: k.dims }, outputs: { output: q.dims }, at: by_head,
  };
}

/// An extension by Microsoft, with a fused kernel. It knows no groups.
export function multi_head_attention({ heads, kv_heads, n_q, n_k, d, causal }, type) {
  if (heads !== kv_heads || type !== FLOAT) return null;
  const q = { type, dims: [1, n_q, heads * d] }, k = { type, dims: [1, n_k, heads * d] };
  const attributes = { ...microsoft, num_heads: heads, unidirectional: Number(causal) };
  return {
    name: 'MultiHeadAttention',
    model: model({
      nodes: [node('MultiHeadAttention', ['q', 'k', 'v'], ['output'], attributes)],
      inputs: { q, k, v: k }, outputs: { output: q },
    }),
    inputs: { q: q.dims, k: k.dims, v: k.dims }, outputs: { output: q.dims }, at: by_row,
  };
}

/// An extension for language models: always causal, so that it fits causal shapes, and a single query, which stands
/// at the last key. That one finds the keys in its cache, in place; the last of them is given anew.
export function group_query_attention({ heads, kv_heads, n_q, n_k, d, causal }, type) {
  if (type !== FLOAT || !(causal || n_q === 1)) return null;
  const q = { type, dims: [1, n_q, heads * d] }, k = { type, dims: [1, n_q, kv_heads * d] };
  const cache = { type, dims: [1, kv_heads, n_k, d] };
  const past = n_q === 1 ? { past_k: cache, past_v: cache } : {};
  const one = { type: INT32, dims: [1] };
  const inputs = { q, new_k: k, new_v: k, ...past, last: one, total: one };
  const outputs = { output: q, present_k: cache, present_v: cache };
  const operands = ['q', 'new_k', 'new_v', n_q === 1 ? 'past_k' : '', n_q === 1 ? 'past_v' : '', 'last', 'total'];
  const attributes = { ...microsoft, num_heads: heads, kv_num_heads: kv_heads };
  return {
    name: 'GroupQueryAttention',
    model: model({ nodes: [node('GroupQueryAttention', operands, Object.keys(outputs), attributes)], inputs, outputs }),
    inputs: dims_of(inputs), outputs: dims_of(outputs), at: by_row, caches: n_q === 1,
  };
}
const dims_of = (tensors) => Object.fromEntries(Object.entries(tensors).map(([name, { dims }]) => [name, dims]));

/// Two products with a softmax in between. Queries of a group are rows of one product where each is alone in its head.
export function products({ heads, kv_heads, n_q, n_k, d, causal }, type) {
  const group = heads / kv_heads, alone = n_q === 1;
  const q = { type, dims: alone ? [kv_heads, group, d] : [kv_heads, group, n_q, d] };
  const k = { type, dims: alone ? [kv_heads, n_k, d] : [kv_heads, 1, n_k, d] };
  const mask = causal ? { mask: { type, dims: [n_q, n_k] } } : {};
  const perm = alone ? [0, 2, 1] : [0, 1, 3, 2];
  const nodes = [
    node('Mul', ['q', 'scale'], ['scaled_q']),
    node('Transpose', ['k'], ['k_t'], { perm }),
    node('MatMul', ['scaled_q', 'k_t'], ['scores']),
    ...(causal ? [node('Add', ['scores', 'mask'], ['masked'])] : []),
    node('Softmax', [causal ? 'masked' : 'scores'], ['weights'], { axis: -1 }),
    node('MatMul', ['weights', 'v'], ['output']),
  ];
  const inputs = { q, k, v: k, ...mask };
  const initializers = [scalar('scale', type, 1 / Math.sqrt(d))];
  return {
    name: 'MatMul, Softmax, MatMul',
    model: model({ nodes, inputs, outputs: { output: q }, initializers }),
    inputs: dims_of(inputs), outputs: { output: q.dims }, at: by_head,
  };
}

export const variants = [attention, multi_head_attention, group_query_attention, products];
export const types = { float32: FLOAT, float64: DOUBLE };
