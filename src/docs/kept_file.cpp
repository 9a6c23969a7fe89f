#include "docs/kept_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "attn/error.hpp"
#include "attn/read.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

namespace fs = std::filesystem;

bool is_within(const fs::path& path, const fs::path& folder) {
  return std::ranges::mismatch(folder, path).in1 == folder.end();
}

}  // namespace

KeptFile kept_file(const std::string& said, const std::string& folder) {
  const fs::path path = fs::path(folder) / said;
  std::error_code missing;  // of a folder on the way; said when the file is written
  const fs::path whole = fs::weakly_canonical(path, missing);
  const bool is_inside = !missing && is_within(whole, fs::weakly_canonical(folder, missing));
  if (said == "-" || fs::path(said).is_absolute() || !is_inside)
    throw InputError(
        fmt::format("-o {}: expected a file in {}, or in a folder of it", visible(said), visible(folder)));
  const std::string parent = path.parent_path().string();
  if (!fs::is_directory(parent))
    throw InputError(fmt::format("-o {}: found no folder {}; make it first", visible(said), visible(parent)));
  if (fs::is_directory(path)) throw InputError(fmt::format("-o {}: is a folder; name a file", visible(said)));
  KeptFile file{path.lexically_normal().string(), {}};
  if (fs::exists(path)) file.written = Reader().text(path.string());
  return file;
}

}  // namespace attn
