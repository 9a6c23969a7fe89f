#include "attn/explain.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "attn/error.hpp"
#include "explain/asked_cells.hpp"
#include "explain/shown_nodes.hpp"
#include "graph/ancestors.hpp"
#include "render/elision.hpp"

namespace attn {

namespace {

/// A cell of a node's value as it is printed.
struct Cell {
  const Node* node = nullptr;
  std::size_t row = 0;
  std::size_t column = 0;
  bool operator<(const Cell& other) const {
    return std::tie(node, row, column) < std::tie(other.node, other.row, other.column);
  }
};

constexpr std::size_t all_levels = std::numeric_limits<std::size_t>::max();

/// Cells in the order in which they are met, each once.
class CellList {
 public:
  void add(const Cell& cell) {
    if (met_.insert(cell).second) cells_.push_back(cell);
  }
  const std::vector<Cell>& cells() const { return cells_; }

 private:
  std::vector<Cell> cells_;
  std::set<Cell> met_;
};

class Explainer {
 public:
  Explainer(const Problem& problem, const ExplainOptions& options)
      : problem_(problem), options_(options), shown_(problem, options) {
    const bool is_tiled = problem.options.backend == Backend::tiled;
    (is_tiled ? build_tiled : build_standard)(problem, graph_, {});
  }

  CellExplanation of(const std::string& word);

 private:
  void compute(Node& node) const;
  CellExplanation shown(const Cell& cell, std::size_t depth);
  CellExplanation of(const Cell& cell, std::size_t depth);
  CellExplanation named(const Cell& cell);
  std::vector<Cell> operands_of(const std::vector<Cell>& cells);
  std::vector<std::size_t> shown_of(const std::vector<Cell>& operands) const;
  std::vector<CellExplanation> explained(const std::vector<Cell>& operands, std::size_t depth);
  bool are_whole(const std::vector<Cell>& operands) const;
  void add_operands(CellList& operands, const Node& node, const CellFormula& arithmetic) const;
  void forget_known_definitions(CellText& text);

  const Problem& problem_;
  const ExplainOptions& options_;
  Graph graph_;
  ShownNodes shown_;
  std::map<Cell, std::size_t> explained_;  ///< with how many levels of operands
  std::set<std::string> defined_;
};

void Explainer::compute(Node& node) const {
  const auto is_open = [](const Node& of) { return std::holds_alternative<std::monostate>(of.value); };
  if (!is_open(node)) return;
  for (Node* ancestor : ancestors_of(node, graph_))
    if (is_open(*ancestor)) options_.arithmetic->compute(*ancestor);
  options_.arithmetic->compute(node);
}

/// What a number is called is said where it is met first.
void Explainer::forget_known_definitions(CellText& text) {
  std::erase_if(text.definitions,
                [&](const std::string& definition) { return !defined_.insert(definition).second; });
}

void Explainer::add_operands(CellList& operands, const Node& node, const CellFormula& arithmetic) const {
  for (const CellFormula& term : arithmetic.terms) add_operands(operands, node, term);
  if (arithmetic.kind != CellFormula::Kind::cell) return;
  const Operand& operand = node.operands[arithmetic.operand];
  if (operand.node->operands.empty()) return;  // given
  Cell cell{operand.node.get(), arithmetic.row, arithmetic.column};
  if (operand.rows) cell.row += operand.rows->begin;
  if (operand.columns) cell.column += operand.columns->begin;
  if (options_.orientation == Orientation::columns) std::swap(cell.row, cell.column);
  operands.add(cell);
}

/// The computed cells that these cells come from.
std::vector<Cell> Explainer::operands_of(const std::vector<Cell>& cells) {
  CellList operands;
  for (const auto& [node, row, column] : cells)
    add_operands(operands, *node, arithmetic_of(shown_.of(*node).step(), row, column));
  return operands.cells();
}

/// Of very many the first and the last ones.
std::vector<std::size_t> Explainer::shown_of(const std::vector<Cell>& operands) const {
  return shown_indices(operands.size(), options_.render.full ? gap : most_terms);
}

std::vector<CellExplanation> Explainer::explained(const std::vector<Cell>& operands, std::size_t depth) {
  std::vector<CellExplanation> explanations;
  if (depth == 0) return explanations;
  const auto shown = shown_of(operands);
  for (const std::size_t i : shown) {
    if (i == gap)
      explanations.emplace_back().left_out = left_out(operands.size(), shown);
    else
      explanations.push_back(of(operands[i], depth == all_levels ? all_levels : depth - 1));
  }
  return explanations;
}

/// Whether no deeper explanation of them would say more.
bool Explainer::are_whole(const std::vector<Cell>& operands) const {
  return std::ranges::all_of(shown_of(operands), [&](std::size_t i) {
    if (i == gap) return true;
    const auto known = explained_.find(operands[i]);
    return known != explained_.end() && known->second == all_levels;
  });
}

/// A cell that somebody asks for is shown, whatever was explained before.
CellExplanation Explainer::shown(const Cell& cell, std::size_t depth) {
  const ShownNode& node = shown_.of(*cell.node);
  std::size_t& levels = explained_[cell];
  levels = std::max(levels, depth);
  CellExplanation explanation = named(cell);
  if (const auto& equations = node.equations())
    explanation.equations = equations->cell(cell.row, cell.column);
  forget_known_definitions(explanation.text);
  const std::vector<Cell> operands = operands_of({cell});
  explanation.operands = explained(operands, depth);
  if (are_whole(operands)) levels = all_levels;
  return explanation;
}

CellExplanation Explainer::named(const Cell& cell) {
  const ShownNode& node = shown_.of(*cell.node);
  CellExplanation explanation;
  explanation.text = node.texts().cell(cell.row, cell.column);
  explanation.values = {node.step().values(cell.row, cell.column)};
  return explanation;
}

/// An operand is explained once, unless that went less deep.
CellExplanation Explainer::of(const Cell& cell, std::size_t depth) {
  const auto known = explained_.find(cell);
  if (known == explained_.end() || known->second < depth) return shown(cell, depth);
  CellExplanation explanation = named(cell);
  explanation.is_above = true;
  return explanation;
}

CellExplanation Explainer::of(const std::string& word) {
  const AskedCells asked = find_cells(word, problem_, graph_, options_);
  compute(*asked.node);
  if (asked.row && asked.column) return shown(Cell{asked.node, *asked.row, *asked.column}, options_.depth);
  const ShownNode& node = shown_.of(*asked.node);
  CellExplanation explanation;
  explanation.text = asked.row ? node.texts().row(*asked.row) : node.texts().column(*asked.column);
  forget_known_definitions(explanation.text);
  if (const auto& equations = node.equations())
    explanation.equations = asked.row ? equations->row(*asked.row) : equations->column(*asked.column);
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < node.step().values.shape(asked.row ? 1 : 0); ++i) {
    cells.push_back({asked.node, asked.row.value_or(i), asked.column.value_or(i)});
    explanation.values.push_back(node.step().values(cells.back().row, cells.back().column));
  }
  explanation.operands = explained(operands_of(cells), options_.depth);
  return explanation;
}

}  // namespace

std::vector<CellExplanation> explain(const Problem& problem, const std::vector<std::string>& cells,
                                     const ExplainOptions& options) {
  if (problem.options.backend == Backend::flash)
    throw InputError(
        "backend flash: the fused kernel keeps no steps that could be explained; say --backend reference");
  Explainer explainer(problem, options);
  std::vector<CellExplanation> explanations;
  for (const std::string& cell : cells) explanations.push_back(explainer.of(cell));
  return explanations;
}

}  // namespace attn
