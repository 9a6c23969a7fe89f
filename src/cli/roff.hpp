#pragma once

// Text for pages of the manual: roff, with the macros of man(7).

#include <string>
#include <string_view>

namespace attn::cli::roff {

/// Text that stands for itself: every "-" is one that can be searched for and copied, nothing is a request.
std::string plain(std::string_view text);

std::string bold(std::string_view text);
std::string italic(std::string_view text);

/// Words between backticks, as help has them, are bold.
std::string prose(std::string_view text);

/// "FILE[:TENSOR]", "text|json": names in capitals, which stand for something, are italic, other words bold.
std::string type_name(std::string_view type);

/// ".SH NAME" and its kin: a macro with one argument.
std::string heading(std::string_view macro, std::string_view title);

/// A tagged paragraph. `tag` and `text` are roff.
std::string item(std::string_view tag, std::string_view text);

}  // namespace attn::cli::roff
