#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "attn/decimals.hpp"
#include "attn/formula.hpp"
#include "attn/graph.hpp"
#include "attn/naming.hpp"
#include "attn/options.hpp"
#include "attn/problem.hpp"
#include "attn/tensor.hpp"

namespace attn {

/// A row of the table of step names (the public contract).
struct StepName {
  std::string_view name;
  std::string_view help;
  std::string_view shape;
  /// What formulas in print call it: "S", "S_scaled" with a word as subscript, "~O" with a tilde.
  std::string_view symbol;
  std::string_view title;  ///< for a heading: "scaled scores"
};

std::span<const StepName> step_names();

struct StepOperand {
  std::string id;
  std::optional<Range> rows;
  std::optional<Range> columns;
  Axes axes = {};         ///< of the block; empty where nobody knows
  bool is_given = false;  ///< by the problem: numbers as somebody wrote them
};

/// A note, in which each index stands behind a #, as text, with indices that count from 0 or 1.
std::string note_text(std::string_view note, std::size_t index_from = 0);

/// One step as it is shown. Views into it are valid during the call that hands it over.
struct Step {
  std::string id;
  std::string_view name;
  Place place;
  std::string_view op;
  std::string formula;
  std::vector<StepOperand> operands;
  Axes axes;
  const Matrix<double>& values;  ///< rank 1 as a column
  std::string note;              ///< see `note_text`
  bool is_float32 = false;       ///< computed in single precision: each of the values is a float
  /// How far another correct computation may be from each of the values (see `Execution::rounding`). nullptr:
  /// nobody asked, or the fused kernel computed.
  const Matrix<double>* bound = nullptr;
  const Formula* equation = nullptr;  ///< what `formula` says, as a tree. nullptr: the fused kernel computed
  OperandValue operand_value = {};    ///< cells of the operands' blocks; there where `equation` is
  std::vector<std::size_t> empty_rows =
      {};                     ///< see no key: their values are by convention, not by the equation
  std::size_t first_row = 0;  ///< a selection has cut off so many rows of the equation's result
  std::vector<std::size_t> kept_rows = {};  ///< and these are left, where they are not side by side
  bool is_given = false;  ///< by the problem, or a part of what is: numbers as somebody wrote them
  /// Whether a mask hides the cell [row, column] of the equation's result, where its value does not show it:
  /// a weight of 0. Empty: none is hidden.
  std::function<bool(std::size_t row, std::size_t column)> hides = {};
  std::optional<DecimalPlaces> rounded_to = {};  ///< by hand
  /// Tokens are columns: values and axes are transposed. The equation, operands and their cells, empty rows
  /// and what is hidden are as they were computed: `in_columns` is the equation to print, [column, row] the
  /// cell to look at.
  bool is_transposed = false;

  /// The row of the equation's result that a row of the values (a column, where tokens are columns) is.
  std::size_t row_of(std::size_t row) const { return kept_rows.empty() ? first_row + row : kept_rows[row]; }
};

/// What one mask does, for the head of the trace.
struct MaskSummary {
  std::string_view type;    ///< "causal"
  std::string description;  ///< "causal, bottom-right"
  std::vector<std::vector<std::ptrdiff_t>>
      positions;  ///< [batch][n_q]: where each query stands among the keys
};

/// "4 decimals, output 3, weights 3, half-up".
std::string in_words(const HandRounding& rounding, const Naming& naming = {});

/// What a trace says before its first step.
struct TraceHeader {
  std::string version;
  std::string title;
  std::string notes;
  std::string_view dtype = "float64";        ///< the arithmetic
  std::optional<HandRounding> by_hand = {};  ///< how each step was rounded, if it was
  Sizes sizes;
  Options options;
  Tokens tokens;
  std::vector<std::size_t> kv_head_of;  ///< [heads]
  std::vector<MaskSummary> masks;
  bool has_empty_rows = false;  ///< some query sees no key
};

/// How far two computations of one tensor are apart. NaN equals NaN; infinities are equal by sign.
struct Distance {
  std::string step;
  double max_abs = 0;
  double max_ulp = 0;  ///< numbers of their type between the two; inf where one of them is NaN or infinite
                       ///< and the other not
};

/// What a trace says after its last step.
struct TraceFooter {
  std::vector<Distance> from_standard;  ///< tiled mode: `output` and `lse` against the standard pipeline
};

/// A reader of the trace. It sees steps one at a time, as they are made, and never the problem.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void begin(const TraceHeader&) {}
  /// Steps that a sink does not want are computed all the same, but not handed over.
  virtual bool wants(std::string_view /*name*/, const Place&) const { return true; }
  virtual void step(const Step& step) = 0;
  virtual void end(const TraceFooter&) {}
};

/// Which steps are shown, and which of their rows. Empty: all. Names are those of the trace, indices count
/// from 0.
struct Selection {
  std::vector<std::string> steps;  ///< step names or ids
  std::vector<std::size_t> batches;
  std::vector<std::size_t> heads;
  std::vector<Range> rows = {};  ///< of the query axis, in order and with gaps between

  /// Throws InputError where a step, batch entry, head or row does not exist, and calls it as `naming` does.
  void check(const Sizes& sizes, const Naming& naming = {}) const;
};

/// The selection with every step under the name that the trace shows it by. Throws InputError where this
/// problem has no such step, or where nothing of one is left to show.
Selection resolve(const Selection& selection, const Problem& problem, const Naming& naming = {});

/// Decimals under the names by which the trace of this problem shows the steps. Throws InputError that begins
/// with the name of an option where it shows no such step, or one that two of them are said of.
StepDecimals shown_decimals(const StepDecimals& decimals, const Problem& problem, const Naming& naming,
                            std::string_view option);

/// With the names of steps that this problem shows as others as names of those, unless these have their own.
GivenNames shown_names(const GivenNames& names, const Problem& problem);

/// Hands a trace on with tokens as columns: every matrix transposed, a column as a row, Kᵀ · Q for Q · Kᵀ.
class TransposingSink : public Sink {
 public:
  explicit TransposingSink(Sink& next) : next_(next) {}
  void begin(const TraceHeader& header) override { next_.begin(header); }
  bool wants(std::string_view name, const Place& place) const override { return next_.wants(name, place); }
  void step(const Step& step) override;
  void end(const TraceFooter& footer) override { next_.end(footer); }

 private:
  Sink& next_;
};

/// Hands the selected part of a trace on to another sink.
class SelectingSink : public Sink {
 public:
  SelectingSink(Selection selection, Sink& next) : selection_(std::move(selection)), next_(next) {}
  void begin(const TraceHeader& header) override { next_.begin(header); }
  bool wants(std::string_view name, const Place& place) const override;
  void step(const Step& step) override;
  void end(const TraceFooter& footer) override { next_.end(footer); }

 private:
  Selection selection_;
  Sink& next_;
};

}  // namespace attn
