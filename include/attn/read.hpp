#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "attn/raw_problem.hpp"

namespace attn {

/// How CSV files are written.
struct CsvOptions {
  char separator = ',';
  char decimal = '.';
  bool header = false;  ///< the first record holds names, not numbers
};

/// A row of the table of input formats: how a file with that extension becomes an array.
struct InputFormat {
  std::string_view name;
  std::string_view extension;
  std::string_view help;
  /// Throws InputError that begins with `where`.
  Array (*read)(std::string_view text, std::string_view where, const CsvOptions& csv);
};

std::span<const InputFormat> input_formats();

/// A key of the problem file.
struct ProblemKey {
  std::string_view name;
  std::string_view kind;
  std::string_view help;
};

std::span<const ProblemKey> problem_keys();

/// Reads files. "-" is standard input, which can be read once.
class Reader {
 public:
  explicit Reader(CsvOptions csv = {}) : csv_(csv) {}

  /// The JSON problem file, with the files that it names (relative to it).
  RawProblem problem(const std::string& path);
  /// True where that file was read, under this name or another.
  bool has_read(const std::string& path) const;
  /// One matrix; its format follows from the extension ("-" is CSV).
  Array matrix(const std::string& path);

 private:
  std::string contents(const std::string& path);

  CsvOptions csv_;
  bool stdin_taken_ = false;
  std::vector<std::string> paths_;  ///< every file that was read
};

/// The problem in `text`. `where` heads error messages; files are looked up by `reader` relative to `folder`.
RawProblem parse_problem(std::string_view text, const std::string& where, const std::string& folder,
                         Reader& reader);

}  // namespace attn
