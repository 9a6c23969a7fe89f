#include "render/output/temporary.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <random>
#include <system_error>

#include "render/output/descriptor.hpp"

namespace attn {

std::string follow_links(const std::string& path) {
  constexpr int most_links = 40;  // as Linux has it
  std::filesystem::path target = path;
  std::error_code not_a_link;
  for (int i = 0; i < most_links; ++i) {
    const auto next = std::filesystem::read_symlink(target, not_a_link);
    if (not_a_link) return target.string();
    target = target.parent_path() / next;
  }
  throw_system_error(path, ELOOP);
}

/// 64 random bits. The name does not hold the target's, which may be as long as a file name can be.
std::string temporary_name(const std::string& target) {
  std::random_device random;
  const auto name = fmt::format(".attn-calc-{:08x}{:08x}", random(), random());
  return (std::filesystem::path(target).parent_path() / name).string();
}

}  // namespace attn
