#include "render/xlsx/constants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace attn::xlsx {

namespace {

/// Excel takes a C for a column, and has no such name.
std::string allowed(const std::string& text) {
  return text == "c" ? "softcap" : text;
}

}  // namespace

std::string Constants::name_of(const Formula& number) {
  const auto same = std::ranges::find_if(constants_, [&](const Constant& constant) {
    return constant.number.text == number.text && constant.number.value == number.value;
  });
  if (same != constants_.end()) return same->name;
  const auto namesakes =
      std::ranges::count(constants_, number.text, [](const Constant& c) { return c.number.text; });
  std::string name = allowed(number.text);
  if (namesakes > 0) name += fmt::format("_{}", namesakes + 1);
  return constants_.emplace_back(Constant{std::move(name), number}).name;
}

std::vector<Formula> numbers_of(const Formula& equation) {
  std::vector<Formula> numbers;
  if (equation.kind == Formula::Kind::number) numbers.push_back(equation);
  for (const Formula& term : equation.terms)
    for (Formula& number : numbers_of(term))
      if (std::ranges::find(numbers, number.text, &Formula::text) == numbers.end())
        numbers.push_back(std::move(number));
  return numbers;
}

}  // namespace attn::xlsx
