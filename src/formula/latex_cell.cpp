#include <fmt/format.h>

#include "formula/latex.hpp"
#include "formula/square_root.hpp"

namespace attn {

namespace {

using Kind = CellFormula::Kind;

enum class Level { sum, product, atom };

bool is_leaf(const CellFormula& formula) {
  return formula.kind == Kind::cell || formula.kind == Kind::number;
}

class Writer {
 public:
  explicit Writer(const LatexNumber& number) : number_(number) {}

  std::string expression(const CellFormula& formula) const {
    const auto term = [&](std::size_t i) { return expression(formula.terms[i]); };
    switch (formula.kind) {
      case Kind::words:
        return fmt::format("\\text{{{}}}", formula.text);
      case Kind::cell:
      case Kind::number:
        return leaf(formula);
      case Kind::sum:
        return joined(terms_of_sum(formula));
      case Kind::product:
        return product(formula);
      case Kind::quotient:
        return fmt::format("\\frac{{{}}}{{{}}}", term(0), term(1));
      case Kind::difference:
        return term(0) + " - " + at_least(Level::product, formula.terms[1]);
      case Kind::exp:
        return fmt::format("e^{{{}}}", term(0));
      case Kind::ln:
        return "\\ln " + at_least(Level::atom, formula.terms[0]);
      case Kind::tanh:
        return "\\tanh" + in_parentheses(term(0));
      case Kind::largest:
        return joined(listed_largest(formula));
    }
    return "";
  }

  /// "a", "+ b", "+ c".
  std::vector<std::string> terms_of_sum(const CellFormula& sum) const {
    std::vector<std::string> pieces;
    for (const CellFormula& term : sum.terms) {
      if (term.kind == Kind::sum && !term.terms.empty()) {  // a sum within a sum needs no parentheses
        for (std::string& piece : terms_of_sum(term))
          pieces.push_back(pieces.empty() || piece.starts_with("+ ") ? piece : "+ " + piece);
        continue;
      }
      pieces.push_back(pieces.empty() ? expression(term) : "+ " + at_least(Level::product, term));
    }
    if (pieces.empty()) pieces.emplace_back("0");
    return pieces;
  }

  /// "\\max(a,", "b,", "c)".
  std::vector<std::string> listed_largest(const CellFormula& formula) const {
    if (formula.terms.empty()) return {"\\max \\emptyset"};
    std::vector<std::string> pieces;
    for (const CellFormula& term : formula.terms) pieces.push_back(expression(term) + ",");
    pieces.front() = "\\max(" + pieces.front();
    pieces.back().back() = ')';
    return pieces;
  }

 private:
  static std::string in_parentheses(const std::string& text) {
    return fmt::format("\\left({}\\right)", text);
  }

  static std::string joined(const std::vector<std::string>& pieces) {
    std::string text;
    for (const std::string& piece : pieces) text += (text.empty() ? "" : " ") + piece;
    return text;
  }

  std::string leaf(const CellFormula& formula) const {
    if (const auto root = inverse_square_root(formula.origin))
      return fmt::format("\\frac{{1}}{{\\sqrt{{{}}}}}", root->number);
    return number_(formula);
  }

  /// "-1.5" and "1.5 \times 10^{3}" are not as tight as "1.5".
  static Level level_of_number(std::string_view text) {
    if (text.starts_with('-')) return Level::sum;
    return text.find("\\times") != std::string_view::npos ? Level::product : Level::atom;
  }

  Level level(const CellFormula& formula, std::string_view text) const {
    if (is_leaf(formula)) return level_of_number(text);
    switch (formula.kind) {
      case Kind::sum:
      case Kind::difference:
        return Level::sum;
      case Kind::product:
      case Kind::ln:
        return Level::product;
      default:
        return Level::atom;
    }
  }

  std::string at_least(Level needed, const CellFormula& formula) const {
    const std::string text = expression(formula);
    return level(formula, text) < needed ? in_parentheses(text) : text;
  }

  std::string product(const CellFormula& formula) const {
    const CellFormula& factor = formula.terms[1];
    if (const auto root = inverse_square_root(factor.origin); root && is_leaf(factor))
      return fmt::format("\\frac{{{}}}{{\\sqrt{{{}}}}}", expression(formula.terms[0]), root->number);
    return at_least(Level::product, formula.terms[0]) + " \\cdot " + at_least(Level::product, factor);
  }

  const LatexNumber& number_;
};

}  // namespace

std::vector<std::string> latex_of(const CellFormula& formula, const LatexNumber& number) {
  const Writer writer(number);
  if (formula.kind == Kind::sum) return writer.terms_of_sum(formula);
  if (formula.kind == Kind::largest) return writer.listed_largest(formula);
  return {writer.expression(formula)};
}

}  // namespace attn
