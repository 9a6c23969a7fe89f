#pragma once

#include <cerrno>
#include <string>
#include <string_view>

namespace attn {

/// Throws InputError "`name`: what the system says".
[[noreturn]] void throw_system_error(const std::string& name, int error = errno);

/// A file descriptor that it owns, written to in pieces of about 64 KiB. Every error is an InputError that
/// begins with `name`. What is still held back when it is destroyed is dropped: see Output::commit.
class Descriptor {
 public:
  /// `fd` is what open returned; -1 throws.
  Descriptor(int fd, std::string name);
  ~Descriptor();
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  void write(std::string_view bytes);
  /// Writes what is held back and closes: some file systems tell only now that a write failed.
  void close();
  int fd() const { return fd_; }

 private:
  void flush();
  void write_through(std::string_view bytes);

  int fd_;
  std::string name_;
  std::string held_back_;
};

}  // namespace attn
