#pragma once

#include <span>
#include <string>

#include "docs/check_page.hpp"

namespace attn {

/// Reports an error for every block that keeps a file of another block, with other content, or a page. Throws
/// InputError where one keeps the file that the report goes to ("": none), which could not say so.
void report_shared_files(std::span<CheckedPage> pages, const std::string& report);

}  // namespace attn
