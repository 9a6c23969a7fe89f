#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "attn/decimals.hpp"
#include "attn/flash.hpp"
#include "attn/graph.hpp"
#include "attn/problem.hpp"
#include "attn/rounding.hpp"
#include "attn/trace.hpp"

namespace attn {

/// In which scalar a node is computed and how its result is rounded. Operations do not know.
struct Arithmetic {
  std::string_view name;
  std::string_view help;
  void (*evaluate)(Node& node);
  std::optional<HandRounding> by_hand = {};  ///< rounds every result; what is given stays as it is

  /// To how many decimals the node's result is rounded; nothing: not at all.
  std::optional<DecimalPlaces> places(const Node& node) const;
  /// Sets `node.value` from the values of its operands.
  void compute(Node& node) const;
};

extern const Arithmetic float64;
extern const Arithmetic float32;
extern const Arithmetic bfloat16;  ///< values are floats that are bfloat16s
extern const Arithmetic float16;   ///< values are floats that are IEEE halves
std::span<const Arithmetic* const> arithmetics();

/// Double precision, each step rounded to its decimals before the next one uses it.
Arithmetic by_hand(HandRounding rounding);

/// Computes every node of a graph and keeps all values.
void evaluate(Graph& graph, const Arithmetic& arithmetic = float64);

/// Sets `node.bound` from its value, and the values and bounds of its operands.
void bound(Node& node, const Rounding& rounding);

/// How a problem is run. Beside the arithmetic nothing here changes what is computed.
struct Execution {
  const Arithmetic* arithmetic = &float64;
  FlashSettings flash = {};
  Progress* progress = nullptr;  ///< told how far it is; nullptr: nobody asks
  /// Steps come with error bounds: how far another computation of the problem may be from this one, where
  /// this is the rounding of both together, as rounding_of(Precision::float64) +
  /// rounding_of(Precision::float32). Overflow is no rounding: the bounds hold as far as the other one
  /// overflows where this one does.
  std::optional<Rounding> rounding = {};
};

/// Runs the problem on its backend and hands each step to the sink as soon as it is computed. A value is
/// freed when no later step needs it. Where the problem is tiled, the standard pipeline runs too, and the
/// footer says how far apart the two are.
void run(const Problem& problem, Sink& sink, const Execution& execution = {});

/// Runs the standard pipeline, whatever the problem's backend.
void run_standard(const Problem& problem, Sink& sink, const Execution& execution = {});

}  // namespace attn
