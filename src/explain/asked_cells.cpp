#include "explain/asked_cells.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "attn/error.hpp"
#include "explain/cell_word.hpp"
#include "render/notation.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

class Search {
 public:
  Search(const std::string& word, const Problem& problem, const Graph& graph, const ExplainOptions& options)
      : word_(word),
        problem_(problem),
        graph_(graph),
        options_(options),
        notation_(options.render),
        naming_(options.render.naming()) {}

  AskedCells find() const;

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw InputError(fmt::format("cell {}: {}", in_quotes(word_), why));
  }
  bool is_turned() const { return options_.orientation == Orientation::columns; }
  Node* node(const std::string& id) const;
  [[noreturn]] void refuse_place(const Place& at, const std::string& id, std::string_view name,
                                 std::string_view alias) const;
  std::optional<std::size_t> index(const IndexWord& said, const Axis& axis) const;
  std::size_t number(const IndexWord& said) const;
  std::size_t token(const IndexWord& said, const Axis& axis) const;
  const std::vector<std::string>& tokens_of(const Axis& axis) const;
  bool has_tokens() const { return !problem_.tokens.query.empty() || !problem_.tokens.key.empty(); }

  const std::string& word_;
  const Problem& problem_;
  const Graph& graph_;
  const ExplainOptions& options_;
  Notation notation_;
  Naming naming_;
};

/// There are steps of that name, but not in that place; or there are none.
void Search::refuse_place(const Place& at, const std::string& id, std::string_view name,
                          std::string_view alias) const {
  constexpr std::size_t most = 8;
  std::vector<std::string> there, names;
  for (const Ref& node : graph_.nodes()) {
    if (node->name == "skipped" && node->place == at)
      refuse("this tile is skipped: the mask hides all of its keys from all of its queries");
    if (node->name == name || node->name == alias) there.push_back(notation_.id(node->name, node->place));
    const std::string of = notation_.name(node->name);
    if (std::ranges::find(names, of) == names.end()) names.push_back(of);
  }
  if (there.empty())
    refuse(fmt::format("this problem has no {} in the {}; it has {}", visible(id),
                       problem_.options.backend == Backend::tiled ? "tiled mode" : "standard pipeline",
                       fmt::join(names, ", ")));
  const std::size_t more = there.size() > most ? there.size() - most : 0;
  there.resize(there.size() - more);
  const std::string last = more > 0 ? fmt::format("one of {} more", more) : there.back();
  if (more == 0) there.pop_back();
  refuse(fmt::format("this problem has no {}; say {}{}{}", visible(id), fmt::join(there, ", "),
                     there.empty() ? "" : " or ", last));
}

Node* Search::node(const std::string& id) const {
  const std::string meant = naming_.meant_id(id, fmt::format("cell {}", in_quotes(word_)));
  const auto [name, at] = parse_id(meant);
  const std::string_view alias = shown_name(problem_, name);
  for (const std::string_view called : {name, alias})
    for (const Ref& candidate : graph_.nodes())
      if (candidate->name == called && candidate->place == at) return candidate.get();
  refuse_place(at, id, name, alias);
}

/// Along `axis`, as it is printed: absolute, from 0 or 1. What is beyond all numbers, or below, is on no
/// axis.
std::size_t Search::number(const IndexWord& said) const {
  std::size_t number = std::numeric_limits<std::size_t>::max();
  std::from_chars(said.text.data(), said.text.data() + said.text.size(), number);
  return number;
}

const std::vector<std::string>& Search::tokens_of(const Axis& axis) const {
  static const std::vector<std::string> none;
  return axis.name == "query" ? problem_.tokens.query : axis.name == "key" ? problem_.tokens.key : none;
}

std::size_t Search::token(const IndexWord& said, const Axis& axis) const {
  const std::vector<std::string>& names = tokens_of(axis);
  if (names.empty())
    refuse(fmt::format("{} is no index, and {} has no tokens{}", in_quotes(said.text), axis.name,
                       is_turned() && has_tokens() ? "; tokens are columns here, as in output[:,cat]" : ""));
  const std::string where = fmt::format("cell {}", in_quotes(word_));
  return notation_.index(token_index(said.text, names, axis.name, where, notation_.index(0)));
}

std::optional<std::size_t> Search::index(const IndexWord& said, const Axis& axis) const {
  if (said.is_all()) return std::nullopt;
  const std::size_t first = notation_.index(axis.begin);
  if (axis.size == 0) refuse(fmt::format("there is no {}", axis.name));
  const bool is_token = std::ranges::find(tokens_of(axis), said.text) != tokens_of(axis).end();
  const bool is_index = said.is_number() || (said.is_negative() && !is_token);
  const std::size_t printed = is_index ? number(said) : token(said, axis);
  if (printed >= first && printed - first < axis.size) return printed - first;
  refuse(fmt::format("found {} {}, expected {}", axis.name, visible(said.text),
                     axis.size == 1 ? fmt::format("{}, the only one", first)
                                    : fmt::format("{} to {}", first, first + axis.size - 1)));
}

AskedCells Search::find() const {
  const std::optional<CellWord> said = parse_cell(word_);
  if (!said)
    refuse("expected STEP[ROW,COLUMN] or STEP[ROW], as in weights[0,1] or head1.scores[cat,\"the mat\"]");
  AskedCells asked{node(said->id), {}, {}};
  const Axes& axes = asked.node->axes;
  if (asked.node->name == "skipped")
    refuse("a tile that is skipped has no cells: the mask hides all of its keys from all of its queries");
  if (said->indices.size() > axes.size())
    refuse(fmt::format("found 2 indices, expected 1: there is one number for each {}", axes[0].name));
  if (axes.size() == 1) {
    const auto entry = index(said->indices[0], axes[0]);
    if (!entry) refuse(fmt::format("expected one {}", axes[0].name));
    asked.row = is_turned() ? 0 : *entry;
    asked.column = is_turned() ? *entry : 0;
    return asked;
  }
  asked.row = index(said->indices[0], axes[is_turned() ? 1 : 0]);
  if (said->indices.size() > 1) asked.column = index(said->indices[1], axes[is_turned() ? 0 : 1]);
  if (!asked.row && !asked.column) refuse("expected one cell, or one row or column");
  return asked;
}

}  // namespace

AskedCells find_cells(const std::string& word, const Problem& problem, const Graph& graph,
                      const ExplainOptions& options) {
  return Search(word, problem, graph, options).find();
}

}  // namespace attn
