#pragma once

#include <span>
#include <string>
#include <vector>

#include "docs/check_page.hpp"

namespace attn {

/// Holds pages against what their commands print, and against each other: two blocks do not keep one file,
/// and none keeps a page.
std::vector<CheckedPage> check_pages(std::span<const std::string> paths, const PageSettings& settings);

/// Writes what the commands print into the pages and files, until nothing changes any more, because a command
/// may read what another block keeps. All of them or none: what an error in one of them asks for may change
/// the others. `settings`: with `update`.
std::vector<CheckedPage> update_pages(std::span<const std::string> paths, const PageSettings& settings);

}  // namespace attn
