#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace bench {

/// One row of shapes.txt: the sizes of one attention.
struct Shape {
  std::string name;
  std::int64_t heads = 0;
  std::int64_t kv_heads = 0;
  std::int64_t n_q = 0;
  std::int64_t n_k = 0;
  std::int64_t d = 0;  // d_k and d_v
  bool causal = false;
};

/// Two products of 2 * n_q * n_k * d for each head; a causal mask hides half of that. The softmax is not
/// counted.
double flops(const Shape& shape);

/// Bytes of K and V, each read once: what bounds a query that stands alone.
double kv_bytes(const Shape& shape, std::int64_t bytes_per_number);

/// The rows of the table whose names are in `names`, all if it is empty.
std::vector<Shape> read_shapes(const std::string& path, const std::vector<std::string>& names);

}  // namespace bench
