#include "check/hidden_weights.hpp"

#include <limits>

namespace attn {

bool weighs_hidden(const Matrix<double>& weights, const Matrix<double>& mask) {
  if (weights.size() != mask.size()) return false;
  for (std::size_t cell = 0; cell < weights.size(); ++cell)
    if (mask.flat(cell) == -std::numeric_limits<double>::infinity() && weights.flat(cell) != 0) return true;
  return false;
}

}  // namespace attn
