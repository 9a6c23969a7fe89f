#include <fmt/format.h>

#include "attn/error.hpp"
#include "attn/trace.hpp"
#include "problem/draft.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

/// Throws unless the last part of a step's id ("head1.weights") is the name of a step.
void require_step(std::string_view where, std::string_view id) {
  std::vector<std::string_view> names;
  for (const StepName& step : step_names()) names.push_back(step.name);
  index_of(where, parse_id(id).name, names);
}

double tolerance(const Setting& setting) {
  const double value = number(setting);
  if (value < 0) refuse(setting, "a number, 0 or more");
  return value;
}

/// `key` is "atol" or another kind, or one of these after a step and a dot.
void take_tolerance(Expectation& expect, const std::string& key, const Setting& setting) {
  const std::size_t dot = key.rfind('.');
  const std::string step = dot == std::string::npos ? "default" : key.substr(0, dot);
  const std::string kind = dot == std::string::npos ? key : key.substr(dot + 1);
  if (step != "default") require_step(setting.where, step);
  Tolerance& allowed = expect.tolerance[step];
  if (kind == "atol")
    allowed.atol = tolerance(setting);
  else if (kind == "rtol")
    allowed.rtol = tolerance(setting);
  else if (kind == "ulp")
    allowed.ulp = tolerance(setting);
  else if (kind == "derived")
    allowed.derived = choice(setting, precisions);
  else
    throw InputError(fmt::format(R"({}: found {}, expected "atol", "rtol", "ulp" or "derived")",
                                 setting.where, in_quotes(kind)));
}

}  // namespace

void take_expectation(Draft& draft) {
  constexpr std::string_view expected = "expect.";
  constexpr std::string_view tolerated = "tolerance.";
  Expectation& expect = draft.problem.expect;
  for (const auto& [key, setting] : draft.raw.settings) {
    if (key.starts_with(expected)) {
      const std::string id = key.substr(expected.size());
      require_step(setting.where, id);
      expect.steps[id] = {setting.where, array(setting)};
    } else if (key.starts_with(tolerated)) {
      take_tolerance(expect, key.substr(tolerated.size()), setting);
    }
  }
  expect.compare = choice_or(draft.raw.settings, "compare", compares, Compare::tolerance);
}

}  // namespace attn
