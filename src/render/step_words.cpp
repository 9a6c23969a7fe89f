#include "render/step_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "render/axis_text.hpp"
#include "render/elision.hpp"

namespace attn {

std::string step_in_words(const Step& step) {
  const auto row = std::ranges::find(step_names(), step.name, &StepName::name);
  const std::string_view title = row == step_names().end() ? step.name : row->title;
  if (step.name == "skipped") return std::string(title);
  const std::string shape = shape_in_words(step.axes);
  return fmt::format("{}, {}", title, std::string_view(shape).substr(1, shape.size() - 2));
}

std::string distance_in_words(const Distance& distance, const Notation& notation) {
  return fmt::format("{} differs by at most {:.2g} ({:.0f} ulp)", notation.name(distance.step),
                     distance.max_abs, distance.max_ulp);
}

std::string left_out_in_words(const Matrix<double>& values, const std::vector<std::size_t>& rows,
                              const std::vector<std::size_t>& columns) {
  const auto counted = [](std::size_t count, std::size_t size, std::string_view what) {
    return count == 0 ? "" : fmt::format("{} of {} {}", count, size, what);
  };
  const std::string of_rows = counted(left_out(values.shape(0), rows), values.shape(0), "rows");
  const std::string of_columns = counted(left_out(values.shape(1), columns), values.shape(1), "columns");
  if (of_rows.empty() && of_columns.empty()) return "";
  const std::string_view both = of_rows.empty() || of_columns.empty() ? "" : " and ";
  return fmt::format("{}{}{} left out; --full shows all", of_rows, both, of_columns);
}

}  // namespace attn
