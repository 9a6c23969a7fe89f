#pragma once

// Words of the command line as numbers, lists and ranges. `where` is the option, for the message.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "attn/tensor.hpp"

namespace attn::cli {

/// "1e-3". Throws InputError.
double number_word(std::string_view where, std::string_view word);

/// "3". Throws InputError.
std::size_t index_word(std::string_view where, std::string_view word);

/// "a,b" as a and b. Throws InputError for an empty part.
std::vector<std::string> list_words(std::string_view where, std::string_view words);

/// "scores,tile0,2.exp" as scores and tile0,2.exp: the comma of a tile's place does not separate.
std::vector<std::string> step_words(std::string_view where, std::string_view words);

/// "16,32" as 16 and 32. Throws InputError.
std::pair<std::size_t, std::size_t> pair_word(std::string_view where, std::string_view word);

/// "0:4" as [0, 4), "3" as [3, 4); counted from 1, these are "1:4" and "4". Throws InputError.
Range range_word(std::string_view where, std::string_view word, std::size_t index_from);

/// "0,3,5:8" as 0, 3, 5, 6, 7. Throws InputError.
std::vector<std::size_t> indices_word(std::string_view where, std::string_view words, std::size_t index_from);

/// One character, or "tab". Throws InputError.
char character_word(std::string_view where, std::string_view word);

/// "3", at most `most`. Throws InputError.
std::size_t whole_number_word(std::string_view where, std::string_view word, std::size_t most);

}  // namespace attn::cli
