#pragma once

#include <functional>
#include <string_view>

#include "attn/graph.hpp"

namespace attn {

/// A step of a trace, of which nothing is computed. Valid while it is visited.
struct OutlinedStep {
  std::string_view name;
  const Place& place;
  const Axes& axes;
};

/// Visits the steps that the problem's backend hands over.
void for_each_step(const Problem& problem, const std::function<void(const OutlinedStep&)>& visit);

}  // namespace attn
