#pragma once

#include <fmt/format.h>

#include <map>
#include <string>

#include "attn/render.hpp"
#include "render/notation.hpp"

namespace attn {

/// Steps as the page reads them (src/render/page/trace.js): JSON, in which each text that many steps share
/// (an equation, what is to be known of a step name) is written once, and long axes are cut in the middle.
class PageSteps {
 public:
  explicit PageSteps(const RenderOptions& options) : options_(options), notation_(options) {}

  void append(fmt::memory_buffer& out, const Step& step);

 private:
  /// What the page has of a step's rows and columns.
  struct Carried {
    std::size_t first_row;
    std::size_t rows;
    std::size_t columns;
    bool is_whole;
  };

  void append_about(fmt::memory_buffer& out, const Step& step);
  void append_shared(fmt::memory_buffer& out, std::string_view key, std::string text);
  void append_values(fmt::memory_buffer& out, const Step& step);
  bool carries(const StepOperand& operand) const;
  bool is_calculated_by_page(const Step& step, const Matrix<double>& values) const;

  const RenderOptions& options_;
  Notation notation_;
  std::map<std::string, std::size_t, std::less<>> about_;             ///< step names that were told of
  std::map<std::string, std::map<std::string, std::size_t>> shared_;  ///< by key and text: its number
  std::map<std::string, Carried, std::less<>> carried_;               ///< by id
};

}  // namespace attn
