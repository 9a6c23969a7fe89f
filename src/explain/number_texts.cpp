#include "explain/number_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

#include "formula/square_root.hpp"
#include "render/elision.hpp"

namespace attn {

namespace {

using Kind = CellFormula::Kind;

std::string text_of(double value, Decimals decimals) {
  if (std::isnan(value)) return "nan";
  if (decimals.count == StepDecimals::all) return fmt::format("{}", value);
  fmt::memory_buffer out;
  append_number(out, value, decimals);
  return fmt::to_string(out);
}

double read(const std::string& text) {
  double shown = 0;
  std::from_chars(text.data(), text.data() + text.size(), shown);
  return shown;
}

/// Of a number in full every digit counts that rounding leaves.
double unit(double value, Decimals decimals) {
  return decimals.count == StepDecimals::all ? std::numeric_limits<double>::infinity()
                                             : unit_of(value, decimals);
}

/// The shortest text where that has no more than so many decimals: 8, 0.125.
bool is_short(std::string_view text, int decimals) {
  if (text.find('e') != std::string_view::npos) return false;
  const std::size_t point = text.find('.');
  return point == std::string_view::npos || text.size() - point - 1 <= static_cast<std::size_t>(decimals);
}

/// Of numbers that are at most as large.
Decimals decimals_up_to(double largest, int count) {
  return count == StepDecimals::all ? Decimals{count, false} : decimals_for(largest, count);
}

double largest_in(const Matrix<double>& values) {
  double largest = 0;
  for (const double value : values)
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  return largest;
}

double largest_in(const Step& step, std::size_t operand) {
  const Axes& axes = step.operands[operand].axes;
  const std::size_t columns = axes.size() > 1 ? axes[1].size : 1;
  double largest = 0;
  for (std::size_t row = 0; row < axes[0].size; ++row)
    for (std::size_t column = 0; column < columns; ++column) {
      const double value = std::abs(step.operand_value(operand, row, column));
      if (std::isfinite(value)) largest = std::max(largest, value);
    }
  return largest;
}

}  // namespace

ShownNumbers number_of(double value, Decimals decimals) {
  const std::string text = text_of(value, decimals);
  if (!std::isfinite(value)) return {text, false};
  const double shown = read(text);
  return {text, shown != value && !gives(outcome_of(value), shown, unit(value, decimals))};
}

ShownNumbers number_of(double value, Decimals decimals, const Outcome& outcome) {
  // Where the arithmetic gives no number, as -inf minus -inf, a convention does.
  if (!std::isfinite(value) || !std::isfinite(outcome.value)) return number_of(value, decimals);
  const std::string text = text_of(value, decimals);
  return {text, !gives(outcome, read(text), unit(value, decimals))};
}

ShownNumbers joined(const std::vector<ShownNumbers>& numbers, std::string_view between) {
  ShownNumbers all;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) all.text += between;
    all.text += numbers[i].text;
    all.is_rounded = all.is_rounded || numbers[i].is_rounded;
  }
  return all;
}

NumberTexts::NumberTexts(const Step& step, const RenderOptions& options)
    : step_(step),
      options_(options),
      own_(decimals_up_to(largest_in(step.values), options.decimals.of(step.id))),
      operands_(step.operands.size()) {}

const Decimals& NumberTexts::decimals_of(std::size_t operand) const {
  std::optional<Decimals>& known = operands_[operand];
  if (!known)
    known = decimals_up_to(largest_in(step_, operand), options_.decimals.of(step_.operands[operand].id));
  return *known;
}

ShownNumbers NumberTexts::constant(const CellFormula& number) const {
  const std::string shortest = fmt::format("{}", number.value);
  if (is_short(shortest, own_.count)) return {shortest, false};
  return number_of(number.value, decimals_up_to(std::abs(number.value), own_.count));
}

ShownNumbers NumberTexts::listed(const CellFormula& formula, std::string_view between, bool is_first) const {
  std::vector<ShownNumbers> terms;
  for (const std::size_t i : shown_indices(formula.terms.size(), options_.full ? gap : most_terms)) {
    if (i == gap)
      terms.push_back({fmt::format("… ({} more) …", formula.terms.size() - (most_terms - 1)), false});
    else
      terms.push_back(written(formula.terms[i], is_first && (i == 0 || between.front() == ',')));
  }
  return joined(terms, between);
}

ShownNumbers NumberTexts::operation(const CellFormula& formula, std::string_view sign, bool is_first) const {
  return joined({written(formula.terms[0], is_first), written(formula.terms[1], false)}, sign);
}

ShownNumbers NumberTexts::function(std::string_view before, const CellFormula& formula,
                                   std::string_view after) const {
  ShownNumbers inner = written(formula.terms[0], !after.empty());
  inner.text = fmt::format("{}{}{}", before, inner.text, after);
  return inner;
}

ShownNumbers NumberTexts::written(const CellFormula& formula, bool is_first) const {
  switch (formula.kind) {
    case Kind::words:
      return {formula.text, false};
    case Kind::cell:
    case Kind::number: {
      ShownNumbers number = formula.kind == Kind::number
                                ? constant(formula)
                                : number_of(formula.value, decimals_of(formula.operand));
      if (!is_first && number.text.starts_with('-')) number.text = "(" + number.text + ")";
      return number;
    }
    case Kind::sum:
      if (formula.terms.empty()) return {"0", false};
      return listed(formula, " + ", is_first);
    case Kind::product: {
      const auto root = inverse_square_root(formula.terms[1].origin);
      if (!root) return operation(formula, "·", is_first);
      // A rounded 0.707 would give another result than the division by √2.
      ShownNumbers scaled = written(formula.terms[0], is_first);
      scaled.text += fmt::format("/√{}", root->number);
      return scaled;
    }
    case Kind::quotient:
      return operation(formula, " / ", is_first);
    case Kind::difference:
      return operation(formula, " - ", is_first);
    case Kind::exp:
      return function("exp(", formula, ")");
    case Kind::ln:
      return function("ln ", formula, "");
    case Kind::tanh:
      return function("tanh(", formula, ")");
    case Kind::largest: {
      ShownNumbers of = listed(formula, ", ", true);
      of.text = fmt::format("max({})", of.text);
      return of;
    }
  }
  return {};
}

ShownNumbers NumberTexts::of(const CellFormula& formula) const {
  return written(formula, true);
}

ShownNumbers NumberTexts::behind_operator(const CellFormula& formula) const {
  return written(formula, false);
}

}  // namespace attn
