#include <string>

#include "explain/print.hpp"

namespace attn {

namespace {

/// Cells that were explained before share a line: "exp[0,1], row_sum[0]  (see above)".
std::size_t append_above(fmt::memory_buffer& out, const std::vector<CellExplanation>& operands,
                         std::size_t at) {
  std::string cells;
  for (; at < operands.size() && operands[at].is_above; ++at)
    cells += (cells.empty() ? "" : ", ") + operands[at].text.cell;
  out.append(cells);
  return at;
}

void append_operands(fmt::memory_buffer& out, const std::vector<CellExplanation>& operands,
                     const std::string& margin, Ink ink) {
  for (std::size_t i = 0; i < operands.size();) {
    fmt::memory_buffer line;
    const CellExplanation& operand = operands[i];
    if (operand.is_above) {
      i = append_above(line, operands, i);
      ink.dim(line, "  (see above)\n");
    } else if (operand.left_out > 0) {
      ink.dim(line, fmt::format("… ({} more) …\n", operand.left_out));
      ++i;
    } else {
      append_line(line, operand.text, ink);
      ++i;
    }
    const bool is_last = i == operands.size();
    ink.dim(out, margin + (is_last ? "└─ " : "├─ "));
    out.append(line);
    append_operands(out, operand.operands, margin + (is_last ? "   " : "│  "), ink);
  }
}

}  // namespace

void append_line(fmt::memory_buffer& out, const CellText& text, Ink ink) {
  ink.bold(out, text.cell);
  out.append(equation_text(text).substr(text.cell.size()));
  if (!text.tokens.empty()) ink.dim(out, fmt::format("  ({})", text.tokens));
  if (!text.remark.empty()) ink.dim(out, fmt::format("  ({})", text.remark));
  for (const std::string& definition : text.definitions) ink.dim(out, "  " + definition);
  out.push_back('\n');
}

void append_trees(fmt::memory_buffer& out, const std::vector<CellExplanation>& explanations, Ink ink) {
  for (const CellExplanation& explanation : explanations) {
    if (&explanation != explanations.data()) out.push_back('\n');
    append_line(out, explanation.text, ink);
    append_operands(out, explanation.operands, "", ink);
  }
}

}  // namespace attn
