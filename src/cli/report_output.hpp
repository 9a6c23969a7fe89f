#pragma once

#include <memory>
#include <string>
#include <vector>

#include "attn/render.hpp"
#include "cli/output_path.hpp"
#include "report/report.hpp"

namespace CLI {
class App;
}

namespace attn::cli {

/// A report that is being written. To be committed when it is whole.
struct OpenReport {
  std::unique_ptr<Output> output;
  std::unique_ptr<ReportWriter> writer;
};

/// The options that say how a report is written, and where to.
class ReportOutput {
 public:
  void define(CLI::App& app);
  /// `command`: the subcommand. Throws InputError, also where the report would replace one of `inputs`.
  OpenReport open(const std::string& command, const std::vector<std::string>& inputs) const;
  bool to_standard_output() const { return is_standard_output(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string format_ = "text";
  std::string path_;
  std::string colour_ = "auto";
};

}  // namespace attn::cli
