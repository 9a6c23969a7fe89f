#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "attn/trace.hpp"

namespace attn {

/// Where a writer puts its bytes.
class Output {
 public:
  virtual ~Output() = default;
  virtual void write(std::string_view bytes) = 0;
  /// What is written from here on goes into the file of that name. For a folder, and for nothing else.
  virtual void begin_file(const std::string& name);
  virtual bool is_terminal() const { return false; }
  /// To be called once, after the last byte: hands on what is still held back. An output that is destroyed
  /// without it is abandoned.
  virtual void commit() {}
};

/// Standard output, in large pieces. A write that fails (a full disk) is an InputError.
std::unique_ptr<Output> standard_output();

/// A file that `commit` puts in place whole; until then, and without it, what stood there stays. A link is
/// followed; what is not a regular file (/dev/null, a fifo) is written to directly. Throws InputError.
std::unique_ptr<Output> file_output(const std::string& path);

/// A folder that `commit` puts in place whole, with its files. It must not be there yet, or be empty: what
/// stands in a folder is never removed. Throws InputError.
std::unique_ptr<Output> folder_output(const std::string& path);

struct RenderOptions {
  int precision = 4;    ///< decimals in text
  bool full = false;    ///< text: show wide and long matrices whole
  bool colour = false;  ///< text: ANSI colours
};

/// What a format is written to.
enum class Target { text, bytes, folder };

/// A row of the table of output formats.
struct OutputFormat {
  std::string_view name;
  std::string_view help;
  Target target;
  std::unique_ptr<Sink> (*make)(Output& output, const RenderOptions& options);
  /// The language of the fenced code that holds it in Markdown; "" for what is Markdown itself.
  std::string_view fence = "text";
};

std::span<const OutputFormat* const> output_formats();

/// The output that a format is written to: a file or folder, or standard output where `path` is "" or "-".
/// Throws InputError where that does not go together.
std::unique_ptr<Output> open_output(const OutputFormat& format, const std::string& path);

}  // namespace attn
