#pragma once

#include <span>

#include "docs/check_page.hpp"

namespace attn {

/// Reports an error for every block that keeps a file of another block, with other content, or a page.
void report_shared_files(std::span<CheckedPage> pages);

}  // namespace attn
