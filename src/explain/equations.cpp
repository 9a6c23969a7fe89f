#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

#include "explain/print.hpp"
#include "render/latex/notation.hpp"

namespace attn {

namespace {

/// A cell before what it comes from. One that was explained above has its row there.
void collect(std::vector<std::string>& rows, const CellExplanation& explanation) {
  if (explanation.is_above) return;
  if (explanation.left_out > 0) rows.emplace_back("&\\;\\;\\vdots");
  rows.insert(rows.end(), explanation.equations.begin(), explanation.equations.end());
  for (const CellExplanation& operand : explanation.operands) collect(rows, operand);
}

/// What stands around the rows of one cell.
struct Environment {
  std::string_view begin;
  std::string_view row_end;
  std::string_view end;
};

void append_environments(fmt::memory_buffer& out, const std::vector<CellExplanation>& explanations,
                         const Environment& environment) {
  for (const CellExplanation& explanation : explanations) {
    std::vector<std::string> rows;
    collect(rows, explanation);
    fmt::format_to(fmt::appender(out), "{}{}\n{}\n{}\n", &explanation == explanations.data() ? "" : "\n",
                   environment.begin, fmt::join(rows, fmt::format(" {}\n", environment.row_end)),
                   environment.end);
  }
}

}  // namespace

void append_markdown(fmt::memory_buffer& out, const std::vector<CellExplanation>& explanations, Ink /*ink*/) {
  append_environments(out, explanations,
                      {"$$\n\\begin{aligned}", katex_dialect.row_end, "\\end{aligned}\n$$"});
}

void append_latex(fmt::memory_buffer& out, const std::vector<CellExplanation>& explanations, Ink /*ink*/) {
  // Of a cell that comes from many there is more than a page.
  append_environments(out, explanations,
                      {"{\\allowdisplaybreaks\n\\begin{align*}", document_dialect.row_end, "\\end{align*}}"});
}

}  // namespace attn
