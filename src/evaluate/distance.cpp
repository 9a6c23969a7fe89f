#include "evaluate/distance.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace attn {

namespace {

/// Numbers of one type in order as integers in order, -0 and 0 one number.
std::int64_t ordinal(double x) {
  const auto bits = std::bit_cast<std::int64_t>(x);
  return bits >= 0 ? bits : std::numeric_limits<std::int64_t>::min() - bits;
}
std::int64_t ordinal(float x) {
  const auto bits = std::bit_cast<std::int32_t>(x);
  return bits >= 0 ? bits : std::int64_t{std::numeric_limits<std::int32_t>::min()} - bits;
}

template <class T>
double ulps_between(T a, T b) {
  const auto [low, high] = std::minmax({ordinal(a), ordinal(b)});
  // Unsigned: the distance of two doubles of opposite sign does not fit a signed integer, nor its exact value
  // a double.
  return static_cast<double>(static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low));
}

bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

/// What a check may compare the two pipelines by: one number per head and query, or the final rows. Row
/// blocks of the tiled mode have no counterpart.
bool is_result(std::string_view name, const Place& place) {
  return (name == "output" || name == "lse") && !place.tile_row;
}

}  // namespace

void widen(Distance& distance, const Matrix<double>& actual, const Matrix<double>& expected,
           bool is_float32) {
  const auto ulps = [&](double a, double b) {
    return is_float32 ? ulps_between(static_cast<float>(a), static_cast<float>(b)) : ulps_between(a, b);
  };
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const double a = actual.flat(i);
    const double b = expected.flat(i);
    if (same(a, b)) continue;
    const bool finite = std::isfinite(a) && std::isfinite(b);
    const double infinite = std::numeric_limits<double>::infinity();
    distance.max_abs = std::max(distance.max_abs, finite ? std::abs(a - b) : infinite);
    distance.max_ulp = std::max(distance.max_ulp, finite ? ulps(a, b) : infinite);
  }
}

bool KeepResults::wants(std::string_view name, const Place& place) const {
  return is_result(name, place);
}

void KeepResults::step(const Step& step) {
  results_.emplace(step.id, step.values);
}

const Matrix<double>* KeepResults::find(const std::string& id) const {
  const auto found = results_.find(id);
  return found == results_.end() ? nullptr : &found->second;
}

bool CompareResults::wants(std::string_view name, const Place& place) const {
  return is_result(name, place) || next_.wants(name, place);
}

void CompareResults::step(const Step& step) {
  if (is_result(step.name, step.place)) {
    if (const Matrix<double>* standard = standard_.find(step.id)) {
      Distance& distance = distances_[std::string(step.name)];
      distance.step = step.name;
      widen(distance, step.values, *standard, step.is_float32);
    }
  }
  if (next_.wants(step.name, step.place)) next_.step(step);
}

void CompareResults::end(const TraceFooter& footer) {
  TraceFooter with_distances = footer;
  for (const std::string_view name : {"output", "lse"}) {
    const auto found = distances_.find(name);
    if (found != distances_.end()) with_distances.from_standard.push_back(found->second);
  }
  next_.end(with_distances);
}

}  // namespace attn
