#pragma once

#include <string>
#include <string_view>

#include "attn/evaluate.hpp"
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
  /// Those that say how numbers and names are written, in any format for people.
  void define_notation(CLI::App& app);
  /// Throws InputError where one of these is said: `format` is for programs.
  void refuse_notation(std::string_view format) const;
  /// Throws InputError, also where an option is not for that format.
  const OutputFormat& format() const;
  /// `rounded`: how every step was rounded, if it was; what is printed follows, unless something else is
  /// said.
  RenderOptions render_options(bool to_standard_output, const HandRounding* rounded) const;
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
