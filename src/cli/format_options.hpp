#pragma once

#include <string>

#include "attn/render.hpp"

namespace CLI {
class App;
}

namespace attn::cli {

/// True where `path` is "" or "-".
bool is_standard_output(const std::string& path);

/// The options that say in which format a trace is written, and how.
class FormatOptions {
 public:
  void define(CLI::App& app);
  /// Throws InputError, also where an option is not for that format.
  const OutputFormat& format() const;
  RenderOptions render_options(bool to_standard_output) const;
  Orientation orientation() const;

 private:
  std::string format_ = "text";
  std::string decimals_;
  std::string index_from_;
  std::string orientation_;
  std::string names_;
  std::string colour_ = "auto";
  bool no_header_ = false;
  bool explain_ = false;
  bool full_ = false;
};

}  // namespace attn::cli
