#include "render/notation.hpp"

#include <algorithm>
#include <utility>

#include "text/visible.hpp"

namespace attn {

Symbol parse_symbol(std::string_view text) {
  Symbol symbol;
  symbol.has_tilde = text.starts_with('~');
  if (symbol.has_tilde) text.remove_prefix(1);
  const std::size_t line = std::min(text.find('_', 1), text.size());
  symbol.base = text.substr(0, line);
  if (line + 1 < text.size()) symbol.subscript = text.substr(line + 1);
  return symbol;
}

std::string Notation::name(std::string_view step_name) const {
  return visible(naming_.name(step_name));
}

std::string Notation::id(std::string_view step_name, const Place& at) const {
  return id_of(name(step_name), place(at));
}

std::string Notation::operand_name(const Step& step, std::size_t operand) const {
  const StepId of = parse_id(step.operands[operand].id);
  return id(of.name, relative_place(of.place, step.place));
}

std::string Notation::operand(const Step& step, std::size_t operand) const {
  return operand_name(step, operand) + block(step, operand);
}

std::string Notation::block(const Step& step, std::size_t operand) const {
  auto [rows, columns] = std::pair(step.operands[operand].rows, step.operands[operand].columns);
  if (step.is_transposed) std::swap(rows, columns);
  return block_text(rows, columns, naming_.index_from);
}

std::string Notation::formula(const Step& step) const {
  if (!step.equation) return renamed(step.formula);
  return text_of(printed_equation(step), [&](std::size_t i) { return operand(step, i); });
}

std::string Notation::renamed(std::string_view text) const {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
  std::string out;
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find_first_of(letters), text.size());
    const std::size_t end = std::min(text.find_first_not_of(letters, begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    out.append(text.substr(0, begin));
    out.append(text.substr(end).starts_with('(') ? std::string(word) : name(word));
    text.remove_prefix(end);
  }
  return out;
}

Symbol Notation::symbol(std::string_view step_name) const {
  if (const auto given = naming_.names.find(step_name); given != naming_.names.end())
    return parse_symbol(visible(given->second));
  const auto row = std::ranges::find(step_names(), step_name, &StepName::name);
  return parse_symbol(row == step_names().end() ? step_name : row->symbol);
}

Formula printed_equation(const Step& step) {
  return step.is_transposed ? in_columns(*step.equation) : *step.equation;
}

}  // namespace attn
