#pragma once

// Attention as plain loops in long double, and how far the kernel may lie apart from it.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "flash/case.hpp"

namespace attn::flash_tests {

/// Attention in long double, and per row how much rounding the scores have in them: Σ_j w_j (Σ_c |q_c k_c
/// scale| + |bias_j|), where w are the weights; a softcap makes it less.
struct Exact {
  Result<long double> result;
  std::vector<double> score_size;  ///< [batch, heads, n_q]
  std::vector<double> most_v;      ///< [batch, heads, n_q]: the largest |v| of a key that has a weight
};

/// One query head's row: the scores of all keys, then their weights.
struct ExactRow {
  std::vector<long double> weights;  ///< [n_k]; a hidden key's is 0
  std::vector<long double> sizes;    ///< [n_k]
  std::vector<bool> hidden;
  long double lse = 0;
};

inline ExactRow exact_scores(const Case& given, std::size_t batch, std::size_t head, std::size_t query) {
  const Sizes& sizes = given.sizes;
  ExactRow row{std::vector<long double>(sizes.n_k), std::vector<long double>(sizes.n_k),
               std::vector<bool>(sizes.n_k), 0};
  const Matrix<double> bias = given.masks->bias({batch, head, {query, query + 1}, {0, sizes.n_k}});
  const double* q = given.q.data() + ((batch * sizes.heads + head) * sizes.n_q + query) * sizes.d_k;
  for (std::size_t key = 0; key < sizes.n_k; ++key) {
    const double* k = given.row(true, batch, sizes.kv_head(head), key);
    long double score = 0;
    long double size = 0;
    for (std::size_t c = 0; c < sizes.d_k; ++c) {
      score += static_cast<long double>(q[c]) * k[c];
      size += std::abs(static_cast<long double>(q[c]) * k[c]);
    }
    score *= given.scale;
    size *= std::abs(given.scale);
    if (given.softcap) {  // flattens errors too, where it flattens scores
      const long double tangent = std::tanh(score / *given.softcap);
      score = *given.softcap * tangent;
      size = size * (1 - tangent * tangent) + std::abs(score);
    }
    row.hidden[key] = bias(0, key) == -computed::inf;
    row.weights[key] = row.hidden[key] ? bias(0, key) : score + bias(0, key);
    row.sizes[key] = size + std::abs(bias(0, key));
  }
  return row;
}

inline void exact_weights(ExactRow& row) {
  long double most = -computed::inf;
  for (const long double score : row.weights) most = std::max(most, score);
  long double sum = 0;
  for (std::size_t key = 0; key < row.weights.size(); ++key) {
    row.weights[key] = row.hidden[key] ? 0 : std::exp(row.weights[key] - most);
    sum += row.weights[key];
  }
  for (long double& weight : row.weights) weight /= sum;
  row.lse = most + std::log(sum);
}

inline void put_exact_row(const Case& given, std::size_t batch, std::size_t head, std::size_t query,
                          Exact& exact) {
  const Sizes& sizes = given.sizes;
  ExactRow row = exact_scores(given, batch, head, query);
  const std::size_t at = (batch * sizes.heads + head) * sizes.n_q + query;
  long double* output =
      exact.result.output.data() + ((batch * sizes.n_q + query) * sizes.heads + head) * sizes.d_v;
  if (std::find(row.hidden.begin(), row.hidden.end(), false) == row.hidden.end()) {
    const bool nan = given.empty_row == EmptyRow::nan;
    std::fill_n(output, sizes.d_v, nan ? computed::nan : 0);
    exact.result.lse[at] = nan ? computed::nan : -computed::inf;
    return;
  }
  exact_weights(row);
  exact.result.lse[at] = row.lse;
  for (std::size_t key = 0; key < sizes.n_k; ++key) {
    if (row.hidden[key]) continue;
    const double* v = given.row(false, batch, sizes.kv_head(head), key);
    if (row.weights[key] > 0) exact.score_size[at] += static_cast<double>(row.weights[key] * row.sizes[key]);
    for (std::size_t c = 0; c < sizes.d_v; ++c) {
      output[c] += row.weights[key] * v[c];
      exact.most_v[at] = std::max(exact.most_v[at], std::abs(v[c]));
    }
  }
}

inline Exact exact(const Case& given) {
  const Sizes& sizes = given.sizes;
  const std::size_t rows = sizes.batch * sizes.heads * sizes.n_q;
  Exact made;
  made.result.output.assign(rows * sizes.d_v, 0);
  made.result.lse.assign(rows, 0);
  made.score_size.assign(rows, 0);
  made.most_v.assign(rows, 0);
  for (std::size_t batch = 0; batch < sizes.batch; ++batch)
    for (std::size_t head = 0; head < sizes.heads; ++head)
      for (std::size_t query = 0; query < sizes.n_q; ++query) put_exact_row(given, batch, head, query, made);
  return made;
}

// --- how far apart
// ------------------------------------------------------------------------------------------

/// The largest errors, in units of eps · (1 + score_size) · max|v| for the output, eps · (1 + score_size +
/// |lse|) for the log-sum-exp.
struct Errors {
  double output = 0;
  double lse = 0;
};

/// Equal NaN and infinities are no error, others are infinite.
inline double error_in(long double actual, long double expected, double unit) {
  if (actual == expected || (std::isnan(actual) && std::isnan(expected))) return 0;
  const double error = static_cast<double>(std::abs(actual - expected)) / unit;
  return std::isnan(error) ? computed::inf : error;
}

template <class T>
Errors errors_of(const Case& given, const Result<T>& result, const Exact& exact) {
  const Sizes& sizes = given.sizes;
  const double eps = std::numeric_limits<T>::epsilon();
  Errors worst;
  for (std::size_t row = 0; row < exact.result.lse.size(); ++row) {
    const std::size_t query = row % sizes.n_q;
    const std::size_t head = row / sizes.n_q % sizes.heads;
    const std::size_t batch = row / sizes.n_q / sizes.heads;
    const std::size_t first = ((batch * sizes.n_q + query) * sizes.heads + head) * sizes.d_v;
    const double unit = eps * (1 + exact.score_size[row]);
    const long double lse = exact.result.lse[row];
    const double size = std::isfinite(lse) ? std::abs(static_cast<double>(lse)) : 0;
    worst.lse = std::max(worst.lse, error_in(result.lse[row], lse, unit + eps * size));
    for (std::size_t c = first; c < first + sizes.d_v; ++c)
      worst.output = std::max(worst.output,
                              error_in(result.output[c], exact.result.output[c], unit * exact.most_v[row]));
  }
  return worst;
}

/// Twice of what the problems of these tests are off, in float32 and in float64.
inline constexpr double most_errors = 3;

template <class T>
void check_result(const Case& given, const Result<T>& result, const Exact& exact) {
  const Errors worst = errors_of(given, result, exact);
  CHECK(worst.output <= most_errors);
  CHECK(worst.lse <= most_errors);
}

/// Every path that this machine has, in both scalars, against plain loops.
inline void check_all_paths(const Case& given) {
  const Exact expected = exact(given);
  for (const SimdPath& path : simd_paths()) {
    CAPTURE(path.name);
    {
      INFO("float32");
      check_result(given, flash<float>(given, {.threads = 1, .simd = path.name}), expected);
    }
    INFO("float64");
    check_result(given, flash<double>(given, {.threads = 1, .simd = path.name}), expected);
  }
}

}  // namespace attn::flash_tests
