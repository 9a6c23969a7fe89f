#pragma once

#include <memory>
#include <string>

#include "attn/render.hpp"

namespace attn::cli {

/// True where `path`, as -o says it, is "" or "-".
bool is_standard_output(const std::string& path);

/// That, or a file that appears whole or not at all. Throws InputError.
std::unique_ptr<Output> output_to(const std::string& path);

}  // namespace attn::cli
