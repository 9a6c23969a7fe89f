#include "explain/step_lines.hpp"

#include "explain/cell_texts.hpp"
#include "explain/print.hpp"

namespace attn {

namespace {

constexpr std::size_t most_cells = 64;
constexpr std::string_view margin = "  ";

/// The heading of the step, and its table, say what numbers are called, and tokens.
CellText without_names(CellText text) {
  text.tokens.clear();
  text.definitions.clear();
  return text;
}

}  // namespace

void write_step_lines(Output& output, const Step& step, const Tokens& tokens, const RenderOptions& options) {
  if (!step.equation || step.operands.empty()) return;
  const Ink ink{options.colour};
  fmt::memory_buffer out;
  const auto write = [&] {
    output.write({out.data(), out.size()});
    out.clear();
  };
  if (step.values.size() > most_cells && !options.full) {
    out.append(margin);
    ink.dim(out, fmt::format("… arithmetic of {} cells left out; --full shows all\n", step.values.size()));
    return write();
  }
  const CellTexts texts(step, tokens, options);
  for (std::size_t row = 0; row < step.values.shape(0); ++row)
    for (std::size_t column = 0; column < step.values.shape(1); ++column) {
      out.append(margin);
      append_line(out, without_names(texts.cell(row, column)), ink);
      write();
    }
}

}  // namespace attn
