#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attn {

struct Character {
  char32_t code = 0;
  std::size_t bytes = 1;
  bool valid = false;
};

/// The first character of UTF-8 text, which is not empty (RFC 3629). What is not UTF-8 (cut short, longer
/// than need be, a surrogate, beyond Unicode) is one invalid byte.
Character first_character(std::string_view text);

/// Text that came from outside, safe to show on one line of a terminal: what would steer the terminal or
/// cannot be seen (control characters, changes of direction, bytes that are no UTF-8) is spelled out, as in
/// "\x1b".
std::string visible(std::string_view text);

/// `visible`, cut off after so many characters: for error messages.
std::string shown(std::string_view text, std::size_t most = 40);

/// `shown`, in double quotes.
std::string in_quotes(std::string_view text);

}  // namespace attn
