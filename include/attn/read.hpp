#pragma once

#include <optional>
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

/// Where a matrix is: a file and, where a file holds several, the name of one of them.
struct MatrixFile {
  std::string path;
  std::optional<std::string> tensor = {};

  /// For messages, and as the command line takes it: "q.csv", "model.npz:q".
  std::string shown() const;
};

/// A word of the command line: the first ':' right behind an extension that is known ends the path, and the
/// rest is the tensor's name.
MatrixFile matrix_file(std::string_view word);

class InputFile;

/// What a format is asked to read.
struct InputRequest {
  InputFile& file;
  std::string_view where;  ///< heads error messages: "model.npz"
  const std::optional<std::string>& tensor;
  const CsvOptions& csv;
};

/// A row of the table of input formats: how a file with that extension becomes an array.
struct InputFormat {
  std::string_view name;
  std::string_view extension;
  std::string_view help;
  bool has_tensors;  ///< a file holds arrays that have names; without, no request has a `tensor`
  /// Throws InputError that begins with `where`.
  Array (*read)(const InputRequest& request);
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

  /// All of a file, as it is.
  std::string text(const std::string& path);
  /// The JSON problem file, with the files that it names (relative to it).
  RawProblem problem(const std::string& path);
  /// True where that file was read, under this name or another.
  bool has_read(const std::string& path) const;
  /// Throws InputError where it was, and `option` would write to it.
  void refuse_to_lose(std::string_view option, const std::string& path) const;
  /// True where some file was read as CSV.
  bool has_read_csv() const { return has_read_csv_; }
  /// One matrix; its format follows from the extension ("-" is CSV).
  Array matrix(const MatrixFile& from);
  Array matrix(const std::string& path) { return matrix(MatrixFile{path}); }

 private:
  void take_stdin();

  CsvOptions csv_;
  bool stdin_taken_ = false;
  bool has_read_csv_ = false;
  std::vector<std::string> paths_;  ///< every file that was read
};

/// The problem in `text`. `where` heads error messages; files are looked up by `reader` relative to `folder`.
RawProblem parse_problem(std::string_view text, const std::string& where, const std::string& folder,
                         Reader& reader);

}  // namespace attn
