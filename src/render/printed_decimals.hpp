#pragma once

#include <string_view>

#include "attn/render.hpp"
#include "render/decimals.hpp"

namespace attn {

/// Given numbers that need more decimals were calculated: nobody types them, and nobody reads them.
inline constexpr int most_typed_decimals = 8;

/// Numbers that are printed together, and whose they are.
struct PrintedNumbers {
  const Matrix<double>& values;
  std::string_view id;    ///< of their step
  bool is_given = false;  ///< by the problem: as somebody wrote them, and never rounded
};

/// With so many decimals as their step has; where given numbers are to be whole, with more if these need
/// more.
Decimals decimals_of(const PrintedNumbers& numbers, const RenderOptions& options);
Decimals decimals_of(const Step& step, const RenderOptions& options);

/// The same, but of given numbers no more than they need: what Markdown and LaTeX print.
Decimals fewest_decimals_of(const PrintedNumbers& numbers, const RenderOptions& options);
Decimals fewest_decimals_of(const Step& step, const RenderOptions& options);

/// Of one number that stands in a step's equation, as the scale does, where the step has `count` of them.
Decimals decimals_of_constant(double constant, int count, const RenderOptions& options);

}  // namespace attn
