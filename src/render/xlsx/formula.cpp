#include "render/xlsx/formula.hpp"

#include <algorithm>
#include <utility>

#include "render/xlsx/expansion.hpp"
#include "render/xlsx/term.hpp"

namespace attn::xlsx {

namespace {

using Kind = Formula::Kind;

/// The output: where a row sees no key, what it adds up to is 0.
bool is_weighted_sum(const Formula& equation) {
  return equation.kind == Kind::matmul && (equation.mask || equation.length == 0);
}

}  // namespace

std::optional<CellFormulaText> SpreadsheetFormula::at(std::size_t row, std::size_t column) const {
  try {
    const Expansion expansion(context_);
    Term term = expansion.term(equation_, row, column);
    if (context_.rounded_to) term.text = rounded_text(term.text, *context_.rounded_to);
    if (context_.empty_row == EmptyRow::nan && is_weighted_sum(equation_))
      term.exceptions = expansion.where_empty(row, not_available);
    const Term result = resolved(term);
    return CellFormulaText{"=" + result.text, result.value, result.is_array};
  } catch (const Missing&) {
    return std::nullopt;
  }
}

bool SpreadsheetFormula::may_give_lowest(std::size_t row) const {
  if (equation_.kind == Kind::beside || equation_.kind == Kind::below)
    return std::ranges::any_of(context_.operands, &Block::may_hold_lowest);
  try {
    // Every cell asks the same questions.
    const Term term = Expansion(context_).term(equation_, row, 0);
    return std::ranges::any_of(term.exceptions,
                               [](const auto& exception) { return exception.gives.value == lowest.value; });
  } catch (const Missing&) {
    return false;
  }
}

}  // namespace attn::xlsx
