#include "explain/cell_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "explain/symbols.hpp"
#include "formula/square_root.hpp"
#include "render/elision.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

using Kind = CellFormula::Kind;

std::size_t hidden_in(const CellFormula& formula) {
  std::size_t hidden = formula.hidden;
  for (const CellFormula& term : formula.terms) hidden += hidden_in(term);
  return hidden;
}

/// Numbers that are not shown whole: "scale = 0.333333".
void add_definitions(std::vector<std::string>& definitions, const CellFormula& formula,
                     const NumberTexts& numbers) {
  for (const CellFormula& term : formula.terms) add_definitions(definitions, term, numbers);
  if (formula.kind != Kind::number || inverse_square_root(formula.origin)) return;
  if (formula.origin.empty() && !numbers.constant(formula).is_rounded) return;
  std::string definition = fmt::format(
      "{} = {}", formula.text, formula.origin.empty() ? fmt::format("{}", formula.value) : formula.origin);
  if (std::ranges::find(definitions, definition) == definitions.end())
    definitions.push_back(std::move(definition));
}

std::string remark_on(const CellFormula& arithmetic, double value) {
  if (arithmetic.kind == Kind::words) return visible(arithmetic.text);
  if (const std::size_t hidden = hidden_in(arithmetic); hidden > 0)
    return fmt::format("{} hidden {} left out", hidden, hidden == 1 ? "key" : "keys");
  // A hidden key stays hidden, whatever is added or taken away.
  const bool is_by_rule = std::isnan(outcome_of(arithmetic).value) && !std::isnan(value);
  return is_by_rule ? "-inf stays -inf" : "";
}

ShownNumbers in_brackets(const std::vector<ShownNumbers>& numbers) {
  ShownNumbers list = joined(numbers, ", ");
  list.text = "[" + list.text + "]";
  return list;
}

}  // namespace

std::string equation_text(const CellText& text) {
  std::string equation = text.cell;
  if (!text.formula.empty()) equation += " = " + text.formula;
  for (const ShownNumbers& numbers : text.numbers)
    equation += (numbers.is_rounded ? " ≈ " : " = ") + numbers.text;
  return equation + (text.value.is_rounded ? " ≈ " : " = ") + text.value.text;
}

/// The step's value at its decimals; exact where that is what the arithmetic gives.
ShownNumbers CellTexts::value_of(std::size_t row, std::size_t column, const CellFormula& arithmetic) const {
  return number_of(step_.values(row, column), numbers_.decimals(), outcome_of(arithmetic));
}

CellText CellTexts::cell(std::size_t row, std::size_t column) const {
  const CellFormula arithmetic = arithmetic_of(step_, row, column);
  CellText text;
  text.cell = names_.cell(row, column);
  text.tokens = names_.tokens(row, column, tokens_);
  text.value = value_of(row, column, arithmetic);
  text.remark = remark_on(arithmetic, step_.values(row, column));
  if (arithmetic.kind == Kind::words) return text;
  std::size_t computed_row = step_.is_transposed ? column : row;
  const std::size_t computed_column = step_.is_transposed ? row : column;
  computed_row = step_.row_of(computed_row);
  text.formula = symbols_at(*step_.equation, step_, names_, computed_row, computed_column);
  const ShownNumbers numbers = numbers_.of(arithmetic);
  if (numbers.text != text.value.text) text.numbers.push_back(numbers);
  add_definitions(text.definitions, arithmetic, numbers_);
  return text;
}

std::vector<std::size_t> CellTexts::shown(std::size_t count) const {
  return shown_indices(count, options_.full ? gap : most_terms);
}

CellText CellTexts::listed(const std::vector<Cell>& cells) const {
  CellText list;
  std::vector<ShownNumbers> formulas, numbers, values;
  for (const auto& [row, column] : cells) {
    if (row == gap || column == gap) {
      for (auto* const texts : {&formulas, &numbers, &values}) texts->push_back({"…", false});
      continue;
    }
    const CellText text = cell(row, column);
    formulas.push_back({text.formula.empty() ? text.value.text : text.formula, false});
    numbers.push_back(text.numbers.empty() ? text.value : text.numbers[0]);
    values.push_back(text.value);
    list.definitions = text.definitions;
    if (!text.remark.empty()) list.remark = text.remark;
    if (!text.numbers.empty() && list.numbers.empty()) list.numbers.emplace_back();
    if (!text.formula.empty()) list.formula = "…";
  }
  if (!list.formula.empty()) list.formula = in_brackets(formulas).text;
  if (!list.numbers.empty()) list.numbers[0] = in_brackets(numbers);
  list.value = in_brackets(values);
  return list;
}

/// The sum of weights times cells of V that the query's first cell is; nothing where it is something else.
std::optional<CellFormula> CellTexts::weights_of(std::size_t query) const {
  const auto is_matrix = [](const Formula& term) { return term.kind == Formula::Kind::whole; };
  if (!step_.equation || step_.equation->kind != Formula::Kind::matmul) return std::nullopt;
  if (!std::ranges::all_of(step_.equation->terms, is_matrix) || step_.values.size() == 0) return std::nullopt;
  const auto [row, column] = of_query(query, 0);
  CellFormula arithmetic = arithmetic_of(step_, row, column);
  if (arithmetic.kind != Kind::sum || arithmetic.terms.empty()) return std::nullopt;
  return arithmetic;
}

CellText CellTexts::row(std::size_t row) const {
  const std::optional<CellFormula> weights = step_.is_transposed ? std::nullopt : weights_of(row);
  std::vector<Cell> cells;
  for (const std::size_t column : shown(step_.values.shape(1))) cells.emplace_back(row, column);
  CellText text = weights ? weighted_rows(row, *weights) : listed(cells);
  text.cell = names_.row(row);
  text.tokens = names_.token(0, row, tokens_);
  return text;
}

CellText CellTexts::column(std::size_t column) const {
  const std::optional<CellFormula> weights = step_.is_transposed ? weights_of(column) : std::nullopt;
  std::vector<Cell> cells;
  for (const std::size_t row : shown(step_.values.shape(0))) cells.emplace_back(row, column);
  CellText text = weights ? weighted_rows(column, *weights) : listed(cells);
  text.cell = names_.column(column);
  text.tokens = names_.token(1, column, tokens_);
  return text;
}

/// "[2.0, 0.0]": the numbers of a row, of which the middle is left out where it is long.
ShownNumbers CellTexts::row_of(std::size_t count,
                               const std::function<ShownNumbers(std::size_t)>& number) const {
  std::vector<ShownNumbers> numbers;
  for (const std::size_t i : shown(count)) numbers.push_back(i == gap ? ShownNumbers{"…", false} : number(i));
  return in_brackets(numbers);
}

/// A row of V, its weight times that, and what this gives.
CellTexts::WeightedRow CellTexts::weighted_row(const CellFormula& product) const {
  const std::size_t width = step_.values.shape(step_.is_transposed ? 0 : 1);
  const CellFormula& weight = product.terms[step_.is_transposed ? 1 : 0];
  CellFormula v = product.terms[step_.is_transposed ? 0 : 1];
  const auto cell_of_v = [&](std::size_t column) {
    v.value = step_.operand_value(v.operand, v.row, column);
    return v;
  };
  const ShownNumbers row = row_of(width, [&](std::size_t i) { return numbers_.of(cell_of_v(i)); });
  const std::string weight_name = names_.operand_cell(weight.operand, weight.row, weight.column);
  return {{weight_name + "·" + names_.operand_row(v.operand, v.row), false},
          joined({numbers_.behind_operator(weight), row}, "·"),
          row_of(width, [&](std::size_t i) { return product_of(weight.value, cell_of_v(i).value); })};
}

/// Rounded as the step is, where that is done by hand.
ShownNumbers CellTexts::product_of(double weight, double v) const {
  const double product = weight * v;
  const Outcome outcome{product, std::abs(product)};
  if (!step_.rounded_to) return number_of(product, numbers_.decimals(), outcome);
  return number_of(rounded(product, step_.rounded_to->count, step_.rounded_to->ties), numbers_.decimals(),
                   outcome);
}

/// `weights`: see `weights_of`.
CellText CellTexts::weighted_rows(std::size_t query, const CellFormula& weights) const {
  std::vector<ShownNumbers> names, factors, products;
  for (const std::size_t p : shown(weights.terms.size())) {
    const std::string more = fmt::format("… ({} more) …", weights.terms.size() - (most_terms - 1));
    const WeightedRow row =
        p == gap ? WeightedRow{{more, false}, {more, false}, {more, false}} : weighted_row(weights.terms[p]);
    names.push_back(row.name);
    factors.push_back(row.factors);
    products.push_back(row.product);
  }
  CellText text;
  text.formula = joined(names, " + ").text;
  text.numbers = {joined(factors, " + "), joined(products, " + ")};
  text.value = row_of(step_.values.shape(step_.is_transposed ? 0 : 1), [&](std::size_t i) {
    const auto [row, column] = of_query(query, i);
    return value_of(row, column, arithmetic_of(step_, row, column));
  });
  const auto [row, column] = of_query(query, 0);
  text.remark = remark_on(weights, step_.values(row, column));
  if (text.numbers[1].text == text.value.text) text.numbers.pop_back();
  return text;
}

}  // namespace attn
