#include <algorithm>
#include <cmath>
#include <utility>

#include "attn/explain.hpp"

namespace attn {

namespace {

using Kind = CellFormula::Kind;

CellFormula in_words(std::string text, double value) {
  CellFormula cell;
  cell.text = std::move(text);
  cell.value = value;
  return cell;
}

/// What a row that sees no key gives, which no equation does.
std::string by_convention(double value) {
  const char* const gives = std::isnan(value) ? "NaN" : value == 0 ? "0" : "-inf";
  return std::string("no visible key: ") + gives + " by convention";
}

/// Kᵀ · Q: of a dot product, which is a sum of nothing but products, the key's factors come first.
void turn_products(CellFormula& formula) {
  for (CellFormula& term : formula.terms) turn_products(term);
  const auto is_product = [](const CellFormula& term) { return term.kind == Kind::product; };
  if (formula.kind != Kind::sum || !std::ranges::all_of(formula.terms, is_product)) return;
  for (CellFormula& product : formula.terms) std::swap(product.terms[0], product.terms[1]);
}

}  // namespace

CellFormula arithmetic_of(const Step& step, std::size_t row, std::size_t column) {
  const double value = step.values(row, column);
  if (!step.equation) return in_words("", value);
  if (step.is_transposed) std::swap(row, column);
  row = step.row_of(row);
  if (std::ranges::find(step.empty_rows, row) != step.empty_rows.end())
    return in_words(by_convention(value), value);
  CellFormula arithmetic = cell_of(*step.equation, row, column, step.operand_value);
  if (arithmetic.kind == Kind::words) arithmetic.value = value;
  if (step.is_transposed) turn_products(arithmetic);
  return arithmetic;
}

}  // namespace attn
