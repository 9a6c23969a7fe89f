#include <fmt/format.h>

#include <string>
#include <vector>

#include "render/formats.hpp"
#include "render/labelled_matrix.hpp"
#include "render/latex/arithmetic.hpp"
#include "render/latex/equation.hpp"
#include "render/latex/header.hpp"
#include "render/latex/notation.hpp"
#include "render/latex/preamble.hpp"
#include "render/latex/text.hpp"
#include "render/printed_matrix.hpp"
#include "render/printed_sums.hpp"
#include "render/step_words.hpp"

namespace attn {
namespace {

class LatexSink : public Sink {
 public:
  LatexSink(Output& output, const RenderOptions& options)
      : output_(output), options_(options), latex_(options_, document_dialect) {}

  void begin(const TraceHeader& header) override {
    tokens_ = header.tokens;
    if (!options_.header) return;
    output_.write(latex_preamble);
    output_.write(latex_header(header, options_));
  }

  void step(const Step& step) override {
    output_.write(fmt::format("\n\\subsection*{{\\texttt{{{}}}: {}}}\n",
                              latex_text(latex_.notation().id(step)), latex_words(step_in_words(step))));
    write_words(step);
    if (step.name == "skipped") return;
    make_room(printed_columns(step, options_).size());
    output_.write(latex_display(step, latex_, tokens_, options_));
    const std::string left_out =
        left_out_in_words(step.values, printed_rows(step, options_), printed_columns(step, options_));
    if (!left_out.empty()) write_line(left_out + ".");
    write_sums(step);
    if (options_.explain) write_arithmetic(step);
  }

  void end(const TraceFooter& footer) override {
    if (!footer.from_standard.empty()) output_.write("\n\\subsection*{Tiled against standard}\n");
    for (const Distance& distance : footer.from_standard) write_line(distance_in_words(distance) + ".");
    if (options_.header) output_.write(latex_end);
  }

 private:
  /// A paragraph.
  void write_line(std::string_view text) { output_.write(fmt::format("\n{}\n\n", latex_text(text))); }

  /// Formulas that are words, and notes.
  void write_words(const Step& step) {
    std::string words;
    if (!has_equation(step) && step.formula != "given" && step.name != "skipped")
      words = (step.operands.empty() ? "" : latex_.notation().id(step) + " = ") + step.formula + ". ";
    if (!step.note.empty()) words += latex_.notation().note(step) + ".";
    if (!words.empty()) write_line(words);
  }

  void write_sums(const Step& step) {
    const auto decimals = printed_decimals(step.values, options_.decimals.of(step.id), step.is_given);
    for (const std::string& text : rows_that_do_not_add_up(step, decimals, options_))
      write_line("Rounding: " + text + ".");
  }

  void write_arithmetic(const Step& step) {
    if (has_too_much_arithmetic(step, options_)) write_line(too_much_arithmetic);
    const std::vector<std::string> lines = arithmetic_lines(step, latex_, options_);
    if (lines.empty()) return;
    output_.write(fmt::format("\\begin{{align*}}\n{}\n\\end{{align*}}\n", fmt::join(lines, " \\\\\n")));
  }

  /// amsmath's matrices have up to so many columns.
  void make_room(std::size_t columns) {
    if (columns <= room_) return;
    room_ = columns;
    output_.write(fmt::format("\\setcounter{{MaxMatrixCols}}{{{}}}\n", room_));
  }

  Output& output_;
  RenderOptions options_;
  LatexNotation latex_;
  Tokens tokens_;
  std::size_t room_ = 10;
};

std::unique_ptr<Sink> make_latex(Output& output, const RenderOptions& options) {
  return std::make_unique<LatexSink>(output, options);
}

}  // namespace

const OutputFormat latex_format{
    "latex",      "a document of matrix equations, for pdflatex, xelatex and lualatex",
    Target::text, style::notation | style::gaps | style::full | style::header | style::explain,
    make_latex,   "latex"};

}  // namespace attn
