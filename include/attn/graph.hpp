#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "attn/options.hpp"
#include "attn/problem.hpp"
#include "attn/tensor.hpp"

namespace attn {

struct Op;
struct Node;

/// A node stays alive, with its value, as long as a later node or the builder refers to it.
using Ref = std::shared_ptr<Node>;

/// Where a step belongs. A coordinate that exists once (one head, one batch entry, no tiles) is left out.
struct Place {
  std::optional<std::size_t> batch;
  std::optional<std::size_t> head;
  std::optional<std::size_t> tile_row;  ///< block of queries
  std::optional<std::size_t> tile_col;  ///< block of keys; absent for what belongs to the whole row block
  bool operator==(const Place&) const = default;
};

/// "batch0.head1.tile0,2.row_max".
std::string id_of(std::string_view name, const Place& place);

/// An operand's place as a step's formula has to say it: what the two have in common goes without saying.
Place relative_place(const Place& operand, const Place& step);

/// "[2:4, 0:1]" for a block of rows and columns, "" for the whole. Counted from 1 both ends are included, as
/// in a text: "[3:4, 1:1]".
std::string block_text(const std::optional<Range>& rows, const std::optional<Range>& columns,
                       std::size_t index_from = 0);

/// A step's id taken apart.
struct StepId {
  std::string_view name;
  Place place;
};

/// The parts of an id. `id_of` puts them together to the same text again, unless that was no id.
StepId parse_id(std::string_view id);

/// The name under which the trace of this problem shows a step: what it leaves out (`masked` without a mask)
/// or has once under several names (`context` with one head and no W_O) is the step that it equals.
std::string_view shown_name(const Problem& problem, std::string_view name);

/// The same of an id.
std::string shown_id(const Problem& problem, std::string_view id);

/// An operand: an earlier node, or a block of its rows and columns.
struct Operand {
  // Implicit, so that the builders read as equations.
  Operand(Ref whole) : node(std::move(whole)) {}  // NOLINT(google-explicit-constructor)
  Operand(Ref of, std::optional<Range> row_block, std::optional<Range> column_block)
      : node(std::move(of)), rows(row_block), columns(column_block) {}

  Ref node;
  std::optional<Range> rows;
  std::optional<Range> columns;
};

/// What an operation needs to know beside its operands.
namespace attribute {

/// input: which matrix of the problem, and what its axes are.
struct Slice {
  const Input* input;
  std::size_t batch;
  std::size_t head;
  Axes axes;
};
/// mask: which rectangle of the bias.
struct Bias {
  const Masks* masks;
  MaskBlock block;
};
/// scale, softcap: a number, and how it came about ("1/√2"), where that is to be said.
struct Number {
  double value;
  std::string origin;
};
/// fill, skip: axes and the one value.
struct Constant {
  Axes axes;
  double value;
};
/// linear: what the result's rows (in self-attention X's rows are the queries, and the keys too) and columns
/// are, and whether W is stored as [out, in] (nn.Linear), x Wᵀ.
struct Projection {
  std::string_view rows;
  std::size_t first_row;
  std::string_view columns;
  bool transposed;
};
/// concat, select: the axis that grows or is cut (0 rows, 1 columns), and what it is called then.
struct Along {
  std::size_t axis;
  std::string_view name;
};
/// normalise, lse, weighted_sum: rows that see no key, and what they give.
struct EmptyRows {
  std::vector<std::size_t> rows;
  EmptyRow gives;
};

}  // namespace attribute

using Attributes =
    std::variant<std::monostate, attribute::Slice, attribute::Bias, attribute::Number, attribute::Constant,
                 attribute::Projection, attribute::Along, attribute::EmptyRows>;

/// A step to be computed and, once computed, its value.
struct Node {
  std::string_view name;  ///< step name of the public contract
  Place place;
  const Op* op = nullptr;
  std::vector<Operand> operands;
  Attributes attributes;
  Axes axes;  ///< by the operation's shape rule
  /// What a reader of the trace should know, each index behind a #: "kv head #0 of 2".
  std::string note;
  /// The mask that hides cells of the result which do not show it: weights and exponentials of 0.
  Ref hidden_by = {};
  Value value;
  Matrix<double> bound;   ///< see `Step::bound`; empty where nobody asks for it
  bool is_given = false;  ///< its numbers are those that the problem says: read, cut out or put together

  std::string id() const { return id_of(name, place); }
};

/// Nodes in order of evaluation.
class Graph {
 public:
  /// Appends a node; its axes come from the operation's shape rule.
  Ref add(std::string_view name, const Place& place, const Op& op, std::vector<Operand> operands,
          Attributes attributes = {});

  const std::vector<Ref>& nodes() const { return nodes_; }

  /// Hands every node to `visit`, in order, and lets go of each one after it: what only later nodes needed is
  /// freed as they go by. Leaves the graph empty.
  void drain(const std::function<void(Node&)>& visit);

 private:
  std::vector<Ref> nodes_;
};

/// Called whenever a part of the graph (projections of a batch entry, a head, a tile) is
/// complete. It may drain the graph, so that memory does not grow with the number of parts.
using PartDone = std::function<void(Graph&)>;

/// Appends the standard pipeline: every step of every head, in full. Reads sizes and conventions alone,
/// except for values of masks, which tell the rows that see no key. `problem` must outlive the graph.
void build_standard(const Problem& problem, Graph& graph, const PartDone& part_done = {});

/// Appends the tiled pipeline: FlashAttention's online softmax, tile by tile (Dao et al. 2022,
/// arXiv:2205.14135, algorithm 1, with the output left un-normalised until the end of each row block as in
/// FlashAttention-2, arXiv:2307.08691). Needs `problem.options.tile`.
void build_tiled(const Problem& problem, Graph& graph, const PartDone& part_done = {});

}  // namespace attn
