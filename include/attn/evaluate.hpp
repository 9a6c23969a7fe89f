#pragma once

#include <span>
#include <string_view>

#include "attn/flash.hpp"
#include "attn/graph.hpp"
#include "attn/problem.hpp"
#include "attn/trace.hpp"

namespace attn {

/// In which scalar a node is computed and how its result is rounded. Operations do not know.
struct Arithmetic {
  std::string_view name;
  std::string_view help;
  /// Sets `node.value` from the values of its operands.
  void (*compute)(Node& node);
};

extern const Arithmetic float64;
extern const Arithmetic float32;
extern const Arithmetic bfloat16;  ///< values are floats that are bfloat16s
extern const Arithmetic float16;   ///< values are floats that are IEEE halves
std::span<const Arithmetic* const> arithmetics();

/// Computes every node of a graph and keeps all values.
void evaluate(Graph& graph, const Arithmetic& arithmetic = float64);

/// How a problem is run. Beside the arithmetic nothing here changes what is computed.
struct Execution {
  const Arithmetic* arithmetic = &float64;
  FlashSettings flash = {};
  Progress* progress = nullptr;  ///< told how far it is; nullptr: nobody asks
};

/// Runs the problem on its backend and hands each step to the sink as soon as it is computed. A value is
/// freed when no later step needs it. Where the problem is tiled, the standard pipeline runs too, and the
/// footer says how far apart the two are.
void run(const Problem& problem, Sink& sink, const Execution& execution = {});

}  // namespace attn
