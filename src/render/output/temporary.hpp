#pragma once

#include <string>

namespace attn {

/// The file at the end of a chain of links, whether it exists or not. Throws InputError.
std::string follow_links(const std::string& path);

/// A name beside `target` that no one else has.
std::string temporary_name(const std::string& target);

}  // namespace attn
