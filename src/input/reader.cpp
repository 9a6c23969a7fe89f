#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "attn/error.hpp"
#include "attn/read.hpp"
#include "input/input_file.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

namespace fs = std::filesystem;

std::string extension_of(const std::string& path) {
  std::string extension = fs::path(path).extension().string();
  for (char& c : extension)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return extension;
}

/// ".csv, .json or .npy".
std::string known_extensions() {
  std::string known;
  for (const InputFormat& format : input_formats()) {
    const bool is_last = &format == &input_formats().back();
    known += fmt::format("{}{}", known.empty() ? "" : is_last ? " or " : ", ", format.extension);
  }
  return known;
}

const InputFormat& format_of(const std::string& path) {
  const std::string extension = extension_of(path);
  for (const InputFormat& format : input_formats())
    if (format.extension == extension) return format;
  const std::string found =
      extension.empty() ? "no extension" : fmt::format("unknown extension {}", in_quotes(extension));
  throw InputError(fmt::format("{}: {}, expected {}", visible(path), found, known_extensions()));
}

/// Throws where a tensor is named in a file that holds one array, which has no name.
void check_tensor(const InputFormat& format, const MatrixFile& from) {
  if (!from.tensor) return;
  if (!format.has_tensors)
    throw InputError(
        fmt::format("{}: found the tensor name {}, but a {} file is one array; leave the name out",
                    visible(from.path), in_quotes(*from.tensor), format.extension));
  if (from.tensor->empty())
    throw InputError(fmt::format("{}: the name of the tensor is empty", visible(from.path)));
}

}  // namespace

void Reader::take_stdin() {
  if (std::exchange(stdin_taken_, true))
    throw InputError("-: standard input was read already; only one \"-\" is possible");
}

std::string Reader::text(const std::string& path) {
  if (path == "-") {
    take_stdin();
    return InputFile::standard_input().contents();
  }
  InputFile file(path);
  paths_.push_back(path);
  return file.contents();
}

bool Reader::has_read(const std::string& path) const {
  return std::ranges::any_of(paths_, [&](const std::string& read) {
    std::error_code missing;  // a file that is not there is no file that was read
    return fs::equivalent(read, path, missing);
  });
}

void Reader::refuse_to_lose(std::string_view option, const std::string& path) const {
  if (has_read(path))
    throw InputError(
        fmt::format("{} {}: the problem was read from this file; it would be lost", option, visible(path)));
}

RawProblem Reader::problem(const std::string& path) {
  const std::string where = path == "-" ? "<stdin>" : visible(path);
  const std::string contents = text(path);
  return parse_problem(contents, where, fs::path(path).parent_path().string(), *this);
}

Array Reader::matrix(const MatrixFile& from) {
  const bool from_stdin = from.path == "-";
  const InputFormat& format = format_of(from_stdin ? "-.csv" : from.path);
  check_tensor(format, from);
  if (from_stdin) take_stdin();
  InputFile file = from_stdin ? InputFile::standard_input() : InputFile(from.path);
  if (!from_stdin) paths_.push_back(from.path);
  if (format.extension == ".csv") has_read_csv_ = true;
  return format.read({file, file.name(), from.tensor, csv_});
}

}  // namespace attn
