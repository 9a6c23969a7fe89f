#pragma once

// Problems for the fused kernel, made up from a few numbers.

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "attn/flash.hpp"
#include "attn/problem.hpp"
#include "computed.hpp"

namespace attn::flash_tests {

/// Evenly spread numbers, the same everywhere. Each is a float, so that both scalars compute the same
/// problem.
class Numbers {
 public:
  explicit Numbers(unsigned seed) : bits_(seed) {}

  double between(double low, double high) {
    return static_cast<float>(low + (high - low) * (static_cast<double>(bits_()) / 4294967296.0));
  }
  std::vector<double> list(std::size_t count, double low = -2, double high = 2) {
    std::vector<double> numbers(count);
    for (double& number : numbers) number = between(low, high);
    return numbers;
  }

 private:
  std::mt19937 bits_;
};

/// A problem and its numbers, [batch, heads, n, d] without gaps.
struct Case {
  Sizes sizes;
  std::vector<double> q, k, v, past_k, past_v;
  double scale = 1;
  std::optional<double> softcap;
  Softmax softmax = Softmax::safe;
  EmptyRow empty_row = EmptyRow::zero;
  std::shared_ptr<const Masks> masks = std::make_shared<const Masks>();

  std::size_t n_new() const { return sizes.n_k - sizes.n_past; }
  void set_masks(const std::vector<MaskSpec>& specs) {
    masks = std::make_shared<const Masks>(specs, sizes, sizes.n_past > 0);
  }

  /// Row `key` of K or V, cached or new.
  const double* row(bool of_k, std::size_t batch, std::size_t kv_head, std::size_t key) const {
    const std::size_t d = of_k ? sizes.d_k : sizes.d_v;
    const std::size_t head = batch * sizes.kv_heads + kv_head;
    if (key < sizes.n_past) return (of_k ? past_k : past_v).data() + (head * sizes.n_past + key) * d;
    return (of_k ? k : v).data() + (head * n_new() + key - sizes.n_past) * d;
  }
};

struct Grid {
  std::size_t n_q = 1;
  std::size_t n_k = 1;
};

struct Widths {
  std::size_t d_k = 4;
  std::size_t d_v = 4;
};

struct HeadCounts {
  std::size_t batch = 1;
  std::size_t heads = 1;
  std::size_t kv_heads = 1;
};

/// Random Q, K and V, of which `n_past` keys are cached; the scale is 1/√d_k.
inline Case random_case(std::size_t n_q, std::size_t n_k, const Widths& widths = {},
                        const HeadCounts& counts = {}, std::size_t n_past = 0) {
  Case made;
  made.sizes.batch = counts.batch;
  made.sizes.heads = counts.heads;
  made.sizes.kv_heads = counts.kv_heads;
  made.sizes.n_q = n_q;
  made.sizes.n_k = n_k;
  made.sizes.n_past = n_past;
  made.sizes.d_k = widths.d_k;
  made.sizes.d_v = widths.d_v;
  Numbers numbers(static_cast<unsigned>(1000003 * n_q + 1009 * n_k + 31 * widths.d_k + widths.d_v));
  const std::size_t kv = counts.batch * counts.kv_heads;
  made.q = numbers.list(counts.batch * counts.heads * n_q * widths.d_k);
  made.past_k = numbers.list(kv * n_past * widths.d_k);
  made.k = numbers.list(kv * (n_k - n_past) * widths.d_k);
  made.past_v = numbers.list(kv * n_past * widths.d_v);
  made.v = numbers.list(kv * (n_k - n_past) * widths.d_v);
  made.scale = 1 / std::sqrt(static_cast<double>(widths.d_k));
  return made;
}

// --- the kernel
// -------------------------------------------------------------------------------------------

template <class T>
struct Result {
  std::vector<T> output;  ///< [batch, n_q, heads·d_v]
  std::vector<T> lse;     ///< [batch, heads, n_q]
};

/// What the kernel reads and writes. Numbers that it leaves alone stay 12345.
template <class T>
FlashProblem<T> flash_problem(const Case& given, Result<T>& result) {
  const Sizes& sizes = given.sizes;
  const auto rows = [](const std::vector<double>& numbers, std::size_t heads, std::size_t n, std::size_t d) {
    return HeadRows{numbers.data(), heads * n * d, n * d, d};
  };
  FlashProblem<T> problem;
  problem.batch = sizes.batch;
  problem.heads = sizes.heads;
  problem.kv_heads = sizes.kv_heads;
  problem.n_q = sizes.n_q;
  problem.n_k = sizes.n_k;
  problem.n_past = sizes.n_past;
  problem.d_k = sizes.d_k;
  problem.d_v = sizes.d_v;
  problem.q = rows(given.q, sizes.heads, sizes.n_q, sizes.d_k);
  problem.k = rows(given.k, sizes.kv_heads, given.n_new(), sizes.d_k);
  problem.v = rows(given.v, sizes.kv_heads, given.n_new(), sizes.d_v);
  problem.past_k = rows(given.past_k, sizes.kv_heads, sizes.n_past, sizes.d_k);
  problem.past_v = rows(given.past_v, sizes.kv_heads, sizes.n_past, sizes.d_v);
  problem.scale = given.scale;
  problem.softcap = given.softcap;
  problem.softmax = given.softmax;
  problem.empty_row = given.empty_row;
  problem.masks = given.masks->empty() ? nullptr : given.masks.get();
  result.output.assign(sizes.batch * sizes.n_q * sizes.heads * sizes.d_v, T(12345));
  result.lse.assign(sizes.batch * sizes.heads * sizes.n_q, T(12345));
  problem.output = result.output.data();
  problem.lse = result.lse.data();
  return problem;
}

template <class T>
Result<T> flash(const Case& given, const FlashSettings& settings = {}) {
  Result<T> result;
  flash_attention(flash_problem(given, result), settings);
  return result;
}

}  // namespace attn::flash_tests
