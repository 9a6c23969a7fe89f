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
  std::shared_ptr<const Problem> read(Reader& reader) const { return make(read_raw(reader)); }
  /// Reads the files and checks nothing else: the problem as it was said.
  RawProblem read_raw(Reader& reader) const;
  /// Checks the problem. Throws InputError.
  std::shared_ptr<const Problem> make(const RawProblem& raw) const;
  /// Says on standard error where --heads goes over another number: once nothing is left to be refused, since
  /// what is refused is one line.
  void remark_on_heads() const;
  CsvOptions csv() const;
  /// In which arithmetic, on how many threads. Throws InputError for an option that does not fit the problem.
  Execution execution(const Problem& problem, const Naming& naming) const {
    Execution execution = execution_.execution(naming);
    execution_.fit(execution, problem, naming);
    return execution;
  }
  /// The first option of the fused kernel that was said; nullptr for none.
  const char* of_kernel() const { return execution_.of_kernel(); }
  /// `--heads 0,3`: the heads to show, as opposed to `--heads 4`, their number. Empty: all.
  const std::string& shown_heads() const { return shown_heads_; }

 private:
  void define_conventions(CLI::App& app);
  void define_heads(CLI::App& app, const char* group);
  void take_heads(const std::vector<std::string>& words);
  void override_heads(RawProblem& raw) const;
  void require_scale(const RawProblem& raw) const;
  std::string heads_hint() const;
  void require_csv(const Reader& reader) const;
  void override_settings(RawProblem& raw) const;
  void override_masks(RawProblem& raw) const;

  std::string file_;
  std::map<std::string, std::string> matrices_;  ///< by option: the file
  std::map<std::string, std::string> values_;    ///< by key: the word; empty: not said
  std::string heads_;
  bool no_mask_ = false;
  std::string shown_heads_;
  mutable std::string heads_note_;       ///< where --heads goes over another number: that it does
  mutable std::size_t heads_there_ = 0;  ///< by the problem file; 0: it does not say
  std::string no_list_;
  std::string causal_;  ///< the alignment; "true": none was given; empty: no --causal
  ExecutionOptions execution_;
  std::string separator_;  ///< empty: not said, as below
  std::string decimal_;
  bool csv_header_ = false;
};

}  // namespace attn::cli
