#include <fmt/format.h>

#include <algorithm>

#include "formula/text.hpp"

namespace attn {

namespace {

using Kind = Formula::Kind;

/// The terms of a concatenation; of more than four the first two and the last one.
std::string listed(const Formula& formula, const OwnText& own) {
  const std::string_view between = formula.kind == Kind::below ? "; " : ", ";
  const std::size_t count = formula.terms.size();
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    const bool left_out = count > 4 && i > 1 && i + 1 < count;
    if (left_out && i > 2) continue;
    if (i > 0) text += between;
    text += left_out ? "…" : text_with(formula.terms[i], own);
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

}  // namespace

std::string text_with(const Formula& formula, const OwnText& own) {
  if (std::optional<std::string> text = own(formula)) return *std::move(text);
  const auto term = [&](std::size_t i) { return text_with(formula.terms[i], own); };
  switch (formula.kind) {
    case Kind::words:
    case Kind::number:
      return formula.text;
    case Kind::whole:
    case Kind::per_row:
    case Kind::per_column:
      return fmt::format("operand {}", formula.operand);
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
      return listed(formula, own);
  }
  return "?";
}

std::string text_of(const Formula& formula, const OperandName& name) {
  std::string text = text_with(formula, [&](const Formula& term) -> std::optional<std::string> {
    if (term.kind == Kind::whole || term.kind == Kind::per_row || term.kind == Kind::per_column)
      return name(term.operand);
    return std::nullopt;
  });
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
