#pragma once

#include <string_view>

namespace attn {

/// The first character of a text that Markdown, or GitHub's kind of it, may read as markup within a line;
/// "" where there is none. Brackets around numbers are none: [0.25, -inf].
std::string_view markup_in(std::string_view text);

}  // namespace attn
