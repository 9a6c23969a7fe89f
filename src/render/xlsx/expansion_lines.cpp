// Maxima, sums and products over lines of cells.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "render/xlsx/expansion.hpp"

namespace attn::xlsx {

namespace {

using Kind = Formula::Kind;

/// Terms of a masked sum that are written one by one; more are an array formula. Excel takes 8192 characters.
constexpr std::size_t most_terms = 50;

Cells need(std::optional<Cells> cells) {
  if (!cells) throw Missing();
  return std::move(*cells);
}

/// A text or an error among them makes the sum an error.
double sum_of(const std::vector<double>& values) {
  return calculated([](double sum) { return sum; }, std::accumulate(values.begin(), values.end(), 0.0));
}

std::vector<double> products_of(const Cells& left, const Cells& right) {
  std::vector<double> products(left.values.size());
  const auto product = [](double x, double y) {
    return calculated([](double a, double b) { return a * b; }, x, y);
  };
  std::ranges::transform(left.values, right.values, products.begin(), product);
  return products;
}

Formula mask_of(const Formula& sum) {
  Formula operand;
  operand.kind = Kind::whole;
  operand.operand = *sum.mask;
  return operand;
}

}  // namespace

Cells Expansion::row_of(const Formula& formula, std::size_t row, std::size_t length) const {
  if (formula.kind == Kind::whole) return need(block(formula).row(row, length));
  if (formula.kind != Kind::transposed) throw Missing();
  return column_of(formula.terms[0], row, length);
}

Cells Expansion::column_of(const Formula& formula, std::size_t column, std::size_t length) const {
  if (formula.kind == Kind::whole) return need(block(formula).column(column, length));
  if (formula.kind != Kind::transposed) throw Missing();
  return row_of(formula.terms[0], column, length);
}

Term Expansion::largest(const Formula& formula, std::size_t row) const {
  if (formula.length == 0) return {"0", 0, {{{"TRUE", true}}}};
  const Cells cells = row_of(formula.terms[0], row, formula.length);
  // NaN beside numbers is not less than them: max_element would pass over it.
  const bool has_error = std::ranges::any_of(cells.values, [](double x) { return std::isnan(x); });
  Term made{fmt::format("MAX({})", cells.text),
            has_error ? not_available.value : std::ranges::max(cells.values)};
  if (block(formula.terms[0]).may_hold_lowest()) made.exceptions.push_back({all_lowest(cells)});
  if (block(formula.terms[0]).is_typed()) made.exceptions.push_back({some_unknown(cells), not_available});
  return made;
}

Term Expansion::row_sum(const Formula& formula, std::size_t row) const {
  if (formula.length == 0) return {"0"};
  const Cells cells = row_of(formula.terms[0], row, formula.length);
  return {fmt::format("SUM({})", cells.text), sum_of(cells.values)};
}

Term Expansion::sum_of_products(const Formula& formula, std::size_t row, std::size_t column) const {
  if (formula.length == 0) return {"0"};
  if (formula.mask)
    return formula.length > most_terms ? masked_array(formula, row, column)
                                       : masked_sum(formula, row, column);
  const Cells left = row_of(formula.terms[0], row, formula.length);
  const Cells right = column_of(formula.terms[1], column, formula.length);
  const double value = sum_of(products_of(left, right));
  if (formula.length == 1) return {fmt::format("{}*{}", left.text, right.text), value};
  if (left.is_upright == right.is_upright)
    return {fmt::format("SUMPRODUCT({}*{})", left.text, right.text), value};
  if (left.is_upright) return {fmt::format("SUM(MMULT({},{}))", right.text, left.text), value};
  return {fmt::format("SUM(MMULT({},{}))", left.text, right.text), value};
}

/// Hidden keys are left out: what their values are, an error even, makes no difference.
Term Expansion::masked_sum(const Formula& formula, std::size_t row, std::size_t column) const {
  const Formula mask = mask_of(formula);
  std::vector<std::string> texts;
  std::vector<double> values;
  for (std::size_t p = 0; p < formula.length; ++p) {
    const Term hidden = cell(mask, row, p);
    const Term product =
        xlsx::product(term(formula.terms[0], row, p), term(formula.terms[1], p, column), false);
    const Term kept = resolved({product.text, product.value, {{is_lowest(hidden.text, hidden.value), zero}}});
    texts.push_back(kept.text);
    values.push_back(kept.value);
  }
  return {fmt::format("{}", fmt::join(texts, "+")), sum_of(values), {}, true};
}

Term Expansion::masked_array(const Formula& formula, std::size_t row, std::size_t column) const {
  const Cells left = row_of(formula.terms[0], row, formula.length);
  const Cells right = column_of(formula.terms[1], column, formula.length);
  const Cells hidden = row_of(mask_of(formula), row, formula.length);
  std::vector<double> values = products_of(left, right);
  for (std::size_t p = 0; p < values.size(); ++p)
    if (!std::isfinite(hidden.values[p])) values[p] = hidden.values[p] == lowest.value ? 0 : hidden.values[p];
  const auto along = [&](const Cells& cells) {
    return cells.is_upright == left.is_upright ? cells.text : fmt::format("TRANSPOSE({})", cells.text);
  };
  return {fmt::format("SUM(IF({}=\"-inf\",0,{}*{}))", along(hidden), left.text, along(right)),
          sum_of(values),
          {},
          false,
          true};
}

}  // namespace attn::xlsx
