#include "formula/mathml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace attn {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else
      result += c;
  }
  return result;
}

namespace {

using Kind = Formula::Kind;

std::string element(std::string_view name, std::string_view content) {
  return fmt::format("<{0}>{1}</{0}>", name, content);
}
std::string identifier(std::string_view text) {
  return element("mi", escaped(text));
}
std::string sign(std::string_view text) {
  return element("mo", text);
}
std::string row(std::string_view content) {
  return element("mrow", content);
}
std::string in_brackets(std::string_view content) {
  return row(sign("(") + std::string(content) + sign(")"));
}

bool is_sum(const Formula& formula) {
  return formula.kind == Kind::plus || formula.kind == Kind::minus;
}

/// Writes a formula over operands.
class Writer {
 public:
  explicit Writer(const OperandName& operand) : operand_(operand) {}

  std::string expression(const Formula& formula) const {
    const auto term = [&](std::size_t i) { return expression(formula.terms[i]); };
    const auto between = [&](std::string_view mark) {
      return row(factor(formula, 0) + sign(mark) + factor(formula, 1));
    };
    switch (formula.kind) {
      case Kind::words:
        return element("mtext", escaped(formula.text));
      case Kind::number:
        return identifier(formula.text);
      case Kind::whole:
      case Kind::per_row:
      case Kind::per_column:
        return operand_(formula.operand);
      case Kind::transposed:
        return element("msup", factor(formula, 0) + sign("⊤"));
      case Kind::matmul:
        return between("\u2062");  // invisible times
      case Kind::times:
        return between("·");
      case Kind::over:
        return element("mfrac", term(0) + term(1));
      case Kind::plus:
        return row(term(0) + sign("+") + term(1));
      case Kind::minus:
        return row(term(0) + sign("−") + (is_sum(formula.terms[1]) ? in_brackets(term(1)) : term(1)));
      case Kind::exp:
        return element("msup", identifier("e") + row(term(0)));
      case Kind::ln:
        return row(identifier("ln") + "<mspace width=\"0.17em\"/>" + factor(formula, 0));
      case Kind::tanh:
        return row(identifier("tanh") + sign("\u2061") +  // function application
                   in_brackets(term(0)));
      case Kind::larger:
        return row(identifier("max") + sign("\u2061") + in_brackets(term(0) + sign(",") + term(1)));
      case Kind::row_max:
        return row(element("munder", sign("max") + identifier("key")) + factor(formula, 0));
      case Kind::row_sum:
        return row(element("munder", sign("∑") + identifier("key")) + factor(formula, 0));
      case Kind::beside:
      case Kind::below:
        return parts(formula);
    }
    return "";
  }

 private:
  /// A term as a factor.
  std::string factor(const Formula& formula, std::size_t i) const {
    const Formula& term = formula.terms[i];
    return is_sum(term) ? in_brackets(expression(term)) : expression(term);
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
      const std::string cell =
          element("mtd", left_out ? sign(is_below ? "⋮" : "…") : expression(formula.terms[i]));
      cells += is_below ? element("mtr", cell) : cell;
    }
    return row(sign("[") + element("mtable", is_below ? cells : element("mtr", cells)) + sign("]"));
  }

  const OperandName& operand_;
};

void add_definitions(std::vector<std::string>& definitions, const Formula& formula) {
  if (formula.kind == Kind::number) {
    const std::string origin = formula.origin.empty() ? "" : formula.origin + " = ";
    std::string definition = fmt::format("{} = {}{}", formula.text, origin, formula.value);
    if (std::ranges::find(definitions, definition) == definitions.end())
      definitions.push_back(std::move(definition));
  }
  for (const Formula& term : formula.terms) add_definitions(definitions, term);
}

}  // namespace

std::string mathml_symbol(std::string_view base, std::string_view subscript, bool has_tilde) {
  std::string symbol = identifier(base);
  if (has_tilde) symbol = fmt::format("<mover accent=\"true\">{}<mo>~</mo></mover>", symbol);
  return subscript.empty() ? symbol : element("msub", symbol + identifier(subscript));
}

std::string mathml_of(const Formula& formula, const OperandName& operand) {
  return Writer(operand).expression(formula);
}

std::vector<std::string> definitions_in(const Formula& formula) {
  std::vector<std::string> definitions;
  add_definitions(definitions, formula);
  return definitions;
}

}  // namespace attn
