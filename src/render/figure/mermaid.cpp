// A flowchart in the language of Mermaid, which GitHub and others draw where it stands in a page.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "attn/error.hpp"
#include "render/axis_text.hpp"
#include "render/figure/diagram.hpp"
#include "render/figure/place_text.hpp"
#include "render/formats.hpp"
#include "render/notation.hpp"
#include "text/visible.hpp"

namespace attn {
namespace {

/// Heads, batch entries, rows of tiles and tiles in a row that are drawn each, and how many where these would
/// be more arrows than Mermaid draws.
constexpr std::size_t most_parts = 4;
constexpr std::size_t fewest_parts = 2;
constexpr std::size_t most_arrows = 499;

/// Text between double quotes. What Mermaid, Markdown or HTML would read as more than a character is written
/// as #code;.
std::string quoted(std::string_view text) {
  constexpr std::string_view special = "\"#&<>`$\\*~;|{}%@";
  std::string out = "\"";
  for (const char c : visible(text)) {
    if (special.find(c) == std::string_view::npos)
      out += c;
    else
      out += fmt::format("#{};", static_cast<int>(c));
  }
  return out + '"';
}

/// "head1_weights" for head1.weights: what Mermaid calls a node.
std::string key_of(std::string_view id) {
  std::string key(id);
  std::ranges::replace_if(
      key, [](char c) { return c == '.' || c == ','; }, '_');
  return key;
}

/// "head1", "tile0_2"; "" for the whole.
std::string key_of(const Place& place) {
  std::string id = id_of("", place);
  if (!id.empty()) id.pop_back();
  return key_of(id);
}

std::string folded_key(const DiagramGroup& group) {
  const std::string key = key_of(group.place);
  return key.empty() ? "folded" : key + "_folded";
}

/// What the place of a part is called.
struct Kind {
  std::string_view one;
  std::string_view many;
};
Kind kind_of(const Place& part) {
  if (part.tile_col) return {"tile", "tiles"};
  if (part.tile_row) return {"row block", "row blocks"};
  return part.head ? Kind{"head", "heads"} : Kind{"batch entry", "batch entries"};
}

struct Arrow {
  std::string from;
  std::string to;
  std::string block;
  bool operator<(const Arrow& other) const {
    return std::tie(from, to, block) < std::tie(other.from, other.to, other.block);
  }
};

/// Numbers that were derived, as 1/√d_k was, at the decimals that are asked for.
void round_numbers(Formula& formula, int decimals) {
  if (formula.kind == Formula::Kind::number && !formula.origin.empty())
    formula.value = rounded(formula.value, decimals, DecimalRounding::half_even);
  for (Formula& term : formula.terms) round_numbers(term, decimals);
}

class Mermaid {
 public:
  Mermaid(const Diagram& diagram, const RenderOptions& options) : diagram_(diagram), notation_(options) {
    add_arrows(diagram.root());
  }

  std::size_t arrows() const { return arrows_.size(); }

  std::string text(std::string_view title) {
    out_ = "---\n";
    if (!title.empty()) out_ += fmt::format("title: {}\n", yaml(title));
    out_ += "config:\n  flowchart:\n    wrappingWidth: 320\n---\nflowchart TB\n";
    write_nodes(diagram_.root(), 2);
    for (const std::string& id : unseen_)
      out_ += fmt::format("  {}({}):::unseen\n", key_of(id), quoted(shown_id(id)));
    for (const Arrow& arrow : arrows_) {
      const std::string block = arrow.block.empty() ? "" : fmt::format("|{}|", quoted(arrow.block));
      out_ += fmt::format("  {} -->{} {}\n", arrow.from, block, arrow.to);
    }
    return out_ +
           "  classDef given fill:#e3eefa,stroke:#2166ac,color:#111\n"
           "  classDef computed fill:#fff,stroke:#555,color:#111\n"
           "  classDef unseen fill:#fff,stroke:#999,color:#555,stroke-dasharray:4 3\n";
  }

 private:
  /// Double quotes make a JSON text a YAML text.
  static std::string yaml(std::string_view text) {
    std::string out = "\"";
    for (const char c : visible(text)) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    return out + '"';
  }

  std::string shown_id(std::string_view id) const {
    const StepId step = parse_id(id);
    return notation_.id(step.name, step.place);
  }

  void add_arrow(std::string_view source, const std::string& to, const std::string& block) {
    const Diagram::End end = diagram_.find(source);
    const std::string from = end.folded_in ? folded_key(*end.folded_in) : key_of(source);
    if (end.is_nowhere() && drawn_.insert({from, "", ""}).second) unseen_.emplace_back(source);
    Arrow arrow{from, to, end.folded_in ? "" : block};
    if (from != to && drawn_.insert(arrow).second) arrows_.push_back(std::move(arrow));
  }

  void add_arrows(const DiagramGroup& group) {
    for (const DiagramNode& node : group.nodes)
      for (const auto& source : node.sources) add_arrow(source.id, key_of(node.id), source.block);
    for (const std::string& source : group.folded.sources)
      if (!diagram_.find(source).is_nowhere()) add_arrow(source, folded_key(group), "");
    for (const DiagramGroup& part : group.groups) add_arrows(part);
  }

  void write_nodes(const DiagramGroup& group, std::size_t indent) {
    for (const DiagramNode& node : group.nodes) write_node(node, indent);
    for (std::size_t i = 0; i < group.groups.size(); ++i) {
      if (i + 1 == group.groups.size() && group.folded.count > 0) write_folded(group, indent);
      const DiagramGroup& part = group.groups[i];
      out_ +=
          fmt::format("{:{}}subgraph {}[{}]\n", "", indent, key_of(part.place), quoted(heading(part.place)));
      write_nodes(part, indent + 2);
      out_ += fmt::format("{:{}}end\n", "", indent);
    }
  }

  void write_node(const DiagramNode& node, std::size_t indent) {
    // Inputs are rounded, what comes from them is square.
    constexpr std::array<std::array<std::string_view, 3>, 3> looks{
        {{"([", "])", "given"}, {"[", "]", "computed"}, {"(", ")", "unseen"}}};
    const auto& [open, close, name] = looks[static_cast<std::size_t>(node.look)];
    std::string label;
    for (const std::string& line : node.lines) {
      const std::string text = quoted(line);
      label += fmt::format("{}{}", label.empty() ? "" : "<br/>", text.substr(1, text.size() - 2));
    }
    out_ += fmt::format("{:{}}{}{}\"{}\"{}:::{}\n", "", indent, key_of(node.id), open, label, close, name);
  }

  void write_folded(const DiagramGroup& group, std::size_t indent) {
    const DiagramGroup::Folded& folded = group.folded;
    const Kind kind = kind_of(group.groups.front().place);
    const std::size_t first = notation_.index(folded.first);
    const std::size_t last = notation_.index(folded.last);
    const std::string which = folded.count == 1 ? fmt::format("{} {}", kind.one, first)
                                                : fmt::format("{} {} to {}", kind.many, first, last);
    out_ +=
        fmt::format("{:{}}{}({}):::unseen\n", "", indent, folded_key(group), quoted(which + ": likewise"));
  }

  /// Of the innermost group: the others stand around it.
  std::string heading(const Place& part) const {
    Place shown = notation_.place(part);
    if (shown.head) shown.batch.reset();
    if (shown.tile_row) shown.head.reset();
    return place_in_words(shown);
  }

  const Diagram& diagram_;
  Notation notation_;
  std::vector<Arrow> arrows_;
  std::set<Arrow> drawn_;            ///< each arrow once; one that leads nowhere: the step that it starts at
  std::vector<std::string> unseen_;  ///< operands that the trace does not show
  std::string out_;
};

class MermaidSink : public Sink {
 public:
  MermaidSink(Output& output, const RenderOptions& options)
      : output_(output), options_(options), notation_(options_), diagram_(options.full ? gap : most_parts) {}

  void begin(const TraceHeader& header) override { title_ = header.title; }

  void step(const Step& step) override {
    DiagramNode node{.id = step.id, .place = step.place};
    if (step.operands.empty()) node.look = DiagramNode::Look::given;
    if (step.op == "skip") node.look = DiagramNode::Look::skipped;
    node.lines = lines_of(step);
    for (std::size_t i = 0; i < step.operands.size(); ++i)
      node.sources.push_back({step.operands[i].id, notation_.block(step, i)});
    diagram_.add(std::move(node));
  }

  void end(const TraceFooter&) override {
    if (!options_.full && Mermaid(diagram_, options_).arrows() > most_arrows) diagram_.fold(fewest_parts);
    output_.write(Mermaid(diagram_, options_).text(title_));
  }

 private:
  static constexpr auto gap = static_cast<std::size_t>(-1);

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
    if (!step.equation) return step.formula;
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

std::unique_ptr<Sink> make_mermaid(Output& output, const RenderOptions& options) {
  return std::make_unique<MermaidSink>(output, options);
}

}  // namespace

const OutputFormat mermaid_format{"mermaid",    "the pipeline with its shapes, as a Mermaid flowchart",
                                  Target::text, style::notation | style::gaps | style::full,
                                  make_mermaid, "mermaid"};

}  // namespace attn
