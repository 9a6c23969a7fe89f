#include "docs/fingerprint.hpp"

#include <fmt/format.h>
#include <zlib.h>

namespace attn {

std::string fingerprint_of(std::span<const std::string> lines) {
  uLong crc = crc32_z(0, nullptr, 0);
  for (const std::string& line : lines) {
    const std::string whole = line + "\n";
    crc = crc32_z(crc, reinterpret_cast<const Bytef*>(whole.data()), whole.size());
  }
  return fmt::format("{:08x}", crc);
}

bool is_fingerprint(std::string_view text) {
  return text.size() == 8 && text.find_first_not_of("0123456789abcdef") == text.npos;
}

}  // namespace attn
