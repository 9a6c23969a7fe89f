#include <string>

#include "attn/number.hpp"
#include "explain/print.hpp"
#include "render/json/text.hpp"

namespace attn {

namespace {

void append_member(fmt::memory_buffer& out, const std::string& margin, std::string_view key) {
  fmt::format_to(fmt::appender(out), ",\n{}\"{}\": ", margin, key);
}

void append_word(fmt::memory_buffer& out, const std::string& margin, std::string_view key,
                 const std::string& text) {
  if (text.empty()) return;
  append_member(out, margin, key);
  append_json_string(out, text);
}

/// The arithmetic's numbers, in all their stages. Where they are the value itself, people see it once.
std::string numbers_in(const CellText& text) {
  if (text.numbers.empty() && !text.formula.empty()) return text.value.text;
  std::string all;
  for (const ShownNumbers& numbers : text.numbers) all += (all.empty() ? "" : " = ") + numbers.text;
  return all;
}

void append_list(fmt::memory_buffer& out, const std::vector<CellExplanation>& explanations,
                 const std::string& margin);

void append_object(fmt::memory_buffer& out, const CellExplanation& explanation, const std::string& margin) {
  const std::string inner = margin + "  ";
  fmt::format_to(fmt::appender(out), "{}{{\n{}\"cell\": ", margin, inner);
  append_json_string(out, explanation.text.cell);
  append_member(out, inner, "value");
  if (explanation.values.size() == 1)
    write_number(out, explanation.values[0]);
  else
    append_json_list(out, explanation.values, write_number);
  if (explanation.is_above) {
    append_member(out, inner, "above");
    append_text(out, "true");
  } else {
    append_word(out, inner, "tokens", explanation.text.tokens);
    append_word(out, inner, "formula", explanation.text.formula);
    append_word(out, inner, "numbers", numbers_in(explanation.text));
    append_word(out, inner, "remark", explanation.text.remark);
    append_member(out, inner, "operands");
    append_list(out, explanation.operands, inner);
  }
  fmt::format_to(fmt::appender(out), "\n{}}}", margin);
}

void append_list(fmt::memory_buffer& out, const std::vector<CellExplanation>& explanations,
                 const std::string& margin) {
  out.push_back('[');
  for (std::size_t i = 0; i < explanations.size(); ++i) {
    append_text(out, i == 0 ? "\n" : ",\n");
    append_object(out, explanations[i], margin + "  ");
  }
  if (!explanations.empty()) append_text(out, "\n" + margin);
  out.push_back(']');
}

}  // namespace

void append_json(fmt::memory_buffer& out, const std::vector<CellExplanation>& explanations, Ink /*ink*/) {
  append_list(out, explanations, "");
  out.push_back('\n');
}

}  // namespace attn
