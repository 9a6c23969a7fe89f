#include "render/printed_width.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

namespace attn {
namespace {

constexpr double script_size = 0.7;  // of an index or exponent

/// Goes through a formula once, from the front.
class Pass {
 public:
  explicit Pass(std::string_view latex) : latex_(latex) {}

  /// Up to the end of a group, of a matrix, or of the whole.
  double width() {
    double width = 0;
    double widest = 0;   // row of a matrix so far
    double scripts = 0;  // those that stand above each other
    while (!latex_.empty()) {
      const std::string_view token = next_token();
      if (token == "}" || token == "\\end") break;
      if (token == "_" || token == "^") {
        scripts = std::max(scripts, script_size * argument());
        continue;
      }
      width += std::exchange(scripts, 0);
      if (token == "\\\\" || token == "\\cr")
        widest = std::max(widest, std::exchange(width, 0));
      else
        width += width_of(token);
    }
    return std::max(widest, width + scripts);
  }

 private:
  /// A command (\frac, \begin) or one character.
  std::string_view next_token() {
    std::size_t length = 1;
    if (latex_.front() == '\\') {
      while (length < latex_.size() && std::isalpha(static_cast<unsigned char>(latex_[length])) != 0)
        ++length;
      length = std::min(std::max<std::size_t>(length, 2), latex_.size());
    }
    const std::string_view token = latex_.substr(0, length);
    latex_.remove_prefix(length);
    return token;
  }

  /// What follows a command: a group, or one character.
  double argument() {
    if (latex_.empty()) return 0;
    const std::string_view token = next_token();
    return token == "{" ? width() : width_of(token);
  }

  double width_of(std::string_view token) {
    if (token == "{") return width();
    if (token == "\\frac") {
      const double above = argument();
      return std::max(above, argument());
    }
    if (token == "\\begin") {
      latex_.remove_prefix(std::min(latex_.find('}'), latex_.size() - 1) + 1);
      const double inside = width();
      latex_.remove_prefix(std::min(latex_.find('}') + 1, latex_.size()));
      return inside + 2;  // brackets
    }
    if (token == " " || token == "\n" || token == "\\text" || token == "\\attnrow" || token == "\\left" ||
        token == "\\right")
      return 0;
    if (token == "&" || token == "\\cdot" || token == "\\times" || token == "\\infty") return 2;
    if (token == "+" || token == "-" || token == "=" || token == "\\approx")
      return 2.6;  // and the space around
    return std::isupper(static_cast<unsigned char>(token.front())) != 0 ? 1.5 : 1;
  }

  std::string_view latex_;
};

}  // namespace

std::size_t printed_width(std::string_view latex) {
  return static_cast<std::size_t>(std::ceil(Pass(latex).width()));
}

}  // namespace attn
