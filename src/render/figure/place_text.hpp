#pragma once

#include <string>

#include "attn/graph.hpp"

namespace attn {

/// "batch entry 0, head 1", "row block 2", "tile 2, 0". `place` as it is to be counted.
std::string place_in_words(const Place& place);

}  // namespace attn
