#include "attention.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "attn/problem.hpp"

namespace bench {
namespace {

std::size_t count(std::int64_t heads, std::int64_t n, std::int64_t d) {
  return static_cast<std::size_t>(heads * n * d);
}

template <class T>
void fill(Buffer<T>& buffer, unsigned seed) {
  std::mt19937 bits(seed);
  std::normal_distribution<T> normal;
  for (T& number : buffer.span()) number = normal(bits);
}

template <class T>
double dot(std::span<const T> a, std::span<const T> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
  return sum;
}

/// One row of the output, straight from the formula, in float64.
template <class T>
std::vector<double> plain_row(const Attention<T>& a, std::int64_t head, std::int64_t row) {
  const Shape& shape = a.shape;
  const double scale = 1 / std::sqrt(static_cast<double>(shape.d));
  std::vector<double> scaled(static_cast<std::size_t>(shape.causal ? row + 1 : shape.n_k));
  for (std::size_t j = 0; j < scaled.size(); ++j) {
    scaled[j] = dot(a.query(head, row), a.key(head, static_cast<std::int64_t>(j))) * scale;
  }
  const double row_max = *std::max_element(scaled.begin(), scaled.end());
  double row_sum = 0;
  std::vector<double> output(static_cast<std::size_t>(shape.d));
  for (std::size_t j = 0; j < scaled.size(); ++j) {
    const double exp = std::exp(scaled[j] - row_max);
    const std::span<const T> value = a.value(head, static_cast<std::int64_t>(j));
    for (std::size_t c = 0; c < output.size(); ++c) output[c] += exp * static_cast<double>(value[c]);
    row_sum += exp;
  }
  for (double& number : output) number /= row_sum;
  return output;
}

attn::Masks masks_of(const Shape& shape) {
  std::vector<attn::MaskSpec> specs;
  if (shape.causal) specs.push_back({"shape", "causal", {}});
  attn::Sizes sizes;
  sizes.n_q = count(1, shape.n_q, 1);
  sizes.n_k = count(1, shape.n_k, 1);
  return {specs, sizes, false};
}

/// Of a constant Attention, a row of constants.
template <class A>
auto output_row(A& a, std::int64_t head, std::int64_t row) {
  return a.output.span().subspan(count(row * a.shape.heads + head, 1, a.shape.d),
                                 static_cast<std::size_t>(a.shape.d));
}

}  // namespace

template <class T>
Attention<T>::Attention(const Shape& s, Pages pages)
    : shape(s),
      masks(masks_of(s)),
      q(count(s.heads, s.n_q, s.d), pages),
      k(count(s.kv_heads, s.n_k, s.d), pages),
      v(count(s.kv_heads, s.n_k, s.d), pages),
      output(count(s.heads, s.n_q, s.d), pages) {
  fill(q, 1);
  fill(k, 2);
  fill(v, 3);
}

template <class T>
std::span<const T> Attention<T>::query(std::int64_t head, std::int64_t row) const {
  return q.span().subspan(count(head * shape.n_q + row, 1, shape.d), static_cast<std::size_t>(shape.d));
}

template <class T>
std::span<const T> Attention<T>::key(std::int64_t head, std::int64_t row) const {
  const std::int64_t kv_head = head / (shape.heads / shape.kv_heads);
  return k.span().subspan(count(kv_head * shape.n_k + row, 1, shape.d), static_cast<std::size_t>(shape.d));
}

template <class T>
std::span<const T> Attention<T>::value(std::int64_t head, std::int64_t row) const {
  const std::int64_t kv_head = head / (shape.heads / shape.kv_heads);
  return v.span().subspan(count(kv_head * shape.n_k + row, 1, shape.d), static_cast<std::size_t>(shape.d));
}

template <class T>
void run_kernel(Attention<T>& a, int threads) {
  const auto rows = [&](const Buffer<T>& buffer, std::int64_t n) {
    return attn::HeadRows{buffer.span().data(), 0, count(1, n, a.shape.d), count(1, 1, a.shape.d)};
  };
  attn::FlashProblem<T> problem;
  problem.heads = count(a.shape.heads, 1, 1);
  problem.kv_heads = count(a.shape.kv_heads, 1, 1);
  problem.n_q = count(1, a.shape.n_q, 1);
  problem.n_k = count(1, a.shape.n_k, 1);
  problem.d_k = problem.d_v = count(1, 1, a.shape.d);
  problem.q = rows(a.q, a.shape.n_q);
  problem.k = rows(a.k, a.shape.n_k);
  problem.v = rows(a.v, a.shape.n_k);
  problem.scale = 1 / std::sqrt(static_cast<double>(a.shape.d));
  problem.masks = &a.masks;
  problem.output = a.output.span().data();  // [n_q, heads, d]
  attn::flash_attention(problem, {.threads = static_cast<unsigned>(threads)});
}

template <class T>
double error_of_output(const Attention<T>& a) {
  const Shape& shape = a.shape;
  double error = 0;
  for (const std::int64_t head : {std::int64_t{0}, shape.heads - 1}) {
    for (const std::int64_t row : {std::int64_t{0}, shape.n_q / 2, shape.n_q - 1}) {
      const std::vector<double> expected = plain_row(a, head, row);
      const std::span<const T> actual = output_row(a, head, row);
      for (std::size_t c = 0; c < expected.size(); ++c) {
        const double difference = std::abs(static_cast<double>(actual[c]) - expected[c]);
        if (!(difference <= error)) error = difference;  // NaN too
      }
    }
  }
  return error;
}

template struct Attention<float>;
template struct Attention<double>;
template void run_kernel(Attention<float>&, int);
template void run_kernel(Attention<double>&, int);
template double error_of_output(const Attention<float>&);
template double error_of_output(const Attention<double>&);

}  // namespace bench
