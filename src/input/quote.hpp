#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attn {

/// Bytes of the UTF-8 character that begins at `text[at]`; 0 where none does.
std::size_t utf8_length(std::string_view text, std::size_t at);

/// The text as an error message may show it: on one line, valid UTF-8, without control characters, and cut
/// off after so many characters.
std::string shown(std::string_view text, std::size_t most = 40);

/// `shown`, in double quotes.
std::string in_quotes(std::string_view text);

/// A number as an error message shows it: the shortest text that reads back.
std::string shown_number(double value);

}  // namespace attn
