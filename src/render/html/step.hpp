#pragma once

#include <fmt/format.h>

#include <map>
#include <string>

#include "attn/render.hpp"
#include "render/json/text.hpp"
#include "render/notation.hpp"

namespace attn {

/// Steps as the page reads them (src/render/page/trace.js): JSON, in which each text that many steps share
/// (an equation, axes) is written once, long axes are cut in the middle, and
/// numbers are left out that the page calculates to the same bits.
class PageSteps {
 public:
  explicit PageSteps(const RenderOptions& options) : options_(options), notation_(options) {}

  void append(fmt::memory_buffer& out, const Step& step);

 private:
  /// What the page has of a step's rows and columns.
  struct Carried {
    std::size_t number;  ///< of the step: the first one is 0
    std::size_t first_row;
    std::size_t rows;
    std::size_t columns;
    bool is_whole;
  };

  void append_operand(fmt::memory_buffer& out, const StepOperand& operand) const;
  void add_shared(ObjectWriter& object, std::string_view key, std::string text);
  void add_values(ObjectWriter& object, const Step& step);
  bool carries(const StepOperand& operand) const;
  bool is_calculated_by_page(const Step& step, const Matrix<double>& values) const;

  const RenderOptions& options_;
  Notation notation_;
  std::map<std::string, std::map<std::string, std::size_t>> shared_;  ///< by key and text: its number
  std::map<std::string, Carried, std::less<>> carried_;               ///< by id
};

}  // namespace attn
