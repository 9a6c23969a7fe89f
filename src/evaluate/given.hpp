#pragma once

#include "attn/graph.hpp"

namespace attn {

/// Whether a node's numbers are those that the problem says: what is given, what is selected from it, and
/// what is put together of it.
bool is_given(const Node& node);

}  // namespace attn
