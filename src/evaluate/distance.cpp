#include "evaluate/distance.hpp"

#include <algorithm>

#include "attn/compare.hpp"

namespace attn {

namespace {

/// What a check may compare the two pipelines by: one number per head and query, or the final rows. Row
/// blocks of the tiled mode have no counterpart.
bool is_result(std::string_view name, const Place& place) {
  return (name == "output" || name == "lse") && !place.tile_row;
}

}  // namespace

void widen(Distance& distance, const Matrix<double>& actual, const Matrix<double>& expected,
           bool is_float32) {
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const Gap gap =
        gap_between(actual.flat(i), expected.flat(i), is_float32 ? Precision::float32 : Precision::float64);
    distance.max_abs = std::max(distance.max_abs, gap.abs);
    distance.max_ulp = std::max(distance.max_ulp, gap.ulp);
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
