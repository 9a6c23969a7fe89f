#include "render/xlsx/formula.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "render/xlsx/term.hpp"

namespace attn::xlsx {

namespace {

using Kind = Formula::Kind;

/// Terms of a masked sum that are written one by one; more are an array formula. Excel takes 8192 characters.
constexpr std::size_t most_terms = 50;

/// Thrown where a formula needs a cell that the workbook does not have.
struct Missing {};

template <class T>
T need(std::optional<T> cells) {
  if (!cells) throw Missing();
  return std::move(*cells);
}

class Expansion {
 public:
  Expansion(const SpreadsheetFormula::Context& context, std::vector<Formula> numbers, std::size_t row,
            std::size_t column)
      : context_(context), numbers_(std::move(numbers)), row_(row), column_(column) {}

  Term term(const Formula& formula) const { return term(formula, row_, column_); }

 private:
  Term term(const Formula& formula, std::size_t row, std::size_t column) const {
    const auto part = [&](std::size_t i) { return term(formula.terms[i], row, column); };
    switch (formula.kind) {
      case Kind::whole:
        return cell(formula, row, column);
      case Kind::per_row:
        return cell(formula, row, 0);
      case Kind::per_column:
        return cell(formula, column, 0);
      case Kind::number:
        return {context_.numbers[index_of(formula)]};
      case Kind::transposed:
        return term(formula.terms[0], column, row);
      case Kind::matmul:
        return sum_of_products(formula, row, column);
      case Kind::times:
        return product(part(0), part(1), formula);
      case Kind::over:
        return quotient(part(0), part(1), formula);
      case Kind::plus:
        return sum(part(0), part(1));
      case Kind::minus:
        return difference(part(0), part(1));
      case Kind::exp:
        return {with_lowest({fmt::format("EXP({})", part(0).text), part(0).lowest}, "0")};
      case Kind::tanh:
        return {with_lowest({fmt::format("TANH({})", part(0).text), part(0).lowest}, "-1")};
      case Kind::ln:
        return logarithm(part(0));
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

  std::size_t index_of(const Formula& number) const {
    const auto same = std::ranges::find(numbers_, number.text, &Formula::text);
    return static_cast<std::size_t>(same - numbers_.begin());
  }

  const Block& block(const Formula& operand) const {
    if (operand.operand >= context_.operands.size()) throw Missing();
    return context_.operands[operand.operand];
  }

  Term cell(const Formula& operand, std::size_t row, std::size_t column) const {
    const Block& of = block(operand);
    Term made{need(of.cell(row, column)).text};
    if (of.may_hold_lowest()) made.lowest.push_back({is_lowest(made.text)});
    return made;
  }

  static Term product(const Term& left, const Term& right, const Formula& formula) {
    Term made{fmt::format("{}*{}", as_factor(left), as_factor(right)), left.lowest};
    made.is_array = left.is_array || right.is_array;
    // -inf times 0 or less is not -inf: the product with the text is an error then.
    const auto is_positive = [](const Formula& f) { return f.kind != Kind::number || f.value > 0; };
    if (!std::ranges::all_of(formula.terms, is_positive)) made.lowest.clear();
    return made;
  }

  /// A sum of exponentials is 0 where a row sees no key.
  Term quotient(const Term& left, const Term& right, const Formula& formula) const {
    const std::string text = fmt::format("{}/{}", as_factor(left), as_factor(right));
    if (formula.terms[1].kind == Kind::number) return {text, left.lowest};
    return {fmt::format("IF({}=0,{},{})", right.text, of_empty_row(), text)};
  }

  std::string_view of_empty_row() const { return context_.empty_row == EmptyRow::zero ? "0" : "NA()"; }

  static Term sum(const Term& left, const Term& right) {
    // In the order of the operations: rounded sums depend on it.
    Term made{fmt::format("{}+{}", left.text, as_factor(right)), left.lowest, true};
    made.lowest.insert(made.lowest.end(), right.lowest.begin(), right.lowest.end());
    made.is_array = left.is_array || right.is_array;
    return made;
  }

  static Term difference(const Term& left, const Term& right) {
    return {fmt::format("{}-{}", left.text, as_factor(right)), left.lowest, true};
  }

  /// Of a sum of exponentials.
  Term logarithm(const Term& of) const {
    const std::string is_zero = of.text + "=0";
    const std::string text = fmt::format("LN({})", of.text);
    if (context_.empty_row == EmptyRow::nan) return {text, {{is_zero, "NA()"}}};
    return {text, {{is_zero}}};
  }

  static Term larger(const Term& left, const Term& right) {
    Term made{fmt::format("MAX({},{})", left.text, right.text)};
    if (!left.lowest.empty() && !right.lowest.empty())
      made.lowest.push_back(
          {fmt::format("AND({},{})", left.lowest.front().condition, right.lowest.front().condition)});
    return made;
  }

  /// The cells of a row of an operand.
  Cells row_of(const Formula& formula, std::size_t row, std::size_t length) const {
    if (formula.kind == Kind::whole) return need(block(formula).row(row, length));
    if (formula.kind != Kind::transposed) throw Missing();
    return column_of(formula.terms[0], row, length);
  }
  Cells column_of(const Formula& formula, std::size_t column, std::size_t length) const {
    if (formula.kind == Kind::whole) return need(block(formula).column(column, length));
    if (formula.kind != Kind::transposed) throw Missing();
    return row_of(formula.terms[0], column, length);
  }

  Term largest(const Formula& formula, std::size_t row) const {
    if (formula.length == 0) return {"0", {{"TRUE"}}};
    const Cells cells = row_of(formula.terms[0], row, formula.length);
    Term made{fmt::format("MAX({})", cells.text)};
    if (block(formula.terms[0]).may_hold_lowest()) made.lowest.push_back({all_lowest(cells, formula.length)});
    return made;
  }

  Term row_sum(const Formula& formula, std::size_t row) const {
    if (formula.length == 0) return {"0"};
    return {fmt::format("SUM({})", row_of(formula.terms[0], row, formula.length).text)};
  }

  Term sum_of_products(const Formula& formula, std::size_t row, std::size_t column) const {
    if (formula.length == 0) return {"0"};
    if (formula.mask) return masked_sum(formula, row, column);
    const Cells left = row_of(formula.terms[0], row, formula.length);
    const Cells right = column_of(formula.terms[1], column, formula.length);
    if (formula.length == 1) return {fmt::format("{}*{}", left.text, right.text)};
    if (left.is_upright == right.is_upright) return {fmt::format("SUMPRODUCT({}*{})", left.text, right.text)};
    if (left.is_upright) return {fmt::format("SUM(MMULT({},{}))", right.text, left.text)};
    return {fmt::format("SUM(MMULT({},{}))", left.text, right.text)};
  }

  /// Hidden keys are left out: what their values are, an error even, makes no difference.
  Term masked_sum(const Formula& formula, std::size_t row, std::size_t column) const {
    const Formula mask = [&] {
      Formula operand;
      operand.kind = Kind::whole;
      operand.operand = *formula.mask;
      return operand;
    }();
    if (formula.length <= most_terms) {
      std::vector<std::string> products;
      for (std::size_t p = 0; p < formula.length; ++p)
        products.push_back(fmt::format("IF({},0,{}*{})", is_lowest(term(mask, row, p).text),
                                       as_factor(term(formula.terms[0], row, p)),
                                       as_factor(term(formula.terms[1], p, column))));
      return {fmt::format("{}", fmt::join(products, "+")), {}, true};
    }
    const Cells left = row_of(formula.terms[0], row, formula.length);
    const Cells right = column_of(formula.terms[1], column, formula.length);
    const Cells hidden = row_of(mask, row, formula.length);
    const auto along = [&](const Cells& cells) {
      return cells.is_upright == left.is_upright ? cells.text : fmt::format("TRANSPOSE({})", cells.text);
    };
    return {
        fmt::format("SUM(IF({}=\"-inf\",0,{}*{}))", along(hidden), left.text, along(right)), {}, false, true};
  }

  /// The cell lies in one of the parts.
  Term of_part(const Formula& formula, std::size_t row, std::size_t column) const {
    std::size_t& along = formula.kind == Kind::below ? row : column;
    for (const Formula& part : formula.terms) {
      if (along < part.length) return term(part, row, column);
      along -= part.length;
    }
    throw Missing();
  }

  const SpreadsheetFormula::Context& context_;
  std::vector<Formula> numbers_;
  std::size_t row_;
  std::size_t column_;
};

/// What a weighted sum gives where the row sees no key, if that is not 0.
std::string of_empty_sum(const Formula& equation, const SpreadsheetFormula::Context& context, std::size_t row,
                         std::string text) {
  const bool is_weighted_sum = equation.kind == Kind::matmul && (equation.mask || equation.length == 0);
  if (!is_weighted_sum || context.empty_row == EmptyRow::zero) return text;
  if (equation.length == 0) return "NA()";
  const Cells mask = need(context.operands.at(*equation.mask).row(row, equation.length));
  return fmt::format("IF({},NA(),{})", all_lowest(mask, equation.length), text);
}

}  // namespace

std::optional<CellFormulaText> SpreadsheetFormula::at(std::size_t row, std::size_t column) const {
  try {
    Term term = Expansion(context_, numbers_of(equation_), row, column).term(equation_);
    if (context_.rounded_to) term.text = rounded_text(term.text, *context_.rounded_to);
    term.text = of_empty_sum(equation_, context_, row, std::move(term.text));
    return CellFormulaText{"=" + with_lowest(term, "\"-inf\""), term.is_array};
  } catch (const Missing&) {
    return std::nullopt;
  }
}

bool SpreadsheetFormula::may_give_lowest(std::size_t row) const {
  if (equation_.kind == Kind::beside || equation_.kind == Kind::below)
    return std::ranges::any_of(context_.operands, &Block::may_hold_lowest);
  try {
    // Every cell asks the same questions.
    return !Expansion(context_, numbers_of(equation_), row, 0).term(equation_).lowest.empty();
  } catch (const Missing&) {
    return false;
  }
}

std::vector<Formula> numbers_of(const Formula& equation) {
  std::vector<Formula> numbers;
  if (equation.kind == Kind::number) numbers.push_back(equation);
  for (const Formula& term : equation.terms)
    for (Formula& number : numbers_of(term))
      if (std::ranges::find(numbers, number.text, &Formula::text) == numbers.end())
        numbers.push_back(std::move(number));
  return numbers;
}

}  // namespace attn::xlsx
