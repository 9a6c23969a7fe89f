#include <fmt/format.h>

#include <algorithm>

#include "attn/formula.hpp"

namespace attn {

namespace {

using Kind = Formula::Kind;

/// The terms of a concatenation; of more than four the first two and the last one.
std::string listed(const Formula& formula, const OperandName& name) {
  const std::string_view between = formula.kind == Kind::below ? "; " : ", ";
  const std::size_t count = formula.terms.size();
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    const bool left_out = count > 4 && i > 1 && i + 1 < count;
    if (left_out && i > 2) continue;
    if (i > 0) text += between;
    text += left_out ? "…" : text_of(formula.terms[i], name);
  }
  return count == 1 ? text : "[" + text + "]";
}

/// ", scale = 1/√d_k = 1/√2 = 0.7071067811865475" for each number, once.
void append_definitions(std::string& text, const Formula& formula) {
  if (formula.kind == Kind::number) {
    const std::string origin = formula.origin.empty() ? "" : formula.origin + " = ";
    const std::string definition = fmt::format(", {} = {}{}", formula.text, origin, formula.value);
    if (!text.ends_with(definition)) text += definition;
  }
  for (const Formula& term : formula.terms) append_definitions(text, term);
}

std::string expression(const Formula& formula, const OperandName& name) {
  const auto term = [&](std::size_t i) { return expression(formula.terms[i], name); };
  switch (formula.kind) {
    case Kind::words:
    case Kind::number:
      return formula.text;
    case Kind::whole:
    case Kind::per_row:
    case Kind::per_column:
      return name(formula.operand);
    case Kind::transposed:
      return term(0) + "ᵀ";
    case Kind::matmul:
    case Kind::times:
      return fmt::format("{} · {}", term(0), term(1));
    case Kind::over:
      return fmt::format("{} / {}", term(0), term(1));
    case Kind::plus:
      return fmt::format("{} + {}", term(0), term(1));
    case Kind::minus:
      return fmt::format("{} - {}", term(0), term(1));
    case Kind::exp:
      return fmt::format("exp({})", term(0));
    case Kind::ln:
      return fmt::format("ln {}", term(0));
    case Kind::tanh:
      return fmt::format("tanh({})", term(0));
    case Kind::larger:
      return fmt::format("max({}, {})", term(0), term(1));
    case Kind::row_max:
      return fmt::format("max over keys of {}", term(0));
    case Kind::row_sum:
      return fmt::format("sum over keys of {}", term(0));
    case Kind::beside:
    case Kind::below:
      return listed(formula, name);
  }
  return "?";
}

}  // namespace

std::string text_of(const Formula& formula, const OperandName& name) {
  std::string text = expression(formula, name);
  append_definitions(text, formula);
  return text;
}

Formula in_columns(const Formula& formula) {
  Formula result = formula;
  for (Formula& term : result.terms) term = in_columns(term);
  switch (formula.kind) {
    case Kind::matmul:
      std::swap(result.terms[0], result.terms[1]);
      break;
    case Kind::per_row:
      result.kind = Kind::per_column;
      break;
    case Kind::per_column:
      result.kind = Kind::per_row;
      break;
    case Kind::beside:
      result.kind = Kind::below;
      break;
    case Kind::below:
      result.kind = Kind::beside;
      break;
    default:
      break;
  }
  return result;
}

}  // namespace attn
