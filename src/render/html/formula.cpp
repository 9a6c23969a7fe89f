#include "render/html/formula.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "attn/number.hpp"
#include "formula/mathml.hpp"
#include "render/json/text.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

using Buffer = fmt::memory_buffer;
using Kind = Formula::Kind;

using Named = std::pair<Kind, std::string_view>;
constexpr std::array kind_names{
    Named{Kind::words, "words"},     Named{Kind::whole, "whole"},
    Named{Kind::per_row, "per_row"}, Named{Kind::per_column, "per_column"},
    Named{Kind::number, "number"},   Named{Kind::transposed, "transposed"},
    Named{Kind::matmul, "matmul"},   Named{Kind::times, "times"},
    Named{Kind::over, "over"},       Named{Kind::plus, "plus"},
    Named{Kind::minus, "minus"},     Named{Kind::exp, "exp"},
    Named{Kind::ln, "ln"},           Named{Kind::tanh, "tanh"},
    Named{Kind::larger, "larger"},   Named{Kind::row_max, "row_max"},
    Named{Kind::row_sum, "row_sum"}, Named{Kind::beside, "beside"},
    Named{Kind::below, "below"},
};

std::string_view name_of(Kind kind) {
  for (const auto& [candidate, name] : kind_names)
    if (candidate == kind) return name;
  return "?";
}

bool is_operand(Kind kind) {
  return kind == Kind::whole || kind == Kind::per_row || kind == Kind::per_column;
}

void append_member(Buffer& out, std::string_view key, std::size_t value) {
  fmt::format_to(fmt::appender(out), ",\"{}\":{}", key, value);
}

void append_formula(Buffer& out, const Formula& formula) {
  fmt::format_to(fmt::appender(out), "{{\"kind\":\"{}\"", name_of(formula.kind));
  if (is_operand(formula.kind)) append_member(out, "operand", formula.operand);
  if (formula.length != 0 || !formula.terms.empty()) append_member(out, "length", formula.length);
  if (formula.mask) append_member(out, "mask", *formula.mask);
  if (formula.kind == Kind::number) {
    append_text(out, ",\"value\":");
    write_number(out, formula.value);
  }
  if (!formula.text.empty()) {
    append_text(out, ",\"text\":");
    append_json_string(out, formula.text);
  }
  if (!formula.terms.empty()) {
    append_text(out, ",\"terms\":");
    append_json_list(out, formula.terms, append_formula);
  }
  append_text(out, "}");
}

/// "(1)" above an operand that belongs to another head, batch entry or tile than the step.
std::string place_text(const Place& place) {
  std::string text;
  for (const auto& coordinate : {place.batch, place.head, place.tile_row, place.tile_col})
    if (coordinate) text += fmt::format("{}{}", text.empty() ? "" : ",", *coordinate);
  return text.empty() ? text : "(" + text + ")";
}

std::string operand_mathml(const Step& step, std::size_t i, const Notation& notation) {
  const StepOperand& operand = step.operands[i];
  const StepId of = parse_id(operand.id);
  const Symbol symbol = notation.symbol(of.name);
  std::string text = mathml_symbol(symbol.base, symbol.subscript, symbol.has_tilde);
  const std::string place = place_text(notation.place(relative_place(of.place, step.place)));
  if (!place.empty()) text = fmt::format("<msup>{}<mtext>{}</mtext></msup>", text, place);
  const std::string block = notation.block(step, i);
  return block.empty() ? text : fmt::format("<mrow>{}<mtext>{}</mtext></mrow>", text, block);
}

}  // namespace

std::string formula_json(const Formula* formula) {
  if (!formula) return "null";
  Buffer out;
  append_formula(out, *formula);
  return fmt::to_string(out);
}

std::string equation_mathml(const Step& step, const Notation& notation) {
  if (!step.equation) return "null";
  Buffer out;
  if (step.equation->kind == Kind::words) {
    append_json_string(out, escaped(visible(step.equation->text)));
    return fmt::to_string(out);
  }
  const Symbol symbol = notation.symbol(step.name);
  const std::string right =
      mathml_of(printed_equation(step), [&](std::size_t i) { return operand_mathml(step, i, notation); });
  std::string text = fmt::format("<math>{}<mo>=</mo>{}</math>",
                                 mathml_symbol(symbol.base, symbol.subscript, symbol.has_tilde), right);
  // Text breaks into lines, MathML does not.
  for (const std::string& definition : definitions_in(*step.equation))
    text += fmt::format(" <span>{}</span>", escaped(visible(definition)));
  append_json_string(out, text);
  return fmt::to_string(out);
}

}  // namespace attn
