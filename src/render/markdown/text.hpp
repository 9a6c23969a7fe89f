#pragma once

#include <string>
#include <string_view>

namespace attn {

/// Text that came from outside, as itself on a Markdown page, in a line, a heading or a table's cell: what
/// would format, link, begin a list or a formula is escaped.
std::string markdown_text(std::string_view text);

/// The same as code: `text`, in as many backticks as it takes.
std::string code_span(std::string_view text);

}  // namespace attn
