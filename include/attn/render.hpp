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
  /// To be called once, after the last byte: hands on what is still held back. An output that is destroyed
  /// without it is abandoned.
  virtual void commit() {}
};

/// Standard output, in large pieces. A write that fails (a full disk) is an InputError.
std::unique_ptr<Output> standard_output();

/// A file that `commit` puts in place whole; until then, and without it, what stood there stays. A link is
/// followed; what is not a regular file (/dev/null, a fifo) is written to directly. Throws InputError.
std::unique_ptr<Output> file_output(const std::string& path);

struct RenderOptions {
  int precision = 4;    ///< decimals in text
  bool full = false;    ///< text: show wide and long matrices whole
  bool colour = false;  ///< text: ANSI colours
};

/// A row of the table of output formats.
struct OutputFormat {
  std::string_view name;
  std::string_view help;
  std::unique_ptr<Sink> (*make)(Output& output, const RenderOptions& options);
};

std::span<const OutputFormat* const> output_formats();

}  // namespace attn
