#include <fmt/format.h>

#include <string>
#include <vector>

#include "render/formats.hpp"
#include "render/latex/arithmetic.hpp"
#include "render/latex/notation.hpp"
#include "render/markdown/header.hpp"
#include "render/markdown/table.hpp"
#include "render/markdown/text.hpp"
#include "render/printed_decimals.hpp"
#include "render/printed_sums.hpp"
#include "render/step_words.hpp"

namespace attn {
namespace {

class MarkdownSink : public Sink {
 public:
  MarkdownSink(Output& output, const RenderOptions& options)
      : output_(output), options_(options), latex_(options_, katex_dialect) {}

  void begin(const TraceHeader& header) override {
    tokens_ = header.tokens;
    if (!options_.header) return;
    output_.write(markdown_header(header, options_));
    has_written_ = true;
  }

  void step(const Step& step) override {
    output_.write(fmt::format("{}### {}: {}\n", has_written_ ? "\n" : "",
                              code_span(latex_.notation().id(step)), markdown_text(step_in_words(step))));
    has_written_ = true;
    write_formula(step);
    if (!step.note.empty()) output_.write(fmt::format("\n{}\n", markdown_text(latex_.notation().note(step))));
    if (step.name == "skipped") return;
    write_markdown_table(output_, step, {tokens_, latex_.symbol(step)}, options_);
    write_sums(step);
    if (options_.explain) write_arithmetic(step);
  }

  void end(const TraceFooter& footer) override {
    if (!footer.from_standard.empty()) output_.write("\n## Tiled against standard\n\n");
    for (const Distance& distance : footer.from_standard)
      output_.write(fmt::format("- {}\n", markdown_text(distance_in_words(distance))));
  }

 private:
  void write_formula(const Step& step) {
    if (const std::string equation = latex_.equation(step); !equation.empty())
      output_.write(fmt::format("\n$$\n{}\n$$\n", equation));
    else if (!step.operands.empty())
      output_.write(fmt::format("\n{}\n", code_span(latex_.notation().id(step) + " = " + step.formula)));
    else if (step.formula != "given" && step.name != "skipped")
      output_.write(fmt::format("\n{}\n", markdown_text(step.formula)));
  }

  void write_sums(const Step& step) {
    for (const std::string& text :
         rows_that_do_not_add_up(step, fewest_decimals_of(step, options_), options_))
      output_.write(fmt::format("\nRounding: {}.\n", text));
  }

  void write_arithmetic(const Step& step) {
    if (has_too_much_arithmetic(step, options_))
      output_.write(fmt::format("\n{}\n", markdown_text(too_much_arithmetic)));
    const std::vector<std::string> lines = arithmetic_lines(step, latex_, options_);
    if (lines.empty()) return;
    output_.write(fmt::format("\n$$\n\\begin{{aligned}}\n{}\n\\end{{aligned}}\n$$\n",
                              fmt::join(lines, fmt::format(" {}\n", katex_dialect.row_end))));
  }

  Output& output_;
  RenderOptions options_;
  LatexNotation latex_;
  Tokens tokens_;
  bool has_written_ = false;
};

}  // namespace

const OutputFormat markdown_format{
    "markdown",
    "tables and formulas for a page, as GitHub and KaTeX show them",
    Target::text,
    style::notation | style::gaps | style::full | style::header | style::explain,
    make_sink<MarkdownSink>,
    ""};

}  // namespace attn
