#pragma once

#include <span>
#include <string>
#include <string_view>

#include "attn/evaluate.hpp"
#include "attn/render.hpp"

namespace CLI {
class App;
}

namespace attn::cli {

/// What can be said of how a format is written: `style`s.
struct FormatStyles {
  std::string_view name;
  unsigned takes;
};

/// The options that say in which format a trace is written, and how.
class FormatOptions {
 public:
  void define(CLI::App& app);
  /// Those that say how numbers and names are written, in any format for people.
  void define_notation(CLI::App& app);
  void define_colour(CLI::App& app);
  bool colour(bool to_standard_output) const;
  /// Throws InputError where something is said that `format`, one of `all`, does not take.
  void require_taken(std::string_view format, std::span<const FormatStyles> all) const;
  /// Throws InputError, also where an option is not for that format.
  const OutputFormat& format() const;
  /// What steps are called, and from where indices count, in the trace of this problem. Throws InputError,
  /// also where a name is the symbol of another step that it has.
  Naming naming(const Problem& problem) const;
  /// `rounded`: how every step was rounded, if it was; what is printed follows, unless something else is
  /// said. Throws InputError, also where something is said that has no part in this problem.
  RenderOptions render_options(const Problem& problem, bool to_standard_output,
                               const HandRounding* rounded) const;
  Orientation orientation() const;

 private:
  StepDecimals decimals(const Problem& problem) const;

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
