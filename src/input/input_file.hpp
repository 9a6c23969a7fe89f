#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "input/byte_stream.hpp"

namespace attn {

/// A file that is open for reading. Every error is an InputError that begins with its name.
///
/// Files are read in pieces, not mapped: each number is looked at once and widened into a buffer of our own,
/// so a mapping would save nothing, and a file that another program cuts short would end the process.
class InputFile : public ByteStream {
 public:
  explicit InputFile(const std::string& path);
  /// Standard input, which stays open.
  static InputFile standard_input();

  std::string_view name() const { return name_; }
  std::size_t read(char* into, std::size_t most) override;
  /// All bytes; also of a pipe.
  std::string contents();
  /// In bytes. Throws InputError where the file is not a regular one, and so has no size.
  std::uint64_t size() const;
  /// From here on is read next.
  void seek(std::uint64_t offset);
  int descriptor() const { return fileno(file_.get()); }

 private:
  using Close = int (*)(std::FILE*);
  InputFile(std::FILE* file, Close close, std::string name);
  std::optional<std::uint64_t> known_size() const;
  [[noreturn]] void fail(std::string_view what) const;

  std::string name_;  ///< safe to show
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace attn
