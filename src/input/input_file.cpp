#include "input/input_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "attn/error.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

std::FILE* open(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw InputError(fmt::format("{}: is a directory, expected a file", visible(path)));
  return std::fopen(path.c_str(), "rbe");
}

int leave_open(std::FILE*) {
  return 0;
}

}  // namespace

InputFile::InputFile(std::FILE* file, Close close, std::string name)
    : name_(std::move(name)), file_(file, close) {
  if (!file_) fail("cannot open");
}

InputFile::InputFile(const std::string& path) : InputFile(open(path), std::fclose, visible(path)) {}

InputFile InputFile::standard_input() {
  return {stdin, leave_open, "<stdin>"};
}

void InputFile::fail(std::string_view what) const {
  throw InputError(fmt::format("{}: {}: {}", name_, what, std::strerror(errno)));
}

std::size_t InputFile::read(char* into, std::size_t most) {
  const std::size_t count = std::fread(into, 1, most, file_.get());
  if (count == 0 && std::ferror(file_.get()) != 0) fail("cannot read");
  return count;
}

/// In pieces, so that pipes can be read as well.
std::string InputFile::contents() {
  constexpr std::size_t piece = 1 << 16;
  std::string text;
  text.reserve(known_size().value_or(0) + piece);  // a text that grows is copied several times
  std::size_t count = 0;
  do {
    const std::size_t begin = text.size();
    text.resize(begin + piece);
    count = read(text.data() + begin, piece);
    text.resize(begin + count);
  } while (count != 0);
  return text;
}

/// Nothing for a pipe, and for what has no size otherwise.
std::optional<std::uint64_t> InputFile::known_size() const {
  struct stat status {};
  if (fstat(descriptor(), &status) != 0) fail("cannot read");
  if (!S_ISREG(status.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(status.st_size);
}

std::uint64_t InputFile::size() const {
  const std::optional<std::uint64_t> size = known_size();
  if (!size)
    throw InputError(
        fmt::format("{}: is a pipe or device; copy it to a file first, whose size can be checked", name_));
  return *size;
}

void InputFile::seek(std::uint64_t offset) {
  if (fseeko(file_.get(), static_cast<off_t>(offset), SEEK_SET) != 0) fail("cannot read");
}

}  // namespace attn
