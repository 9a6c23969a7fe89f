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
#include "render/printed_decimals.hpp"
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
    output_.write(options_.header ? latex_preamble() + latex_header(header, options_)
                                  : std::string(latex_body_comment));
    is_first_ = !options_.header;
  }

  /// A heading and what it is of stay on one page; of a matrix in parts each has one.
  void step(const Step& step) override {
    Lines pieces{words(step)};
    const Lines lines = options_.explain ? arithmetic_lines(step, latex_, options_) : Lines();
    std::string below = step.name == "skipped" ? "" : remarks(step);
    if (!below.empty() || step.name == "skipped") below += "\n\n";
    if (step.name != "skipped") {
      const Lines displays = latex_displays(step, latex_, tokens_, options_);
      pieces[0] += displays[0];
      pieces.insert(pieces.end(), displays.begin() + 1, displays.end());
    }
    const bool is_kept = height(lines) <= most_kept_lines;
    pieces.back() += below + (is_kept ? aligned(lines) : "");
    write(heading(step) + room(printed_columns(step, options_).size()) +
          fmt::format("\\begin{{samepage}}\n{}\\end{{samepage}}\n",
                      fmt::join(pieces, "\\end{samepage}\n\\filbreak\n\\begin{samepage}\n")));
    if (!is_kept) output_.write(fmt::format("\\filbreak\n{{\\allowdisplaybreaks\n{}}}\n", aligned(lines)));
  }

  void end(const TraceFooter& footer) override {
    std::string text;
    for (const Distance& distance : footer.from_standard)
      text += fmt::format("\n{}.\n", latex_text(distance_in_words(distance)));
    if (!text.empty()) write("\\subsection*{Tiled against standard}\n" + text);
    if (options_.header) output_.write(latex_end);
  }

 private:
  using Lines = std::vector<std::string>;
  static constexpr std::size_t most_kept_lines = 12;  // of arithmetic: the page of its step has room for them

  /// Pages end between steps. What comes first does not offer that: the author's own heading may stand before
  /// it.
  void write(const std::string& text) {
    if (!options_.header) output_.write(definitions_.missing_for(text));
    if (!is_first_) output_.write("\n\\filbreak\n");
    output_.write(text);
    is_first_ = false;
  }

  std::string heading(const Step& step) const {
    const std::string name = latex_text(latex_.notation().id(step));
    return fmt::format("\\subsection*{{{}\\texttt{{{}}}: {}}}\n", ragged(name), name,
                       latex_words(step_in_words(step)));
  }

  /// Formulas that are words, and notes.
  std::string words(const Step& step) const {
    std::string words;
    if (!has_equation(step) && step.formula != "given" && step.name != "skipped")
      words = (step.operands.empty() ? "" : latex_.notation().id(step) + " = ") + step.formula + ". ";
    if (!step.note.empty()) words += latex_.notation().note(step) + ".";
    return words.empty() ? "" : latex_text(words) + "\n";
  }

  /// What is to be said of the printed numbers, a sentence each.
  std::string remarks(const Step& step) const {
    Lines sentences;
    const std::string left_out =
        left_out_in_words(step.values, printed_rows(step, options_), printed_columns(step, options_));
    if (!left_out.empty()) sentences.push_back(latex_text(left_out + "."));
    for (const std::string& text :
         rows_that_do_not_add_up(step, fewest_decimals_of(step, options_), options_))
      sentences.push_back(latex_text("Rounding: " + text + "."));
    if (options_.explain && has_too_much_arithmetic(step, options_))
      sentences.push_back(latex_text(too_much_arithmetic));
    return fmt::format("{}", fmt::join(sentences, "\n"));
  }

  /// In lines of text. Where tokens are columns, a line of arithmetic is as high as its columns are.
  static std::size_t height(const Lines& lines) {
    std::size_t height = 0;
    for (std::string_view line : lines) {
      std::size_t highest = 1;
      for (auto begin = line.find("\\begin"); begin != line.npos; begin = line.find("\\begin")) {
        const std::string_view matrix = line.substr(begin, line.find("\\end", begin) - begin);
        std::size_t rows = 1;
        for (auto row = matrix.find("\\\\"); row != matrix.npos; row = matrix.find("\\\\", row + 2)) ++rows;
        highest = std::max(highest, rows);
        line.remove_prefix(begin + matrix.size());
      }
      height += highest;
    }
    return height;
  }

  /// Pages may end between these lines, but not before one that goes on within a sum.
  static std::string aligned(const Lines& lines) {
    if (lines.empty()) return "";
    std::string text = "\\begin{align*}\n" + lines[0];
    for (std::size_t i = 1; i < lines.size(); ++i)
      text += (lines[i].starts_with("&\\quad") ? " \\\\*\n" : " \\\\\n") + lines[i];
    return text + "\n\\end{align*}\n";
  }

  /// amsmath's matrices have up to so many columns.
  std::string room(std::size_t columns) {
    if (columns <= room_) return "";
    room_ = columns;
    return fmt::format("\\ifnum\\value{{MaxMatrixCols}}<{0} \\setcounter{{MaxMatrixCols}}{{{0}}}\\fi\n",
                       room_);
  }

  Output& output_;
  RenderOptions options_;
  LatexNotation latex_;
  Tokens tokens_;
  LatexDefinitions definitions_;
  bool is_first_ = true;
  std::size_t room_ = 10;
};

}  // namespace

const OutputFormat latex_format{"latex",
                                "a document of matrix equations, for pdflatex, xelatex and lualatex",
                                Target::text,
                                style::notation | style::gaps | style::full | style::header | style::explain,
                                make_sink<LatexSink>,
                                "latex"};

}  // namespace attn
