#include "problem/settings.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "attn/error.hpp"
#include "text/suggest.hpp"
#include "text/visible.hpp"

namespace attn {

const Setting* find(const Settings& settings, std::string_view key) {
  const auto found = settings.find(key);
  return found == settings.end() ? nullptr : &found->second;
}

std::string describe(const Setting& setting) {
  struct Describe {
    std::string operator()(double x) const { return fmt::format("{}", x); }
    std::string operator()(bool x) const { return x ? "true" : "false"; }
    std::string operator()(const std::string& x) const { return in_quotes(x); }
    std::string operator()(const std::vector<std::string>& x) const {
      return fmt::format("a list of {} texts", x.size());
    }
    std::string operator()(const Array& x) const { return "an array of shape " + to_string(x.shape); }
  };
  return std::visit(Describe{}, setting.value);
}

void refuse(const Setting& setting, std::string_view expected) {
  throw InputError(fmt::format("{}: found {}, expected {}", setting.where, describe(setting), expected));
}

double number(const Setting& setting) {
  const auto* value = std::get_if<double>(&setting.value);
  if (!value || !std::isfinite(*value)) refuse(setting, "a finite number");
  return *value;
}

std::size_t count(const Setting& setting, std::size_t least) {
  constexpr double most = 1e9;  // far above any size that fits memory, far below what a double counts exactly
  const auto* value = std::get_if<double>(&setting.value);
  if (!value || *value != std::floor(*value) || *value < static_cast<double>(least) || *value > most)
    refuse(setting, fmt::format("a whole number from {} to 1000000000", least));
  return static_cast<std::size_t>(*value);
}

const std::string& text(const Setting& setting) {
  const auto* value = std::get_if<std::string>(&setting.value);
  if (!value) refuse(setting, "a text");
  return *value;
}

const Array& array(const Setting& setting) {
  const auto* value = std::get_if<Array>(&setting.value);
  if (!value) refuse(setting, "an array of numbers");
  return *value;
}

bool is_vector(const Shape& shape, std::size_t n) {
  return shape == Shape{n} || shape == Shape{1, n} || shape == Shape{n, 1};
}

std::size_t index_of(std::string_view where, std::string_view name, std::span<const std::string_view> names) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  throw InputError(fmt::format("{}: found {}, expected one of {}{}", where, in_quotes(name),
                               fmt::join(names, ", "), did_you_mean(name, names)));
}

}  // namespace attn
