#pragma once

#include <set>
#include <string>
#include <string_view>

namespace attn {

/// What stands before the header of a document of its own.
std::string latex_preamble();

inline constexpr std::string_view latex_end = "\n\\end{document}\n";

/// What stands before the equations alone.
inline constexpr std::string_view latex_body_comment = "% For \\input into a document that loads amsmath.\n";

/// The definitions of commands of ours that a piece of a body uses, each before its first use alone.
class LatexDefinitions {
 public:
  std::string missing_for(std::string_view text);

 private:
  std::set<std::string_view> written_ = {};
};

}  // namespace attn
