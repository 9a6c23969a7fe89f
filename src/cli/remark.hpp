#pragma once

#include <string>

namespace attn::cli {

/// A line on standard error, for what is worth knowing beside the result. Never throws: standard error may be
/// closed or full.
void remark(const std::string& message);

}  // namespace attn::cli
