#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>
#include <vector>

#include "attn/error.hpp"
#include "attn/read.hpp"
#include "input/csv.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view stdin_name = "<stdin>";

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

/// In bytes; 0 for a pipe, and for what has no size otherwise.
std::size_t size_of(std::FILE* file) {
  struct stat status {};
  const bool is_known = fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode);
  return is_known ? static_cast<std::size_t>(status.st_size) : 0;
}

/// In pieces, so that pipes can be read as well. Not mapped: that would be little faster, and a file that
/// another program cuts short would end this one.
std::string read_all(std::FILE* file, std::string_view where) {
  constexpr std::size_t piece = 1 << 16;
  std::string text;
  text.reserve(size_of(file) + piece);  // a text that grows is copied several times
  std::size_t count = 0;
  do {
    const std::size_t begin = text.size();
    text.resize(begin + piece);
    count = std::fread(text.data() + begin, 1, piece, file);
    text.resize(begin + count);
  } while (count != 0);
  if (std::ferror(file) != 0)
    throw InputError(fmt::format("{}: cannot read: {}", where, std::strerror(errno)));
  return text;
}

std::string extension_of(const std::string& path) {
  std::string extension = fs::path(path).extension().string();
  for (char& c : extension)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return extension;
}

const InputFormat& format_of(const std::string& path) {
  const std::string extension = extension_of(path);
  std::vector<std::string_view> known;
  for (const InputFormat& format : input_formats()) {
    if (format.extension == extension) return format;
    known.push_back(format.extension);
  }
  const std::string found =
      extension.empty() ? "no extension" : fmt::format("unknown extension {}", in_quotes(extension));
  throw InputError(fmt::format("{}: {}, expected {}", visible(path), found, fmt::join(known, " or ")));
}

}  // namespace

std::string Reader::contents(const std::string& path) {
  if (path == "-") {
    if (stdin_taken_) throw InputError("-: standard input was read already; only one \"-\" is possible");
    stdin_taken_ = true;
    return read_all(stdin, stdin_name);
  }
  std::error_code ignored;
  if (fs::is_directory(path, ignored))
    throw InputError(fmt::format("{}: is a directory, expected a file", visible(path)));
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) throw InputError(fmt::format("{}: cannot open: {}", visible(path), std::strerror(errno)));
  paths_.push_back(path);
  return read_all(file.get(), visible(path));
}

bool Reader::has_read(const std::string& path) const {
  return std::ranges::any_of(paths_, [&](const std::string& read) {
    std::error_code missing;  // a file that is not there is no file that was read
    return fs::equivalent(read, path, missing);
  });
}

RawProblem Reader::problem(const std::string& path) {
  const std::string where = path == "-" ? std::string(stdin_name) : visible(path);
  const std::string text = contents(path);
  return parse_problem(text, where, fs::path(path).parent_path().string(), *this);
}

Array Reader::matrix(const std::string& path) {
  if (path == "-") return read_csv(contents(path), stdin_name, csv_);
  const InputFormat& format = format_of(path);
  return format.read(contents(path), visible(path), csv_);
}

}  // namespace attn
