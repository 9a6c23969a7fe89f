#pragma once

#include <optional>
#include <string_view>

namespace attn {

/// 1/√d_k and what that is.
struct InverseSquareRoot {
  std::string_view name;    ///< "d_k"
  std::string_view number;  ///< "2"
};

/// Takes "1/√d_k = 1/√2" apart, the origin of a scale that nobody gave. Anything else: nothing.
inline std::optional<InverseSquareRoot> inverse_square_root(std::string_view origin) {
  constexpr std::string_view root = "1/√";
  constexpr std::string_view equals = " = 1/√";
  const std::size_t second = origin.find(equals);
  if (!origin.starts_with(root) || second == std::string_view::npos) return std::nullopt;
  return InverseSquareRoot{origin.substr(root.size(), second - root.size()),
                           origin.substr(second + equals.size())};
}

}  // namespace attn
