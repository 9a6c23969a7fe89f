// Writes ONNX models: the few messages of https://github.com/onnx/onnx/blob/main/onnx/onnx.proto that they take.

export const FLOAT = 1, INT32 = 6, INT64 = 7, DOUBLE = 11;

/// Protocol Buffers: https://protobuf.dev/programming-guides/encoding/
function varint(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}
const number = (field, value) => Buffer.concat([varint(field << 3), varint(value)]);
const bytes = (field, content) => {
  const content_bytes = Buffer.from(content);
  return Buffer.concat([varint((field << 3) | 2), varint(content_bytes.length), content_bytes]);
};
const float = (field, value) => {
  const four = Buffer.alloc(4);
  four.writeFloatLE(value);
  return Buffer.concat([varint((field << 3) | 5), four]);
};

function attribute(name, value) {
  const [type, content] = Array.isArray(value) ? [7, value.map((each) => number(8, each))]
    : Number.isInteger(value) ? [2, [number(3, value)]] : [1, [float(2, value)]];
  return Buffer.concat([bytes(1, name), ...content, number(20, type)]);
}

export function node(op, inputs, outputs, { domain = '', ...attributes } = {}) {
  return Buffer.concat([
    ...inputs.map((name) => bytes(1, name)),
    ...outputs.map((name) => bytes(2, name)),
    bytes(4, op),
    ...Object.entries(attributes).map(([name, value]) => bytes(5, attribute(name, value))),
    bytes(7, domain),
  ]);
}

function tensor_type(name, { type, dims }) {
  const shape = Buffer.concat(dims.map((size) => bytes(1, number(1, size))));
  return Buffer.concat([bytes(1, name), bytes(2, bytes(1, Buffer.concat([number(1, type), bytes(2, shape)])))]);
}

/// A scalar that is part of the model.
export function scalar(name, type, value) {
  const content = Buffer.alloc(type === DOUBLE ? 8 : 4);
  if (type === DOUBLE) content.writeDoubleLE(value); else content.writeFloatLE(value);
  return Buffer.concat([number(2, type), bytes(8, name), bytes(9, content)]);
}

/// `inputs` and `outputs` map names to {type, dims}.
export function model({ nodes, inputs, outputs, initializers = [] }) {
  const graph = Buffer.concat([
    ...nodes.map((each) => bytes(1, each)),
    bytes(2, 'attention'),
    ...initializers.map((each) => bytes(5, each)),
    ...Object.entries(inputs).map(([name, tensor]) => bytes(11, tensor_type(name, tensor))),
    ...Object.entries(outputs).map(([name, tensor]) => bytes(12, tensor_type(name, tensor))),
  ]);
  const opset = (domain, version) => bytes(8, Buffer.concat([bytes(1, domain), number(2, version)]));
  return Buffer.concat([number(1, 10), bytes(7, graph), opset('', 23), opset('com.microsoft', 1)]);
}
