#include "explain/number_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

#include "formula/square_root.hpp"
#include "render/elision.hpp"
#include "render/printed_decimals.hpp"
#include "render/printed_matrix.hpp"

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

constexpr Decimals in_full{StepDecimals::all, false};

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
      own_(is_in_full(step.id) ? in_full : decimals_of(step, options)),
      operands_(step.operands.size()) {}

bool NumberTexts::is_in_full(std::string_view id) const {
  return options_.decimals.of(id) == StepDecimals::all;
}

const Decimals& NumberTexts::decimals_of_operand(std::size_t i) const {
  const StepOperand& operand = step_.operands[i];
  std::optional<Decimals>& known = operands_[i];
  if (!known)
    known = is_in_full(operand.id)
                ? in_full
                : decimals_of({operand_matrix(step_, i), operand.id, operand.is_given}, options_);
  return *known;
}

ShownNumbers NumberTexts::constant(const CellFormula& number) const {
  const int count = options_.decimals.of(step_.id);
  return number_of(number.value,
                   is_in_full(step_.id) ? in_full : decimals_of_constant(number.value, count, options_));
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
                                : number_of(formula.value, decimals_of_operand(formula.operand));
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
