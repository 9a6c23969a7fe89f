#include "as_written/verdicts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "as_written/hand_calculation.hpp"
#include "attn/error.hpp"
#include "attn/op.hpp"
#include "check/cells.hpp"

namespace attn {

namespace {

/// How somebody calculates, and how well it explains what is printed.
struct Manner {
  Way way;
  std::string words = "in full; only what is printed is rounded";
};

std::string scale_in_words(double scale) {
  if (std::isnan(scale)) return "";
  const double divisor = 1 / scale;
  const bool is_divisor = std::abs(divisor * 1e4 - std::round(divisor * 1e4)) < 1e-6;
  return is_divisor ? fmt::format(", √d_k taken for {:.9g}", divisor)
                    : fmt::format(", 1/√d_k taken for {:.9g}", scale);
}

/// Judges step by step: what was found wrong in one is known to the next.
class Judge {
 public:
  Judge(const Problem& problem, const ExpectedSteps& expected) : calculation_(problem, expected) {}

  AsWritten judge();

 private:
  struct Open {
    std::size_t cell;
    CellVerdict verdict;
    bool is_cut = false;  ///< explained, but only by cutting digits off: a better explanation may come
  };

  Manner find_manner();
  std::size_t count_explained(const Way& way, std::string_view name = {});
  StepVerdicts judge_step(PrintedStep& step, const Manner& manner);
  std::vector<Open> find_open(const PrintedStep& step, const Matrix<double>& exact, StepVerdicts& verdicts);
  void explain(const PrintedStep& step, std::vector<Open>& open, Verdict verdict);
  void blame(const PrintedStep& step, const std::vector<Open*>& open, const Way& way);
  void correct(const PrintedStep& step, const Way& anew, StepVerdicts& verdicts);
  bool has_wrong_before(const PrintedStep& step);
  void tell_why(const PrintedStep& step, const std::vector<Open*>& open, const Way& way);
  Matrix<double> values_with_wrong(const PrintedStep& step, const Way& way, std::string_view name);

  HandCalculation calculation_;
};

bool is_wrong(Verdict verdict) {
  return verdict == Verdict::wrong_here || verdict == Verdict::inherited;
}

/// A value at the digits of what was written for it.
std::string written_like(const Literal& literal, double value,
                         DecimalRounding rounding = DecimalRounding::half_up) {
  return like(literal.text, rounded(value, decimals_of(literal.text), rounding));
}

/// What may be copied into the file: there, infinities and NaN are strings.
std::string as_json(const std::string& number) {
  const bool is_word = number.ends_with("inf") || number == "nan";
  return is_word ? fmt::format("\"{}\"", number) : number;
}

bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

/// True where a value that was calculated on that way is what is written there. In full, a tie may go either
/// way; step by step the next step goes on with the digits.
bool gives_as_written(const Way& way, const PrintedStep& step, std::size_t cell, double value) {
  const double printed = step.expected->values.flat(cell);
  if (way.rounding) value = rounded(value, step.decimals[cell], *way.rounding);
  if (same(value, printed)) return true;
  return !way.rounding && prints_as(value, printed, step.decimals[cell]);
}

/// The operands of one cell, where that is one number each: "shifted 4.243".
std::string operands_in_words(const Node& node, std::size_t row, std::size_t column) {
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

/// ", each step behind them rounded (half up), √d_k taken for 1.41, its last digits cut off".
std::string manner_in_words(const Way& way, bool is_cut) {
  std::string words;
  if (way.rounding)
    words += fmt::format(", each step rounded ({})", name_of(decimal_roundings, *way.rounding));
  words += scale_in_words(way.scale);
  if (is_cut) words += ", its last digits cut off";
  return words;
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

/// Says how numbers come about that this way explains. A way that avoids wrong numbers calculates them anew;
/// where a number would be another one with them, they are not what it is printed from.
void Judge::tell_why(const PrintedStep& step, const std::vector<Open*>& open, const Way& way) {
  const std::vector<std::string_view> names = calculation_.last_printed(step, way);
  std::vector<Matrix<double>> with_wrong;  // for each name
  for (const std::string_view name : names) with_wrong.push_back(values_with_wrong(step, way, name));
  const Matrix<double> values = calculation_.values(step, way);
  for (Open* one : open) {
    std::vector<std::string_view> printed;
    std::vector<std::string_view> anew;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const bool is_same = same(with_wrong[i].flat(one->cell), values.flat(one->cell));
      (is_same ? printed : anew).push_back(names[i]);
    }
    one->verdict.why =
        operands_taken(printed, anew, operands_in_words(*step.node, one->verdict.row, one->verdict.column)) +
        manner_in_words(way, one->is_cut);
  }
}

/// What that way gives where wrong numbers of the steps of a name are taken like the others.
Matrix<double> Judge::values_with_wrong(const PrintedStep& step, const Way& way, std::string_view name) {
  std::vector<PrintedStep>& steps = calculation_.steps();
  std::vector<std::vector<bool>> wrong;
  for (PrintedStep& other : steps) {
    wrong.push_back(other.is_wrong);
    if (other.node->name == name) other.is_wrong.assign(other.is_wrong.size(), false);
  }
  Matrix<double> values = calculation_.values(step, way);
  for (std::size_t i = 0; i < steps.size(); ++i) steps[i].is_wrong = std::move(wrong[i]);
  return values;
}

bool Judge::has_wrong_before(const PrintedStep& step) {
  const std::uint32_t before = calculation_.printed_before(step);
  for (std::size_t i = 0; i < calculation_.names().size(); ++i)
    for (const PrintedStep& other : calculation_.steps())
      if ((before >> i & 1U) != 0 && other.node->name == calculation_.names()[i] &&
          std::ranges::find(other.is_wrong, true) != other.is_wrong.end())
        return true;
  return false;
}

/// Counts the right numbers, and finds those that are not.
std::vector<Judge::Open> Judge::find_open(const PrintedStep& step, const Matrix<double>& exact,
                                          StepVerdicts& verdicts) {
  std::vector<Open> open;
  const std::size_t columns = exact.shape(1);
  for (std::size_t cell = 0; cell < exact.size(); ++cell) {
    if (!step.is_stated[cell]) continue;
    if (prints_as(exact.flat(cell), step.expected->values.flat(cell), step.decimals[cell])) {
      ++verdicts.counts[static_cast<std::size_t>(Verdict::right)];
      continue;
    }
    const Literal& literal = step.literal(cell);
    CellVerdict verdict;
    verdict.verdict = Verdict::wrong_here;  // until something explains it
    verdict.row = cell / columns;
    verdict.column = cell % columns;
    verdict.written = literal.text;
    verdict.offset = literal.offset;
    verdict.exact = exact.flat(cell);
    verdict.right = written_like(literal, verdict.exact);
    open.push_back({cell, std::move(verdict)});
  }
  return open;
}

/// Tries all ways to come to the open numbers. Without avoiding what is wrong, what is found is inherited.
void Judge::explain(const PrintedStep& step, std::vector<Open>& open, Verdict verdict) {
  for (Way way : calculation_.ways(step)) {
    // To cut the last digits off once is simpler than to round step by step.
    const auto is_done = [&](const Open& one) {
      const bool may_improve = one.verdict.verdict == verdict && one.is_cut && !way.rounding;
      return one.verdict.verdict != Verdict::wrong_here && !may_improve;
    };
    if (std::ranges::all_of(open, is_done)) return;
    way.avoids_wrong = verdict == Verdict::rounded;
    const Matrix<double> values = calculation_.values(step, way);
    std::vector<Open*> explained;
    for (Open& one : open) {
      if (is_done(one)) continue;
      const double value = values.flat(one.cell);
      const double printed = step.expected->values.flat(one.cell);
      const bool is_printed = prints_as(value, printed, step.decimals[one.cell]);
      const bool is_cut = !is_printed && !one.is_cut && cuts_to(value, printed, step.decimals[one.cell]);
      if (!is_printed && !is_cut) continue;
      one.is_cut = is_cut;
      one.verdict.verdict = verdict;
      one.verdict.from.clear();
      explained.push_back(&one);
    }
    if (explained.empty()) continue;
    tell_why(step, explained, way);
    if (verdict == Verdict::inherited) blame(step, explained, way);
  }
}

/// Finds where the wrong numbers behind inherited ones began: as if the wrong numbers of one step after the
/// other, the last one first, had not been printed, until that makes a difference.
void Judge::blame(const PrintedStep& step, const std::vector<Open*>& open, const Way& way) {
  const Matrix<double> inherited = calculation_.values(step, way);
  std::vector<PrintedStep>& steps = calculation_.steps();
  std::vector<std::vector<bool>> stated;
  for (const PrintedStep& other : steps) stated.push_back(other.is_stated);
  for (std::size_t i = steps.size(); i-- > 0;) {
    PrintedStep& other = steps[i];
    if (std::ranges::find(other.is_wrong, true) == other.is_wrong.end()) continue;
    for (std::size_t cell = 0; cell < other.is_wrong.size(); ++cell)
      if (other.is_wrong[cell]) other.is_stated[cell] = false;
    const Matrix<double>& without = calculation_.values(step, way);
    for (Open* one : open)
      if (one->verdict.from.empty() && without.flat(one->cell) != inherited.flat(one->cell))
        one->verdict.from = other.expected->id;
  }
  for (std::size_t i = 0; i < steps.size(); ++i) steps[i].is_stated = stated[i];
}

/// The whole step anew, from the inputs on: no printed number has a part in it, right or wrong. So the corrected
/// steps follow from each other in the manner in which they are announced.
void Judge::correct(const PrintedStep& step, const Way& anew, StepVerdicts& verdicts) {
  const Matrix<double> values = calculation_.values(step, anew);
  const std::size_t columns = values.shape(1);
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    if (cell % columns == 0) verdicts.corrected.emplace_back();
    const bool stands = !step.is_stated[cell] || gives_as_written(anew, step, cell, values.flat(cell));
    verdicts.is_changed = verdicts.is_changed || !stands;
    verdicts.corrected.back().push_back(
        !step.is_stated[cell] ? "null"
        : stands              ? step.literal(cell).text
                              : as_json(written_like(step.literal(cell), values.flat(cell),
                                                     anew.rounding.value_or(DecimalRounding::half_up))));
  }
  for (CellVerdict& cell : verdicts.cells) cell.corrected = verdicts.corrected[cell.row][cell.column];
}

StepVerdicts Judge::judge_step(PrintedStep& step, const Manner& manner) {
  StepVerdicts verdicts;
  verdicts.expected = step.expected;
  verdicts.formula = formula_text(*step.node);
  const Matrix<double> exact = calculation_.values(step, {});
  std::vector<Open> open = find_open(step, exact, verdicts);
  const bool has_wrong = has_wrong_before(step);
  if (!open.empty()) explain(step, open, Verdict::rounded);
  if (has_wrong) explain(step, open, Verdict::inherited);

  Way own = manner.way;
  own.printed = ~std::uint32_t{0};
  own.avoids_wrong = false;
  const Matrix<double> follows = calculation_.values(step, own);
  for (Open& one : open) {
    const Literal& literal = step.literal(one.cell);
    one.verdict.follows = written_like(literal, follows.flat(one.cell));
    one.verdict.given = operands_in_words(*step.node, one.verdict.row, one.verdict.column);
  }
  for (Open& one : open) {
    step.is_wrong[one.cell] = is_wrong(one.verdict.verdict);
    step.is_slip[one.cell] = one.verdict.verdict == Verdict::wrong_here;
    ++verdicts.counts[static_cast<std::size_t>(one.verdict.verdict)];
    verdicts.cells.push_back(std::move(one.verdict));
  }
  correct(step, manner.way, verdicts);
  return verdicts;
}

/// How many printed numbers that way gives, digit for digit: of all steps, or of those of one name.
std::size_t Judge::count_explained(const Way& way, std::string_view name) {
  std::size_t count = 0;
  for (const PrintedStep& step : calculation_.steps()) {
    if (!name.empty() && step.node->name != name) continue;
    const Matrix<double> values = calculation_.values(step, way);
    for (std::size_t cell = 0; cell < values.size(); ++cell)
      if (step.is_stated[cell] &&
          prints_as(values.flat(cell), step.expected->values.flat(cell), step.decimals[cell]))
        ++count;
  }
  return count;
}

/// In full, or by hand, with the √d_k and the rounding that explain the most numbers.
Manner Judge::find_manner() {
  Manner best;
  std::size_t most = count_explained(best.way);
  const auto consider = [&](const Way& way, const std::string& words) {
    const std::size_t explained = count_explained(way);
    if (explained <= most) return;
    // Who takes 1.414 for √2 prints scaled scores that say so.
    if (count_explained(way, "scaled") < count_explained({.rounding = way.rounding}, "scaled")) return;
    most = explained;
    best = {way, words + scale_in_words(way.scale)};
  };
  std::vector<double> scales{std::numeric_limits<double>::quiet_NaN()};
  scales.insert(scales.end(), calculation_.scales().begin(), calculation_.scales().end());
  for (const double scale : scales) consider({.scale = scale}, Manner{}.words);
  for (const auto& rounding : decimal_roundings)
    for (const double scale : scales)
      consider({.rounding = rounding.value, .scale = scale},
               fmt::format("from rounded numbers, step by step ({})", rounding.name));
  return best;
}

AsWritten Judge::judge() {
  AsWritten result;
  const Manner manner = find_manner();
  result.manner = manner.words;
  for (PrintedStep& step : calculation_.steps()) result.steps.push_back(judge_step(step, manner));
  return result;
}

}  // namespace

std::size_t AsWritten::count(Verdict verdict) const {
  std::size_t sum = 0;
  for (const StepVerdicts& step : steps) sum += step.count(verdict);
  return sum;
}

const StepVerdicts* AsWritten::first_wrong() const {
  const auto found = std::ranges::find_if(
      steps, [](const StepVerdicts& step) { return step.count(Verdict::wrong_here) > 0; });
  return found == steps.end() ? nullptr : &*found;
}

AsWritten judge(const Problem& problem, const ExpectedSteps& expected) {
  for (const ExpectedMatrix& matrix : expected.matrices)
    if (matrix.source->literals.size() != matrix.source->values.size())
      throw InputError(
          fmt::format("{}: as-written holds numbers to the digits that stand in the problem file; "
                      "write them there, not in a file of their own",
                      matrix.where));
  return Judge(problem, expected).judge();
}

}  // namespace attn
