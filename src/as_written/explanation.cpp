#include "as_written/explanation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

#include "as_written/habits.hpp"
#include "attn/op.hpp"

namespace attn {

namespace {

/// ", each step rounded (half-up), √d_k taken for 1.41".
std::string manner_in_words(const Way& way) {
  std::string words;
  if (way.is_stepwise)
    words = fmt::format(", each {}step rounded ({})", way.habit.unprinted ? "" : "printed ",
                        name_of(decimal_roundings, way.habit.rounding));
  return words + scale_in_words(way.habit.scale);
}

/// "from the printed exp, and row_sum with its wrong numbers calculated anew (exp 4.11, row_sum 25.13)".
std::string operands_taken(const std::vector<std::string_view>& printed,
                           const std::vector<std::string_view>& anew, const std::string& numbers) {
  if (printed.empty() && anew.empty()) return "from the inputs";
  std::string words = printed.empty() ? "" : fmt::format("the printed {}", fmt::join(printed, ", "));
  if (!anew.empty())
    words += fmt::format("{}{} with {} wrong numbers calculated anew", printed.empty() ? "" : ", and ",
                         fmt::join(anew, ", "), anew.size() == 1 ? "its" : "their");
  if (!anew.empty() && !numbers.empty()) words += fmt::format(" ({})", numbers);
  return "from " + words;
}

/// What that way gives where wrong numbers of the steps of some names are taken like the others.
Matrix<double> values_with_wrong(HandCalculation& calculation, const PrintedStep& step, const Way& way,
                                 const std::vector<std::string_view>& names) {
  std::vector<PrintedStep>& steps = calculation.steps();
  std::vector<std::vector<bool>> wrong;
  for (PrintedStep& other : steps) {
    wrong.push_back(other.is_wrong);
    if (std::ranges::find(names, other.node->name) != names.end())
      other.is_wrong.assign(other.is_wrong.size(), false);
  }
  Matrix<double> values = calculation.values(step, way);
  for (std::size_t i = 0; i < steps.size(); ++i) steps[i].is_wrong = std::move(wrong[i]);
  return values;
}

/// True where somebody printed steps of that name in part only.
bool is_in_part(HandCalculation& calculation, std::string_view name) {
  return std::ranges::any_of(calculation.steps(), [&](const PrintedStep& step) {
    return step.node->name == name && std::ranges::find(step.is_stated, false) != step.is_stated.end();
  });
}

/// What a step is on ways that differ in what is taken as printed alone.
class Variants {
 public:
  struct Variant {
    std::vector<std::string_view> names;     ///< of the last printed steps
    Matrix<double> values;                   ///< of the step
    Matrix<double> as_printed;               ///< with the wrong numbers of all these
    std::vector<Matrix<double>> with_wrong;  ///< with those of each name
  };

  Variants(HandCalculation& calculation, const PrintedStep& step, const Way& way)
      : calculation_(calculation), step_(step), way_(way) {}

  const Variant& of(std::uint32_t printed);
  Way way(std::uint32_t printed) const;
  /// As printed without the steps of which the cell takes no printed number.
  std::uint32_t without_unstated(std::size_t cell);

 private:
  HandCalculation& calculation_;
  const PrintedStep& step_;
  Way way_;
  std::map<std::uint32_t, Variant> variants_;
};

Way Variants::way(std::uint32_t printed) const {
  Way way = way_;
  way.printed = printed;
  return way;
}

const Variants::Variant& Variants::of(std::uint32_t printed) {
  const auto [entry, is_new] = variants_.try_emplace(printed);
  Variant& variant = entry->second;
  if (!is_new) return variant;
  variant.names = calculation_.last_printed(step_, way(printed));
  variant.values = calculation_.values(step_, way(printed));
  variant.as_printed = values_with_wrong(calculation_, step_, way(printed), variant.names);
  for (const std::string_view name : variant.names)
    variant.with_wrong.push_back(values_with_wrong(calculation_, step_, way(printed), {name}));
  return variant;
}

std::uint32_t Variants::without_unstated(std::size_t cell) {
  std::uint32_t printed = way_.printed;
  for (bool is_open = true; std::exchange(is_open, false);)
    for (const std::string_view name : of(printed).names) {
      const std::uint32_t without = printed & ~calculation_.bit_of(name);
      if (without == printed || !is_in_part(calculation_, name)) continue;
      if (!same(of(without).values.flat(cell), of(printed).values.flat(cell))) continue;
      printed = without;
      is_open = true;
      break;
    }
  return printed;
}

/// A way that avoids wrong numbers calculates them anew. Where they would give the same digits, the number
/// comes from what is printed all the same; where not, those that make a difference are not printed ones.
std::string operands_in_words(const PrintedStep& step, std::size_t cell, DecimalRounding rounding,
                              const Variants::Variant& variant) {
  if (is_written(variant.as_printed.flat(cell), step.expected->values.flat(cell), step.decimals[cell],
                 rounding))
    return operands_taken(variant.names, {}, "");
  std::vector<std::string_view> printed;
  std::vector<std::string_view> anew;
  for (std::size_t i = 0; i < variant.names.size(); ++i) {
    const bool is_same = same(variant.with_wrong[i].flat(cell), variant.values.flat(cell));
    (is_same ? printed : anew).push_back(variant.names[i]);
  }
  return operands_taken(printed, anew, operands_in_words(*step.node, cell));
}

}  // namespace

std::vector<std::string> explain_cells(HandCalculation& calculation, const PrintedStep& step,
                                       const std::vector<std::size_t>& cells, const Way& way) {
  Variants variants(calculation, step, way);
  std::map<std::uint32_t, std::vector<std::size_t>> places;  // in `cells`, by what they take as printed
  for (std::size_t i = 0; i < cells.size(); ++i) places[variants.without_unstated(cells[i])].push_back(i);
  std::vector<std::string> words(cells.size());
  for (const auto& [printed, those] : places) {
    const Variants::Variant& variant = variants.of(printed);
    calculation.values(step, variants.way(printed));  // operands are told as they were last computed
    for (const std::size_t i : those) {
      const std::size_t cell = cells[i];
      const bool is_cut =
          !prints_as(variant.values.flat(cell), step.expected->values.flat(cell), step.decimals[cell]);
      words[i] = operands_in_words(step, cell, way.habit.rounding, variant) + manner_in_words(way) +
                 (is_cut ? ", its last digits cut off" : "");
    }
  }
  return words;
}

std::string operands_in_words(const Node& node, std::size_t cell) {
  const std::size_t columns = std::get<Matrix<double>>(node.value).shape(1);
  const std::size_t row = cell / columns;
  const std::size_t column = cell % columns;
  std::vector<std::string> words;
  for (const Operand& operand : node.operands) {
    const auto* values = std::get_if<Matrix<double>>(&operand.node->value);
    const bool is_whole = values && !operand.rows && !operand.columns;
    if (!is_whole || values->shape(0) <= row) return "";
    const std::size_t width = values->shape(1);
    const bool is_cell = axes_of(operand).size() < 2 || (node.axes.size() > 1 && width == node.axes[1].size);
    if (!is_cell || node.op == &op::linear || node.op == &op::matmul_transposed ||
        node.op == &op::weighted_sum)
      return "";
    words.push_back(fmt::format("{} {:.6g}", operand.node->name, (*values)(row, width == 1 ? 0 : column)));
  }
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace attn
