#pragma once

#include <string>
#include <string_view>

#include "attn/graph.hpp"

namespace attn::mermaid {

/// Text between double quotes. What Mermaid, Markdown or HTML would read as more than a character is written
/// as #code;.
std::string quoted(std::string_view text);

/// A title in the head of a flowchart, which is YAML.
std::string title(std::string_view text);

/// "head1_weights" for head1.weights: what Mermaid calls a node.
std::string key_of(std::string_view id);

/// "head1", "tile0_2"; "" for the whole.
std::string key_of(const Place& place);

}  // namespace attn::mermaid
