#include "render/xlsx/term.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace attn::xlsx {

namespace {

std::optional<bool> both(std::optional<bool> left, std::optional<bool> right) {
  if (!left || !right) return std::nullopt;
  return *left && *right;
}

Condition both(const Condition& left, const Condition& right) {
  return {fmt::format("AND({},{})", left.text, right.text), both(left.holds, right.holds)};
}

/// Whether a comparison with the value holds; nothing for an error.
template <class Comparison>
std::optional<bool> compared(double value, Comparison comparison) {
  if (std::isnan(value)) return std::nullopt;
  return comparison(value);
}

}  // namespace

Term resolved(const Term& term, const Literal& instead) {
  Term result{term.text, term.value, {}, term.is_sum && term.exceptions.empty(), term.is_array};
  for (const auto& [condition, gives] : term.exceptions) {
    const Literal& literal = gives.value == lowest.value ? instead : gives;
    result.text = fmt::format("IF({},{},{})", condition.text, literal.text, result.text);
    if (!condition.holds)
      result.value = not_available.value;
    else if (*condition.holds)
      result.value = literal.value;
  }
  return result;
}

std::string as_factor(const Term& term) {
  return term.is_sum ? fmt::format("({})", term.text) : term.text;
}

Term sum(const Term& left, const Term& right) {
  // In the order of the operations: rounded sums depend on it.
  Term made{fmt::format("{}+{}", left.text, as_factor(right)),
            calculated([](double x, double y) { return x + y; }, left.value, right.value), left.exceptions,
            true, left.is_array || right.is_array};
  made.exceptions.insert(made.exceptions.end(), right.exceptions.begin(), right.exceptions.end());
  return made;
}

Term difference(const Term& left, const Term& right) {
  return {fmt::format("{}-{}", left.text, as_factor(right)),
          calculated([](double x, double y) { return x - y; }, left.value, right.value), left.exceptions,
          true};
}

Term product(const Term& left, const Term& right, bool by_number) {
  Term made{fmt::format("{}*{}", as_factor(left), as_factor(right)),
            calculated([](double x, double y) { return x * y; }, left.value, right.value)};
  made.is_array = left.is_array || right.is_array;
  if (!by_number) return made;
  const Condition is_positive{right.text + ">0", right.value > 0};
  for (const auto& [condition, gives] : left.exceptions)
    made.exceptions.push_back({both(condition, is_positive), gives});
  return made;
}

Term quotient(const Term& left, const Term& right) {
  return {fmt::format("{}/{}", as_factor(left), as_factor(right)),
          calculated([](double x, double y) { return x / y; }, left.value, right.value), left.exceptions};
}

Term exponential(const Term& of) {
  return resolved({fmt::format("EXP({})", of.text),
                   calculated([](double x) { return std::exp(x); }, of.value), of.exceptions},
                  zero);
}

Term tangent(const Term& of) {
  return resolved({fmt::format("TANH({})", of.text),
                   calculated([](double x) { return std::tanh(x); }, of.value), of.exceptions},
                  {"-1", -1});
}

Term logarithm(const Term& of) {
  const Condition is_zero{of.text + "=0", compared(of.value, [](double x) { return x == 0; })};
  return {fmt::format("LN({})", of.text),
          calculated([](double x) { return std::log(x); }, of.value),
          {{is_zero}}};
}

Term larger(const Term& left, const Term& right) {
  // MAX passes over the text "-inf".
  const bool is_error = std::isnan(left.value) || std::isnan(right.value);
  Term made{fmt::format("MAX({},{})", left.text, right.text),
            is_error ? not_available.value : std::max(left.value, right.value)};
  if (!left.exceptions.empty() && !right.exceptions.empty())
    made.exceptions.push_back({both(left.exceptions.front().condition, right.exceptions.front().condition)});
  return made;
}

Condition is_lowest(const std::string& cell, double value) {
  return {cell + "=\"-inf\"", compared(value, [](double x) { return x == lowest.value; })};
}

Condition all_lowest(const Cells& cells) {
  if (cells.values.size() == 1) return is_lowest(cells.text, cells.values.front());
  const bool holds = std::ranges::all_of(cells.values, [](double x) { return x == lowest.value; });
  return {fmt::format("COUNTIF({},\"-inf\")={}", cells.text, cells.values.size()), holds};
}

Condition some_unknown(const Cells& cells) {
  const bool holds = std::ranges::any_of(cells.values, [](double x) { return std::isnan(x); });
  return {fmt::format("COUNT({0})+COUNTIF({0},\"-inf\")<{1}", cells.text, cells.values.size()), holds};
}

std::string rounded_text(const std::string& x, const DecimalPlaces& to) {
  if (to.ties == DecimalRounding::half_up) return fmt::format("ROUND({},{})", x, to.count);
  const std::string moved = fmt::format("ROUND(({})*10^{},8)", x, to.count);
  if (to.ties == DecimalRounding::cut_off) return fmt::format("TRUNC({})/10^{}", moved, to.count);
  return fmt::format("IF(MOD(ABS({0}),1)=0.5,2*ROUND({0}/2,0)/10^{1},ROUND({2},{1}))", moved, to.count, x);
}

}  // namespace attn::xlsx
