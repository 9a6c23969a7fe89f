#include "docs/kept_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "attn/error.hpp"
#include "attn/read.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

namespace fs = std::filesystem;

bool is_within(const fs::path& path, const fs::path& folder) {
  return std::ranges::mismatch(folder, path).in1 == folder.end();
}

/// The files that a word may name: itself, the value of an option, and either without the ":NAME" of an
/// array.
std::vector<std::string> names_in(const std::string& word) {
  std::vector<std::string> names{word};
  if (const std::size_t value = word.find('='); value != word.npos) names.push_back(word.substr(value + 1));
  for (std::size_t i = names.size(); i-- > 0;)
    if (const std::size_t array = names[i].rfind(':'); array != std::string::npos)
      names.push_back(names[i].substr(0, array));
  return names;
}

/// True for a file that is read, or named by a problem file that is read, or that is found in a folder.
bool reads(const std::string& name, const std::string& path) {
  std::error_code missing;
  if (fs::equivalent(name, path, missing)) return true;
  if (fs::is_directory(name, missing))
    return fs::path(path).extension() == ".json" && is_within(fs::canonical(path), fs::canonical(name));
  if (!fs::is_regular_file(name, missing)) return false;
  Reader reader;
  try {
    reader.problem(name);
  } catch (const InputError&) {  // no problem file; or the command has said what is wrong with it
  }
  return reader.has_read(path);
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
  const fs::file_status status = fs::status(path);
  if (fs::is_symlink(path) && !fs::exists(status))
    throw InputError(fmt::format(
        "-o {}: is a link to a file that is not there; remove the link, or make the file", visible(said)));
  if (fs::is_directory(status))
    throw InputError(fmt::format("-o {}: is a folder; name a file", visible(said)));
  if (fs::exists(status) && !fs::is_regular_file(status))
    throw InputError(
        fmt::format("-o {}: is a pipe, a device or the like; expected a regular file", visible(said)));
  KeptFile file{path.lexically_normal().string(), {}};
  if (fs::exists(status)) file.written = Reader().text(path.string());
  return file;
}

void require_output_is_no_input(const KeptFile& file, const Words& words, const std::string& folder) {
  if (!file.written) return;
  for (const std::string& word : words)
    for (const std::string& name : names_in(word))
      if (reads((fs::path(folder) / name).string(), file.path))
        throw InputError(
            fmt::format("-o: {} is read by this command, through {}, and would be lost; name "
                        "another file",
                        visible(file.path), in_quotes(word)));
}

}  // namespace attn
