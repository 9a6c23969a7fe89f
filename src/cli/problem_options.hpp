#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "attn/problem.hpp"
#include "attn/read.hpp"
#include "cli/execution_options.hpp"

namespace CLI {
class App;
}

namespace attn::cli {

/// The options that say what to compute: a problem file, matrices in files of their own, conventions. What
/// they say goes over what the file says.
class ProblemOptions {
 public:
  /// `no_list`: why the command takes no list of heads to show; "": it does.
  void define(CLI::App& app, const char* no_list);
  /// Reads the files and checks the problem. `reader` is one made with `csv()`. Throws InputError.
  std::shared_ptr<const Problem> read(Reader& reader, const Naming& naming) const;
  /// Reads the files and checks nothing else: the problem as it was said.
  RawProblem read_raw(Reader& reader) const;
  CsvOptions csv() const;
  /// In which arithmetic, on how many threads.
  Execution execution(const Naming& naming) const { return execution_.execution(naming); }
  /// Throws InputError for an option that does not fit the problem.
  void check(const Problem& problem, const Naming& naming) const { execution_.check(problem, naming); }
  /// `--heads 0,3`: the heads to show, as opposed to `--heads 4`, their number. Empty: all.
  const std::string& shown_heads() const { return shown_heads_; }

 private:
  void define_conventions(CLI::App& app);
  void define_heads(CLI::App& app, const char* group);
  void take_heads(const std::vector<std::string>& words);
  void override_heads(RawProblem& raw) const;
  void require_csv(const Reader& reader) const;
  void override_settings(RawProblem& raw) const;
  void override_masks(RawProblem& raw) const;

  std::string file_;
  std::map<std::string, std::string> matrices_;  ///< by option: the file
  std::map<std::string, std::string> values_;    ///< by key: the word; empty: not said
  std::string heads_;
  bool no_mask_ = false;
  std::string shown_heads_;
  std::string no_list_;
  std::string causal_;  ///< the alignment; "true": none was given; empty: no --causal
  ExecutionOptions execution_;
  std::string separator_;  ///< empty: not said, as below
  std::string decimal_;
  bool csv_header_ = false;
};

}  // namespace attn::cli
