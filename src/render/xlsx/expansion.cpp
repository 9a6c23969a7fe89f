#include "render/xlsx/expansion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace attn::xlsx {

using Kind = Formula::Kind;

namespace {

/// Of tiles side by side. Excel takes 8192 characters, of which each needs some 60.
constexpr std::size_t most_masks = 100;

}  // namespace

Term Expansion::term(const Formula& formula, std::size_t row, std::size_t column) const {
  const auto part = [&](std::size_t i) { return term(formula.terms[i], row, column); };
  const auto is_number = [&](std::size_t i) { return formula.terms[i].kind == Kind::number; };
  switch (formula.kind) {
    case Kind::whole:
      return cell(formula, row, column);
    case Kind::per_row:
      return cell(formula, row, 0);
    case Kind::per_column:
      return cell(formula, column, 0);
    case Kind::number:
      return number(formula);
    case Kind::transposed:
      return term(formula.terms[0], column, row);
    case Kind::matmul:
      return sum_of_products(formula, row, column);
    case Kind::times:
      return product(part(0), part(1), is_number(1));
    case Kind::over:
      return is_number(1) ? quotient(part(0), part(1)) : normalised(quotient(part(0), part(1)), row);
    case Kind::plus:
      return sum(part(0), part(1));
    case Kind::minus:
      return difference(part(0), part(1));
    case Kind::exp:
      return exponential(part(0));
    case Kind::tanh:
      return tangent(part(0));
    case Kind::ln:
      return log_of_sum(logarithm(part(0)), row);
    case Kind::larger:
      return larger(part(0), part(1));
    case Kind::row_max:
      return largest(formula, row);
    case Kind::row_sum:
      return row_sum(formula, row);
    case Kind::beside:
    case Kind::below:
      return of_part(formula, row, column);
    case Kind::words:
      break;
  }
  throw Missing();
}

const Block& Expansion::block(const Formula& operand) const {
  if (operand.operand >= context_.operands.size()) throw Missing();
  return context_.operands[operand.operand];
}

Term Expansion::number(const Formula& formula) const {
  return {context_.name_of_number(formula), formula.value};
}

Term Expansion::cell(const Formula& operand, std::size_t row, std::size_t column) const {
  const Block& of = block(operand);
  const auto cell = of.cell(row, column);
  if (!cell) throw Missing();
  Term made{cell->text, cell->values.front()};
  if (of.may_hold_lowest()) made.exceptions.push_back({is_lowest(made.text, made.value)});
  return made;
}

/// The cell lies in one of the parts.
Term Expansion::of_part(const Formula& formula, std::size_t row, std::size_t column) const {
  std::size_t& along = formula.kind == Kind::below ? row : column;
  for (const Formula& part : formula.terms) {
    if (along < part.length) return term(part, row, column);
    along -= part.length;
  }
  throw Missing();
}

std::vector<Term::Exception> Expansion::where_empty(std::size_t row, const Literal& gives) const {
  if (context_.masks.empty()) {
    if (!std::ranges::binary_search(context_.empty_rows, row)) return {};
    return {{{"TRUE", true}, gives}};
  }
  if (context_.masks.size() > most_masks) throw Missing();
  std::vector<std::string> texts;
  bool holds = true;
  for (const auto& [mask, columns] : context_.masks) {
    const auto cells = mask.row(row, columns);
    if (!cells) throw Missing();
    const Condition hidden = all_lowest(*cells);
    holds = holds && hidden.holds.value_or(false);
    texts.push_back(hidden.text);
  }
  const std::string all = texts.size() == 1 ? texts.front() : fmt::format("AND({})", fmt::join(texts, ","));
  return {{{all, holds}, gives}};
}

/// A weight, or the output of the tiled mode. 0 / 0 is an error, but where the row sees no key.
Term Expansion::normalised(Term quotient, std::size_t row) const {
  quotient.exceptions = where_empty(row, context_.empty_row == EmptyRow::zero ? zero : not_available);
  return quotient;
}

/// The convention for zero is what the logarithm of 0 is.
Term Expansion::log_of_sum(Term logarithm, std::size_t row) const {
  if (context_.empty_row == EmptyRow::zero) return logarithm;
  for (const Term::Exception& empty : where_empty(row, not_available)) logarithm.exceptions.push_back(empty);
  return logarithm;
}

}  // namespace attn::xlsx
