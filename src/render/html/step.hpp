#pragma once

#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>

#include "attn/render.hpp"
#include "render/decimals.hpp"
#include "render/html/carried.hpp"
#include "render/json/text.hpp"
#include "render/notation.hpp"

namespace attn {

/// Steps as the page reads them (src/render/page/trace.js): JSON, in which each text that many steps share
/// (an equation, axes) is written once, long axes are cut in the middle, and numbers are left out that the
/// page calculates to the same bits. What a step is calculated from goes in front of it, unseen, where the
/// page does not show it.
class PageSteps {
 public:
  explicit PageSteps(const RenderOptions& options) : options_(options), notation_(options) {}

  void append(fmt::memory_buffer& out, const Step& step);

 private:
  void append_unseen(fmt::memory_buffer& out, const Step& step, std::size_t operand, const Cells& cells);
  void append_operand(fmt::memory_buffer& out, const StepOperand& operand,
                      const std::optional<Cells>& cells) const;
  void add_shared(ObjectWriter& object, std::string_view key, std::string text);
  void add_decimals(ObjectWriter& object, const Decimals& decimals);
  void add_values(ObjectWriter& object, const Step& step);
  bool is_calculated_by_page(const Step& step, const Matrix<double>& values) const;

  const RenderOptions& options_;
  Notation notation_;
  std::map<std::string, std::map<std::string, std::size_t>> shared_;  ///< by key and text: its number
  CarriedSteps carried_;
};

}  // namespace attn
