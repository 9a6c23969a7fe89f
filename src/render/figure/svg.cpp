// A heatmap of one step as a picture for a paper or a page: no script, no font, no file of anybody else's.

#include <fmt/format.h>

#include <string>

#include "attn/error.hpp"
#include "render/figure/heatmap.hpp"
#include "render/figure/heatmap_drawing.hpp"
#include "render/formats.hpp"
#include "render/notation.hpp"
#include "text/visible.hpp"

namespace attn {
namespace {

/// All places of one step: held back until there is no other one.
class SvgSink : public Sink {
 public:
  SvgSink(Output& output, const RenderOptions& options) : output_(output), options_(options) {}

  void begin(const TraceHeader& header) override {
    heatmap_.title = visible(header.title);
    tokens_ = header.tokens;
  }

  void step(const Step& step) override {
    if (first_id_.empty()) name(step);
    if (step.name != heatmap_.name)
      throw InputError(
          fmt::format("--format svg draws one step, found {} and {}; choose one, such as --steps "
                      "weights",
                      first_id_, step.id));
    constexpr std::size_t most_panels = 64;
    if (heatmap_.panels.size() == most_panels)
      throw InputError(
          fmt::format("--format svg draws up to {} matrices side by side, found more of {}; choose "
                      "with --heads, --batches or by id, such as --steps {}",
                      most_panels, step.name, first_id_));
    heatmap_.panels.push_back(panel_of(step, tokens_, options_));
  }

  void end(const TraceFooter&) override {
    if (first_id_.empty()) throw InputError("--format svg draws one step, but none is selected");
    output_.write(draw(heatmap_));
  }

 private:
  void name(const Step& step) {
    const Notation notation(options_);
    first_id_ = step.id;
    heatmap_.name = step.name;
    const std::string formula = notation.formula(step);
    heatmap_.heading = notation.name(step.name);
    if (!step.operands.empty()) heatmap_.heading += " = " + visible(formula);
    heatmap_.row_axis = step.axes[0].name;
    if (step.axes.size() == 2) heatmap_.column_axis = step.axes[1].name;
  }

  Output& output_;
  RenderOptions options_;
  Tokens tokens_;
  Heatmap heatmap_;
  std::string first_id_;
};

}  // namespace

const OutputFormat svg_format{"svg",
                              "a heatmap of one step of every head; choose it with --steps",
                              Target::text,
                              style::notation | style::gaps | style::full,
                              make_sink<SvgSink>,
                              "xml"};

}  // namespace attn
