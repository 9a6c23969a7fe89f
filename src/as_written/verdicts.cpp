#include "as_written/verdicts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "as_written/explanation.hpp"
#include "as_written/hand_calculation.hpp"
#include "as_written/manner.hpp"
#include "attn/error.hpp"
#include "attn/op.hpp"

namespace attn {

namespace {

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

  StepVerdicts judge_step(PrintedStep& step, const Manner& manner);
  std::vector<Open> find_open(const PrintedStep& step, const Matrix<double>& exact, StepVerdicts& verdicts);
  void explain(const PrintedStep& step, std::vector<Open>& open, Verdict verdict);
  void blame(const PrintedStep& step, const std::vector<Open*>& open, const Way& way);
  void correct(const PrintedStep& step, const Way& anew, StepVerdicts& verdicts);
  bool has_wrong_before(const PrintedStep& step);
  void tell_why(const PrintedStep& step, const std::vector<Open*>& open, const Way& way);

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

/// True where a value that was calculated on that way is what is written there. In full, a tie may go either
/// way; step by step the next step goes on with the digits.
bool gives_as_written(const Way& way, const PrintedStep& step, std::size_t cell, double value) {
  const double printed = step.expected->values.flat(cell);
  if (way.rounding) value = rounded(value, step.decimals[cell], *way.rounding);
  if (same(value, printed)) return true;
  return !way.rounding && prints_as(value, printed, step.decimals[cell]);
}

/// In words, how numbers come about that this way explains.
void Judge::tell_why(const PrintedStep& step, const std::vector<Open*>& open, const Way& way) {
  std::vector<ExplainedCell> cells;
  for (const Open* one : open) cells.push_back({one->cell, one->is_cut});
  const std::vector<std::string> words = explain_cells(calculation_, step, cells, way);
  for (std::size_t i = 0; i < open.size(); ++i) open[i]->verdict.why = words[i];
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
    // To cut the last digits off once is simpler than to round step by step. To go on from what is printed,
    // even if it is wrong, is simpler than both.
    const auto is_done = [&](const Open& one) {
      const bool may_improve = one.is_cut && !way.rounding;
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
        one->verdict.from = other.expected->called();
  }
  for (std::size_t i = 0; i < steps.size(); ++i) steps[i].is_stated = stated[i];
}

/// The whole step anew, from the inputs on: no printed number has a part in it, right or wrong. So the
/// corrected steps follow from each other in the manner in which they are announced.
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
    one.verdict.given = operands_in_words(*step.node, one.cell);
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

AsWritten Judge::judge() {
  AsWritten result;
  const Manner manner = find_manner(calculation_);
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
