#include "cli/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace attn::cli {

std::string one_of(std::span<const std::string_view> names) {
  return fmt::format("{}", fmt::join(names, "|"));
}

}  // namespace attn::cli
