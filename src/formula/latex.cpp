#include "formula/latex.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "formula/square_root.hpp"

namespace attn {

namespace {

using Kind = Formula::Kind;

bool is_operand(const Formula& formula) {
  return formula.kind == Kind::whole || formula.kind == Kind::per_row || formula.kind == Kind::per_column;
}

bool has(const Formula& formula, const std::function<bool(const Formula&)>& is_it) {
  return is_it(formula) ||
         std::ranges::any_of(formula.terms, [&](const Formula& term) { return has(term, is_it); });
}

bool is_of_matrices(const Formula& formula) {
  return formula.kind == Kind::matmul || formula.kind == Kind::beside || formula.kind == Kind::below;
}

/// What is no operation on matrices: a function of each entry, a product of entries, one number for a row.
bool needs_entries(const Formula& formula) {
  constexpr std::array functions{Kind::per_row, Kind::per_column, Kind::exp,     Kind::ln,
                                 Kind::tanh,    Kind::larger,     Kind::row_max, Kind::row_sum};
  if (std::ranges::find(functions, formula.kind) != functions.end()) return true;
  const bool is_product = formula.kind == Kind::times || formula.kind == Kind::over;
  return is_product && has(formula.terms[0], is_operand) && has(formula.terms[1], is_operand);
}

std::string number_in_full(double value) {
  return latex_of_number(fmt::format("{}", value));
}

/// How tightly an expression holds together.
enum class Level { sum, product, atom };

class Writer {
 public:
  Writer(const LatexLeaves& leaves, bool of_entries) : leaves_(leaves), of_entries_(of_entries) {}

  std::string expression(const Formula& formula) const {
    const auto term = [&](std::size_t i) { return expression(formula.terms[i]); };
    switch (formula.kind) {
      case Kind::words:
        return fmt::format("\\text{{{}}}", formula.text);
      case Kind::number:
        return number(formula);
      case Kind::whole:
      case Kind::per_row:
      case Kind::per_column:
        return leaves_.operand(formula, of_entries_ ? OperandForm::entry : OperandForm::whole);
      case Kind::transposed:
        return transposed(formula.terms[0]);
      case Kind::matmul:
        return at_least(Level::product, formula.terms[0]) + " " + at_least(Level::product, formula.terms[1]);
      case Kind::times:
        return product(formula.terms[0], formula.terms[1]);
      case Kind::over:
        return fmt::format("\\frac{{{}}}{{{}}}", term(0), term(1));
      case Kind::plus:
        return term(0) + " + " + term(1);
      case Kind::minus:
        return term(0) + " - " + at_least(Level::product, formula.terms[1]);
      case Kind::exp:
        return "\\exp" + in_parentheses(term(0));
      case Kind::ln:
        return "\\ln " + at_least(Level::atom, formula.terms[0]);
      case Kind::tanh:
        return "\\tanh" + in_parentheses(term(0));
      case Kind::larger:
        return "\\max" + in_parentheses(term(0) + ", " + term(1));
      case Kind::row_max:
        return fmt::format("\\max_{{{}}} {}", along(), at_least(Level::product, formula.terms[0]));
      case Kind::row_sum:
        return fmt::format("\\sum_{{{}}} {}", along(), at_least(Level::product, formula.terms[0]));
      case Kind::beside:
      case Kind::below:
        return parts(formula);
    }
    return "";
  }

 private:
  static std::string in_parentheses(const std::string& text) {
    return fmt::format("\\left({}\\right)", text);
  }

  Level level(const Formula& formula) const {
    switch (formula.kind) {
      case Kind::plus:
      case Kind::minus:
        return Level::sum;
      case Kind::number:
        return leaves_.are_numbers && formula.value < 0 ? Level::sum : Level::atom;
      case Kind::times:
      case Kind::matmul:
      case Kind::ln:
      case Kind::row_max:
      case Kind::row_sum:
        return Level::product;
      default:
        return Level::atom;
    }
  }

  std::string at_least(Level needed, const Formula& formula) const {
    const std::string text = expression(formula);
    return level(formula) < needed ? in_parentheses(text) : text;
  }

  std::string_view along() const { return leaves_.in_columns ? "i" : "j"; }

  std::string number(const Formula& formula) const {
    if (const auto root = inverse_square_root(formula.origin))
      return fmt::format("\\frac{{1}}{{\\sqrt{{{}}}}}", leaves_.are_numbers ? root->number : root->name);
    if (leaves_.are_numbers) return number_in_full(formula.value);
    return formula.text.size() == 1 ? formula.text : fmt::format("\\text{{{}}}", formula.text);
  }

  std::string transposed(const Formula& term) const {
    if (is_operand(term) && !of_entries_) return leaves_.operand(term, OperandForm::transposed);
    return at_least(Level::atom, term) + "^{\\top}";
  }

  /// A matrix times a number reads best as a fraction, S / √d_k, or with the number in front.
  std::string product(const Formula& left, const Formula& right) const {
    if (right.kind == Kind::number) {
      const auto root = inverse_square_root(right.origin);
      if (root && !leaves_.are_numbers)
        return fmt::format("\\frac{{{}}}{{\\sqrt{{{}}}}}", expression(left), root->name);
      return at_least(Level::product, right) + (root ? " " : " \\cdot ") + at_least(Level::product, left);
    }
    // Matrices are scaled row by row from the left, column by column from the right.
    if (!of_entries_ && left.kind == Kind::per_row)
      return diagonal(left) + " " + at_least(Level::product, right);
    if (!of_entries_ && left.kind == Kind::per_column)
      return at_least(Level::product, right) + " " + diagonal(left);
    return at_least(Level::product, left) + " " + at_least(Level::product, right);
  }

  std::string diagonal(const Formula& vector) const {
    return "\\operatorname{diag}" + in_parentheses(expression(vector));
  }

  /// The terms of a concatenation; of more than four the first two and the last one.
  std::string parts(const Formula& formula) const {
    const bool is_below = formula.kind == Kind::below;
    const std::size_t count = formula.terms.size();
    if (count == 1) return expression(formula.terms[0]);
    std::string cells;
    for (std::size_t i = 0; i < count; ++i) {
      const bool left_out = count > 4 && i > 1 && i + 1 < count;
      if (left_out && i > 2) continue;
      if (i > 0) cells += is_below ? fmt::format(" {} ", leaves_.row_end) : " & ";
      cells += left_out ? (is_below ? "\\vdots" : "\\cdots") : expression(formula.terms[i]);
    }
    return fmt::format("\\begin{{bmatrix}} {} \\end{{bmatrix}}", cells);
  }

  const LatexLeaves& leaves_;
  bool of_entries_;
};

void append_definitions(std::string& text, const Formula& formula) {
  if (formula.kind == Kind::number && !inverse_square_root(formula.origin)) {
    const auto name = formula.text.size() == 1 ? formula.text : fmt::format("\\text{{{}}}", formula.text);
    const auto definition = fmt::format(", \\quad {} = {}", name, number_in_full(formula.value));
    if (!text.ends_with(definition)) text += definition;
  }
  for (const Formula& term : formula.terms) append_definitions(text, term);
}

}  // namespace

bool is_of_entries(const Formula& formula) {
  return has(formula, needs_entries) && !has(formula, is_of_matrices);
}

std::string latex_of(const Formula& formula, const LatexLeaves& leaves) {
  return Writer(leaves, is_of_entries(formula)).expression(formula);
}

std::string latex_of_number(std::string_view text) {
  if (text == "inf") return "\\infty";
  if (text == "-inf") return "-\\infty";
  if (text == "nan") return "\\text{NaN}";
  const std::size_t e = text.find('e');
  const std::string_view mantissa = text.substr(0, e);
  int exponent = 0;
  if (e != std::string_view::npos) {
    const std::string_view digits = text.substr(e + (text[e + 1] == '+' ? 2 : 1));
    std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  }
  if (exponent == 0) return std::string(mantissa);
  if (mantissa == "1" || mantissa == "-1")
    return fmt::format("{}10^{{{}}}", mantissa.substr(0, mantissa.size() - 1), exponent);
  return fmt::format("{} \\times 10^{{{}}}", mantissa, exponent);
}

std::string latex_definitions(const Formula& formula) {
  std::string text;
  append_definitions(text, formula);
  return text;
}

}  // namespace attn
