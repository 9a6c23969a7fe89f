#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "input/source.hpp"

namespace attn {

/// Where a parser stood when it gave up.
struct Breakdown {
  std::size_t token_end = 0;  ///< end of the last value, key or bracket that was accepted
  std::size_t read_end = 0;   ///< end of what was read (the end of the file counts as a character)
  std::string_view lexical;   ///< what is wrong inside the token; empty: it is a token, at a wrong place
  bool after_key = false;     ///< the last thing accepted was a key
  std::optional<std::size_t> bracket;  ///< the innermost one that is still open
};

/// Throws InputError that says what was found and what was expected.
[[noreturn]] void fail_syntax(const Source& source, const Breakdown& at);

}  // namespace attn
