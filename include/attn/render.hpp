#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "attn/decimals.hpp"
#include "attn/naming.hpp"
#include "attn/options.hpp"
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

/// What a row of the printed matrices is.
enum class Orientation { rows, columns };
inline constexpr std::array orientations{
    Choice<Orientation>{Orientation::rows, "rows",
                        "tokens are rows: Q Kᵀ, softmax along rows, A V (default)"},
    Choice<Orientation>{Orientation::columns, "columns",
                        "tokens are columns, every matrix transposed: Kᵀ Q, softmax down columns, V A"},
};

/// How a trace is written. A format passes over what it does not take (`OutputFormat::takes`).
struct RenderOptions {
  StepDecimals decimals = {};
  /// What the problem gives has as many decimals as it needs, where steps have fewer: they are rounded, it is
  /// not.
  bool whole_inputs = false;
  bool full = false;           ///< wide and long matrices whole
  bool colour = false;         ///< text: ANSI colours
  bool header = true;          ///< what stands before the first step: title, sizes, conventions
  bool explain = false;        ///< each cell's arithmetic too, where the problem is small
  std::size_t index_from = 0;  ///< rows, columns, heads, batch entries and tiles count from 0 or 1
  /// What steps are called, by name, instead of their names, and their symbols in formulas.
  GivenNames names = {};

  Naming naming() const { return {index_from, names}; }
};

/// What a format is written to.
enum class Target { text, bytes, folder };

/// What can be said of how a trace is written, one bit each.
namespace style {
inline constexpr unsigned decimals = 1, index_from = 2, orientation = 4, names = 8;
inline constexpr unsigned colour = 16, full = 32, header = 64, explain = 128;
inline constexpr unsigned gaps = 256;  ///< rows that are not side by side
/// How numbers and names are written.
inline constexpr unsigned notation = decimals | index_from | orientation | names;
}  // namespace style

/// A row of the table of output formats.
struct OutputFormat {
  std::string_view name;
  std::string_view help;
  Target target;
  unsigned takes;  ///< styles; without `notation` it is for programs, and has every number in full
  std::unique_ptr<Sink> (*make)(Output& output, const RenderOptions& options);
  /// The language of the fenced code that holds it in Markdown; "" for what is Markdown itself.
  std::string_view fence = "text";
};

std::span<const OutputFormat* const> output_formats();

/// The output that a format is written to: a file or folder, or standard output where `path` is "" or "-".
/// Throws InputError where that does not go together.
std::unique_ptr<Output> open_output(const OutputFormat& format, const std::string& path);

}  // namespace attn
