#include "render/printed_width.hpp"

#include <algorithm>
#include <cctype>

namespace attn {
namespace {

/// A command (\frac, \begin) or one character, from the front.
std::string_view next_token(std::string_view latex) {
  if (latex.front() != '\\') return latex.substr(0, 1);
  std::size_t length = 1;
  while (length < latex.size() && std::isalpha(static_cast<unsigned char>(latex[length])) != 0) ++length;
  return latex.substr(0, std::max<std::size_t>(length, 2));
}

std::size_t width_of(std::string_view token) {
  constexpr std::string_view invisible = "{}_^ \n";
  constexpr std::string_view with_space_around = "+-=&";
  if (token == "\\text" || token == "\\attnrow" || token == "\\left" || token == "\\right") return 0;
  if (token == "\\cdot" || token == "\\times" || token == "\\infty") return 2;
  if (invisible.find(token) != std::string_view::npos) return 0;
  return with_space_around.find(token) != std::string_view::npos ? 2 : 1;
}

}  // namespace

std::size_t printed_width(std::string_view latex) {
  std::size_t width = 0;
  std::size_t start = 0;   // of the rows of a matrix
  std::size_t widest = 0;  // where the widest of them ends
  while (!latex.empty()) {
    const std::string_view token = next_token(latex);
    latex.remove_prefix(token.size());
    if (token == "\\begin" || token == "\\end")
      latex.remove_prefix(std::min(latex.find('}'), latex.size() - 1) + 1);
    if (token == "\\begin") {
      start = ++width;
      widest = start;
    } else if (token == "\\\\" || token == "\\cr") {
      widest = std::max(widest, width);
      width = start;
    } else if (token == "\\end") {
      width = std::max(widest, width) + 1;
    } else {
      width += width_of(token);
    }
  }
  return width;
}

}  // namespace attn
