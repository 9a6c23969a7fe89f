#pragma once

// softmax(Q Kᵀ · scale) V in another arithmetic: every operation's result is rounded, and sums run in an
// order that is drawn.

#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "attn/rounding.hpp"
#include "computed.hpp"

namespace attn::computed {

/// The nearest number of a format with that many bits of significand, the least subnormal `step` apart.
inline long double nearest(long double x, int bits, long double step) {
  if (x == 0 || !std::isfinite(x)) return x;
  int exponent = 0;
  std::frexp(x, &exponent);
  const long double ulp = std::max(std::ldexp(1.0L, exponent - bits), step);
  return std::nearbyint(x / ulp) * ulp;
}

inline std::function<long double(long double)> rounding_to(Precision precision) {
  switch (precision) {
    case Precision::float64:
      return [](long double x) { return static_cast<double>(x); };
    case Precision::float32:
      return [](long double x) { return static_cast<float>(x); };
    case Precision::bfloat16:
      return [](long double x) { return nearest(x, 8, 0x1p-133L); };
    case Precision::float16:
      return [](long double x) { return nearest(x, 11, 0x1p-24L); };
  }
  return {};
}

class Plain {
 public:
  using Wide = Matrix<long double>;

  Plain(std::function<long double(long double)> rounding, unsigned seed)
      : round_(std::move(rounding)), bits_(seed) {}

  std::map<std::string, Wide> steps(const Array& q, const Array& k, const Array& v, long double scale) {
    std::map<std::string, Wide> made;
    made["Q"] = rounded(q);
    made["K"] = rounded(k);
    made["V"] = rounded(v);
    const Wide& scores = made["scores"] = product(made["Q"], xt::transpose(made["K"]));
    const long double factor = round_(scale);
    const Wide& scaled = made["scaled"] = each(scores, [&](long double x) { return x * factor; });
    const Wide& row_max = made["row_max"] = xt::amax(scaled, 1, xt::keep_dims);
    const Wide& shifted = made["shifted"] = each(Wide(scaled - row_max), [](long double x) { return x; });
    const Wide& exp = made["exp"] = each(shifted, [](long double x) { return std::exp(x); });
    const Wide& row_sum = made["row_sum"] =
        product(exp, Wide(xt::ones<long double>({exp.shape(1), std::size_t{1}})));
    made["weights"] = each(Wide(exp / row_sum), [](long double x) { return x; });
    const Wide log = each(row_sum, [](long double x) { return std::log(x); });
    made["lse"] = each(Wide(row_max + log), [](long double x) { return x; });
    made["output"] = product(made["weights"], made["V"]);
    return made;
  }

 private:
  Wide rounded(const Array& array) {
    Wide matrix = xt::empty<long double>({array.shape[0], array.shape[1]});
    for (std::size_t i = 0; i < array.values.size(); ++i) matrix.flat(i) = round_(array.values[i]);
    return matrix;
  }

  template <class Function>
  Wide each(const Wide& x, Function function) {
    Wide result = x;
    for (long double& cell : result) cell = round_(function(cell));
    return result;
  }

  Wide product(const Wide& a, const Wide& b) {
    Wide result = xt::empty<long double>({a.shape(0), b.shape(1)});
    for (std::size_t i = 0; i < a.shape(0); ++i)
      for (std::size_t j = 0; j < b.shape(1); ++j) {
        std::vector<long double> terms;
        for (std::size_t p = 0; p < a.shape(1); ++p) terms.push_back(round_(a(i, p) * b(p, j)));
        result(i, j) = sum(terms);
      }
    return result;
  }

  /// Adds up any two until one is left.
  long double sum(std::vector<long double> terms) {
    if (terms.empty()) return 0;
    while (terms.size() > 1) {
      std::swap(terms[bits_() % terms.size()], terms.back());
      const long double one = terms.back();
      terms.pop_back();
      long double& other = terms[bits_() % terms.size()];
      other = round_(one + other);
    }
    return terms[0];
  }

  std::function<long double(long double)> round_;
  std::mt19937 bits_;
};

}  // namespace attn::computed
