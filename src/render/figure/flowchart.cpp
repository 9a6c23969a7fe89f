#include "render/figure/flowchart.hpp"

#include <fmt/format.h>

#include <array>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "render/figure/mermaid_text.hpp"
#include "render/figure/place_text.hpp"
#include "render/notation.hpp"

namespace attn {
namespace {

using mermaid::key_of;
using mermaid::quoted;

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
  std::string label;
  bool operator<(const Arrow& other) const {
    return std::tie(from, to, label) < std::tie(other.from, other.to, other.label);
  }
};

class Flowchart {
 public:
  Flowchart(const Diagram& diagram, const RenderOptions& options) : diagram_(diagram), notation_(options) {
    add_arrows(diagram.root());
  }

  std::string text(std::string_view title) {
    out_ = "---\n";
    if (!title.empty()) out_ += fmt::format("title: {}\n", mermaid::title(title));
    out_ += "config:\n  flowchart:\n    wrappingWidth: 320\n---\nflowchart TB\n";
    write_nodes(diagram_.root(), 2);
    for (const std::string& id : unseen_)
      out_ += fmt::format("  {}({}):::unseen\n", key_of(id), quoted(shown_id(id)));
    for (const Arrow& arrow : arrows_) {
      const std::string label = arrow.label.empty() ? "" : fmt::format("|{}|", quoted(arrow.label));
      out_ += fmt::format("  {} -->{} {}\n", arrow.from, label, arrow.to);
    }
    return out_ +
           "  classDef given fill:#e3eefa,stroke:#2166ac,color:#111\n"
           "  classDef computed fill:#fff,stroke:#555,color:#111\n"
           "  classDef unseen fill:#fff,stroke:#999,color:#555,stroke-dasharray:4 3\n";
  }

 private:
  std::string shown_id(std::string_view id) const {
    const StepId step = parse_id(id);
    return notation_.id(step.name, step.place);
  }

  void add_arrow(std::string_view source, const std::string& to, const std::string& label) {
    const Diagram::End end = diagram_.find(source);
    const std::string from = end.folded_in ? folded_key(*end.folded_in) : key_of(source);
    if (end.is_nowhere() && drawn_.insert({from, "", ""}).second) unseen_.emplace_back(source);
    Arrow arrow{from, to, end.folded_in ? "" : label};
    if (from != to && drawn_.insert(arrow).second) arrows_.push_back(std::move(arrow));
  }

  void add_arrows(const DiagramGroup& group) {
    for (const DiagramNode& node : group.nodes)
      for (const auto& source : node.sources) add_arrow(source.id, key_of(node.id), source.label);
    for (const std::string& source : group.folded.sources)
      if (!diagram_.find(source).is_nowhere()) add_arrow(source, folded_key(group), "");
    for (const DiagramGroup& part : group.groups) add_arrows(part);
  }

  void write_nodes(const DiagramGroup& group, std::size_t indent) {
    for (const DiagramNode& node : group.nodes) write_node(node, indent);
    for (std::size_t i = 0; i < group.groups.size(); ++i) {
      const DiagramGroup& part = group.groups[i];
      out_ +=
          fmt::format("{:{}}subgraph {}[{}]\n", "", indent, key_of(part.place), quoted(heading(part.place)));
      // What no arrow leads out of would run from left to right else.
      if (part.groups.empty()) out_ += fmt::format("{:{}}direction TB\n", "", indent + 2);
      write_nodes(part, indent + 2);
      out_ += fmt::format("{:{}}end\n", "", indent);
      if (i == 0 && group.folded.count > 0) write_folded(group, indent);
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

}  // namespace

std::string flowchart(const Diagram& diagram, std::string_view title, const RenderOptions& options) {
  return Flowchart(diagram, options).text(title);
}

}  // namespace attn
