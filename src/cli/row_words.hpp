#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "attn/tensor.hpp"

namespace attn::cli {

/// "cat,2,4:6" as ranges of queries, in order and with gaps between. A bare number is an index, numbers with
/// a colon are a range; all else, and what is in double quotes, is a token, which has to be there once.
/// `where` is the option, for the message. Throws InputError.
std::vector<Range> row_words(std::string_view where, std::string_view words,
                             const std::vector<std::string>& tokens, std::size_t index_from);

}  // namespace attn::cli
