// The kernel's own exponential and hyperbolic tangent, seen through problems of one or two keys.
#include "flash/exact.hpp"

namespace attn {

using namespace flash_tests;

namespace {

/// As many queries as arguments: query i is the argument, K is 1.
Case arguments(const std::vector<double>& x) {
  Case given = random_case(x.size(), 1, {1, 1});
  given.q = x;
  given.k = {1};
  given.v = {1};
  given.scale = 1;
  return given;
}

std::vector<double> arguments_between(double low, double high, std::size_t count) {
  return Numbers(11).list(count, low, high);
}

/// In units in the last place of the expected number.
template <class T>
double ulps(T actual, long double expected) {
  const T nearest = static_cast<T>(std::abs(expected));
  const T ulp = std::nextafter(nearest, std::numeric_limits<T>::infinity()) - nearest;
  return static_cast<double>(std::abs(actual - expected) / ulp);
}

/// The second weight of two keys with the scores 0 and t: w = e^t / (1 + e^t).
template <class T>
double worst_weight(std::string_view path) {
  Case given = arguments(arguments_between(-80, 0, 3000));
  given.sizes.n_k = 2;
  given.k = {0, 1};
  given.v = {0, 1};
  const Result<T> result = flash<T>(given, {.threads = 1, .simd = path});
  double worst = 0;
  for (std::size_t i = 0; i < given.q.size(); ++i) {
    const long double power = std::exp(static_cast<long double>(given.q[i]));
    // The argument's own rounding is multiplied by |t|.
    worst = std::max(worst, ulps(result.output[i], power / (1 + power)) / (1 + std::abs(given.q[i])));
  }
  return worst;
}

/// c tanh(x/c) as the log-sum-exp of one key, in units of eps (1 + |x|). With a large c the argument is
/// small: were the tangent only as right as 1 is, c times its error would show.
template <class T>
double worst_cap(std::string_view path, double cap, double size) {
  Case given = arguments(arguments_between(-size, size, 3000));
  given.softcap = cap;
  const Result<T> result = flash<T>(given, {.threads = 1, .simd = path});
  double worst = 0;
  for (std::size_t i = 0; i < given.q.size(); ++i) {
    const long double expected = cap * std::tanh(given.q[i] / static_cast<long double>(cap));
    const double error = static_cast<double>(std::abs(result.lse[i] - expected));
    worst = std::max(
        worst, error / std::numeric_limits<T>::epsilon() / (1 + std::abs(static_cast<double>(expected))));
  }
  return worst;
}

}  // namespace

TEST_CASE("flash: weights of two keys are right to the last places, however small") {
  for (const SimdPath& path : simd_paths()) {
    CAPTURE(path.name);
    CHECK(worst_weight<float>(path.name) <= 3);
    CHECK(worst_weight<double>(path.name) <= 3);
  }
}

TEST_CASE("flash: the cap is right to the last places, for small scores too") {
  struct Capped {
    double cap;
    double size;
  };
  const Capped all[] = {{1, 20}, {1, 1}, {1, 1e-3}, {50, 100}, {1e4, 50}, {1e4, 1e6}, {1e9, 1e3}, {1e-3, 1}};
  for (const SimdPath& path : simd_paths())
    for (const Capped& one : all) {
      CAPTURE(path.name);
      CAPTURE(one.cap);
      CAPTURE(one.size);
      CHECK(worst_cap<float>(path.name, one.cap, one.size) <= 3);
      CHECK(worst_cap<double>(path.name, one.cap, one.size) <= 3);
    }
}

}  // namespace attn
