// A flowchart in the language of Mermaid, which GitHub and others draw where it stands in a page.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "render/axis_text.hpp"
#include "render/figure/diagram.hpp"
#include "render/figure/flowchart.hpp"
#include "render/formats.hpp"
#include "render/notation.hpp"

namespace attn {
namespace {

/// Numbers that were derived, as 1/√d_k was, at the decimals that are asked for.
void round_numbers(Formula& formula, int decimals) {
  if (formula.kind == Formula::Kind::number && !formula.origin.empty())
    formula.value = rounded(formula.value, decimals, DecimalRounding::half_even);
  for (Formula& term : formula.terms) round_numbers(term, decimals);
}

/// Whether an operand hides keys from a sum of products.
bool hides_keys(const Formula& formula, std::size_t operand) {
  return formula.mask == operand || std::ranges::any_of(formula.terms, [operand](const Formula& term) {
           return hides_keys(term, operand);
         });
}

/// The weights of hidden keys are 0, so to leave these out matters only to what times 0 is not 0. Without
/// that an arrow from the mask would only raise the question what it is for.
bool hides_more_than_zeros(const Step& step, std::size_t mask) {
  for (std::size_t operand = 0; operand < step.operands.size(); ++operand) {
    const Axes& axes = step.operands[operand].axes;
    if (operand == mask || axes.size() != 2) continue;
    for (std::size_t i = 0; i < axes[0].size; ++i)
      for (std::size_t j = 0; j < axes[1].size; ++j)
        if (!std::isfinite(step.operand_value(operand, i, j))) return true;
  }
  return false;
}

class MermaidSink : public Sink {
 public:
  MermaidSink(Output& output, const RenderOptions& options)
      : output_(output), options_(options), notation_(options_), diagram_(options.full) {}

  void begin(const TraceHeader& header) override { title_ = header.title; }

  void step(const Step& step) override {
    DiagramNode node{.id = step.id, .place = step.place};
    if (step.operands.empty()) node.look = DiagramNode::Look::given;
    if (step.op == "skip") node.look = DiagramNode::Look::skipped;
    node.lines = lines_of(step);
    for (std::size_t i = 0; i < step.operands.size(); ++i) {
      const bool is_mask = step.equation != nullptr && hides_keys(*step.equation, i);
      if (is_mask && !hides_more_than_zeros(step, i)) continue;
      node.sources.push_back({step.operands[i].id, is_mask ? "hides keys" : notation_.block(step, i)});
    }
    diagram_.add(std::move(node));
  }

  void end(const TraceFooter&) override { output_.write(flowchart(diagram_, title_, options_)); }

 private:
  /// Name, equation and shape. That an input is given shows in its look.
  std::vector<std::string> lines_of(const Step& step) const {
    std::vector<std::string> lines{notation_.name(step.name)};
    const std::string formula = formula_of(step);
    if (step.op != "input" && !formula.empty()) lines.push_back(formula);
    if (step.op != "skip") lines.push_back(shape_in_words(step.axes));
    if (!step.note.empty()) lines.push_back(notation_.note(step));
    return lines;
  }

  std::string formula_of(const Step& step) const {
    if (!step.equation) return notation_.formula(step);
    Formula equation = printed_equation(step);
    round_numbers(equation, options_.decimals.of(step.id));
    return text_of(equation, [&](std::size_t i) { return notation_.operand(step, i); });
  }

  Output& output_;
  RenderOptions options_;
  Notation notation_;
  Diagram diagram_;
  std::string title_;
};

}  // namespace

const OutputFormat mermaid_format{"mermaid",
                                  "the pipeline with its shapes, as a Mermaid flowchart",
                                  Target::text,
                                  style::notation | style::gaps | style::full,
                                  make_sink<MermaidSink>,
                                  "mermaid"};

}  // namespace attn
