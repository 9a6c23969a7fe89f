#include "as_written/verdicts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "as_written/author.hpp"
#include "as_written/derivation.hpp"
#include "as_written/explanation.hpp"
#include "as_written/hand_calculation.hpp"
#include "as_written/manner.hpp"
#include "attn/error.hpp"
#include "attn/op.hpp"

namespace attn {

namespace {

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

/// Tells the verdicts on one text, of which the author is known.
class Teller {
 public:
  Teller(const Problem& problem, const ExpectedSteps& expected)
      : calculation_(problem, expected),
        author_(problem, calculation_),
        manner_(find_manner(calculation_, author_.habit())) {}

  AsWritten tell();

 private:
  using Cells = std::map<std::size_t, CellVerdict>;  ///< what is not right, by flat index

  StepVerdicts tell_step(std::size_t i);
  CellVerdict tell_cell(std::size_t i, std::size_t cell) const;
  void tell_follows(const PrintedStep& step, Cells& cells);
  void tell_why(const PrintedStep& step, const Derivation& derivation, Cells& cells);
  void blame(const PrintedStep& step, const Derived& inherited, Cells& cells);
  void correct(const PrintedStep& step, StepVerdicts& verdicts);

  HandCalculation calculation_;
  Author author_;
  Manner manner_;
};

CellVerdict Teller::tell_cell(std::size_t i, std::size_t cell) const {
  const Literal& literal = calculation_.steps()[i].literal(cell);
  const Matrix<double>& exact = author_.exact()[i];
  CellVerdict verdict;
  verdict.verdict = author_.verdict_of(i, cell);
  verdict.row = cell / exact.shape(1);
  verdict.column = cell % exact.shape(1);
  verdict.written = literal.text;
  verdict.offset = literal.offset;
  verdict.exact = exact.flat(cell);
  verdict.right = written_like(literal, verdict.exact);
  return verdict;
}

/// What the author would have gone on with from what is printed.
void Teller::tell_follows(const PrintedStep& step, Cells& cells) {
  Way own = manner_.way;
  own.printed = ~std::uint32_t{0};
  own.avoids_wrong = false;
  const Matrix<double> follows = calculation_.values(step, own);
  for (auto& [cell, verdict] : cells) {
    verdict.follows = written_like(step.literal(cell), follows.flat(cell), own.habit.rounding);
    verdict.given = operands_in_words(*step.node, cell);
  }
}

/// In words, how numbers come about that the author's habit explains.
void Teller::tell_why(const PrintedStep& step, const Derivation& derivation, Cells& cells) {
  std::map<std::pair<std::size_t, Verdict>, Derived> alike;  // by the way's index
  for (const auto& [cell, verdict] : cells) {
    if (verdict.verdict == Verdict::wrong_here) continue;
    const std::size_t way = derivation.way_of_cell[cell];
    Derived& derived = alike[{way, verdict.verdict}];
    derived.way = derivation.ways[way];
    derived.cells.push_back(cell);
  }
  for (const auto& [key, whole] : alike)
    for (Derived& part : simplified(calculation_, step, whole)) {
      part.way.avoids_wrong = key.second == Verdict::rounded;
      const std::vector<std::string> words = explain_cells(calculation_, step, part.cells, part.way);
      for (std::size_t k = 0; k < words.size(); ++k) cells.at(part.cells[k]).why = words[k];
      if (key.second == Verdict::inherited) blame(step, part, cells);
    }
}

/// Finds the steps whose wrong numbers are behind inherited ones: those that make a difference where no other
/// wrong number is printed. Of these, the last ones that are taken as printed, where some are.
void Teller::blame(const PrintedStep& step, const Derived& inherited, Cells& cells) {
  std::vector<PrintedStep>& steps = calculation_.steps();
  std::vector<std::vector<bool>> stated;
  for (PrintedStep& other : steps) {
    stated.push_back(other.is_stated);
    for (std::size_t cell = 0; cell < other.is_wrong.size(); ++cell)
      if (other.is_wrong[cell]) other.is_stated[cell] = false;
  }
  const Matrix<double> without = calculation_.values(step, inherited.way);
  std::map<std::size_t, std::vector<const PrintedStep*>> behind;  // by cell
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].is_stated == stated[i]) continue;
    steps[i].is_stated.swap(stated[i]);
    const Matrix<double>& with = calculation_.values(step, inherited.way);
    for (const std::size_t cell : inherited.cells)
      if (!same(with.flat(cell), without.flat(cell))) behind[cell].push_back(&steps[i]);
    steps[i].is_stated.swap(stated[i]);
  }
  for (std::size_t i = 0; i < steps.size(); ++i) steps[i].is_stated = std::move(stated[i]);

  const std::vector<std::string_view> last = calculation_.last_printed(step, inherited.way);
  const auto is_last = [&last](const PrintedStep* other) {
    return std::ranges::find(last, other->node->name) != last.end();
  };
  for (auto& [cell, those] : behind) {
    if (std::ranges::any_of(those, is_last)) std::erase_if(those, std::not_fn(is_last));
    for (const PrintedStep* other : those) cells.at(cell).from.push_back(other->expected->called());
  }
}

/// The whole step anew, from the inputs on: no printed number has a part in it, right or wrong. So the
/// corrected steps follow from each other in the manner in which they are announced.
void Teller::correct(const PrintedStep& step, StepVerdicts& verdicts) {
  const Matrix<double> values = calculation_.values(step, manner_.way);
  const std::size_t columns = values.shape(1);
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    if (cell % columns == 0) verdicts.corrected.emplace_back();
    const bool stands = !step.is_stated[cell] || gives_as_written(manner_.way, step, cell, values.flat(cell));
    verdicts.is_changed = verdicts.is_changed || !stands;
    verdicts.corrected.back().push_back(
        !step.is_stated[cell] ? "null"
        : stands              ? step.literal(cell).text
                 : as_json(written_like(step.literal(cell), values.flat(cell), manner_.way.habit.rounding)));
  }
  for (CellVerdict& cell : verdicts.cells) cell.corrected = verdicts.corrected[cell.row][cell.column];
}

StepVerdicts Teller::tell_step(std::size_t i) {
  const PrintedStep& step = calculation_.steps()[i];
  StepVerdicts verdicts;
  verdicts.expected = step.expected;
  verdicts.formula = formula_text(*step.node);
  Cells cells;
  for (std::size_t cell = 0; cell < step.is_stated.size(); ++cell) {
    if (!step.is_stated[cell]) continue;
    const Verdict verdict = author_.verdict_of(i, cell);
    ++verdicts.counts[static_cast<std::size_t>(verdict)];
    if (verdict != Verdict::right) cells.emplace(cell, tell_cell(i, cell));
  }
  tell_why(step, author_.derivations()[i], cells);
  tell_follows(step, cells);
  for (auto& [cell, verdict] : cells) verdicts.cells.push_back(std::move(verdict));
  correct(step, verdicts);
  return verdicts;
}

AsWritten Teller::tell() {
  AsWritten result;
  result.manner = manner_.words;
  for (std::size_t i = 0; i < calculation_.steps().size(); ++i) result.steps.push_back(tell_step(i));
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
  return Teller(problem, expected).tell();
}

}  // namespace attn
