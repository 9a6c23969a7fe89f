#include <string>
#include <vector>

#include "explain/step_lines.hpp"
#include "render/axis_text.hpp"
#include "render/formats.hpp"
#include "render/ink.hpp"
#include "render/notation.hpp"
#include "render/step_words.hpp"
#include "render/text/header.hpp"
#include "render/text/table.hpp"
#include "text/display.hpp"
#include "text/visible.hpp"

namespace attn {
namespace {

/// "head0.scores = Q · Kᵀ  [2 query × 3 key]  (note)". What comes from no other step is no equation: "Q:
/// given".
void append_heading(fmt::memory_buffer& out, const Step& step, const RenderOptions& options) {
  const Notation notation(options);
  const Ink ink{options.colour};
  const std::string formula = notation.formula(step);
  ink.bold(out, notation.id(step));
  if (!formula.empty()) {
    out.append(std::string_view(step.operands.empty() ? ": " : " = "));
    out.append(visible(formula));
  }
  ink.dim(out, "  " + shape_in_words(step.axes));
  if (!step.note.empty()) ink.dim(out, "  (" + visible(notation.note(step)) + ")");
  out.push_back('\n');
}

class TextSink : public Sink {
 public:
  TextSink(Output& output, const RenderOptions& options) : output_(output), options_(options) {}

  void begin(const TraceHeader& header) override {
    tokens_ = header.tokens;
    if (!options_.header) return;
    has_written_ = true;
    fmt::memory_buffer out;
    append_text_header(out, header, options_);
    hand_over(out);
  }

  void step(const Step& step) override {
    fmt::memory_buffer out;
    if (has_written_) out.push_back('\n');
    has_written_ = true;
    append_heading(out, step, options_);
    hand_over(out);
    if (step.name != "skipped") write_table(output_, step, tokens_, options_);
    if (options_.explain) write_step_lines(output_, step, tokens_, options_);
  }

  void end(const TraceFooter& footer) override {
    fmt::memory_buffer out;
    if (!footer.from_standard.empty()) out.push_back('\n');
    for (const auto& distance : footer.from_standard)
      fmt::format_to(fmt::appender(out), "tiled against standard: {}\n",
                     distance_in_words(distance, Notation(options_)));
    hand_over(out);
  }

 private:
  void hand_over(const fmt::memory_buffer& out) { output_.write({out.data(), out.size()}); }

  Output& output_;
  RenderOptions options_;
  Tokens tokens_;
  bool has_written_ = false;
};

}  // namespace

const OutputFormat text_format{
    "text", "aligned columns, for people", Target::text,
    style::notation | style::gaps | style::colour | style::full | style::header | style::explain,
    make_sink<TextSink>};

}  // namespace attn
