#include "as_written/derivation.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "as_written/digits.hpp"

namespace attn {

Misfit& Misfit::operator+=(const Misfit& other) {
  open += other.open;
  from_wrong += other.from_wrong;
  return *this;
}

namespace {

/// Which numbers of the step that way gives: without wrong numbers before it or, where it need not avoid
/// them, with them.
std::vector<Given> given_on(HandCalculation& calculation, const PrintedStep& step, Way way) {
  std::vector<Given> given(step.decimals.size(), Given::no);
  const bool takes_wrong = !way.avoids_wrong && calculation.has_wrong_before(step);
  for (const Given from : {Given::from_right, Given::from_wrong}) {
    if (from == Given::from_wrong && !takes_wrong) break;
    way.avoids_wrong = from == Given::from_right;
    const Matrix<double>& values = calculation.values(step, way);
    for (std::size_t cell = 0; cell < values.size(); ++cell)
      if (given[cell] == Given::no && step.is_stated[cell] &&
          is_written(values.flat(cell), step.expected->values.flat(cell), step.decimals[cell],
                     way.habit.rounding))
        given[cell] = from;
  }
  return given;
}

/// Of the cells [first, end).
Misfit misfit_of(const PrintedStep& step, const std::vector<Given>& given, std::size_t first,
                 std::size_t end) {
  Misfit misfit;
  for (std::size_t cell = first; cell < end; ++cell) {
    if (step.is_stated[cell] && given[cell] == Given::no) ++misfit.open;
    if (given[cell] == Given::from_wrong) ++misfit.from_wrong;
  }
  return misfit;
}

/// Rows that were derived so far; a column of numbers counts as one.
class Rows {
 public:
  Rows(const PrintedStep& step, Derivation& best)
      : step_(step),
        best_(best),
        width_(step.expected->values.shape(1) > 1 ? step.expected->values.shape(1) : step.decimals.size()) {
    for (std::size_t first = 0; first < best.given.size(); first += width_)
      least_.push_back(misfit_of(step, best.given, first, first + width_));
  }

  /// Takes the numbers of a way, the last one of `best`, for the rows that it suits better.
  void take(const std::vector<Given>& given) {
    for (std::size_t row = 0; row < least_.size(); ++row) {
      const std::size_t first = row * width_;
      const Misfit misfit = misfit_of(step_, given, first, first + width_);
      if (misfit >= least_[row]) continue;
      least_[row] = misfit;
      std::copy_n(&given[first], width_, &best_.given[first]);
      std::fill_n(&best_.way_of_cell[first], width_, best_.ways.size() - 1);
    }
  }

  Misfit misfit() const {
    Misfit sum;
    for (const Misfit& misfit : least_) sum += misfit;
    return sum;
  }

 private:
  const PrintedStep& step_;
  Derivation& best_;
  std::size_t width_;
  std::vector<Misfit> least_;
};

}  // namespace

Derivation derive(HandCalculation& calculation, const PrintedStep& step, const Habit& habit) {
  const std::size_t cells = step.decimals.size();
  Derivation best{{}, std::vector<std::size_t>(cells, 0), std::vector<Given>(cells, Given::no), {}};
  Rows rows(step, best);
  for (const Way& way : calculation.ways(step, habit)) {
    best.ways.push_back(way);
    rows.take(given_on(calculation, step, way));
    if (rows.misfit() == Misfit{}) break;
  }
  best.misfit = rows.misfit();
  return best;
}

void derive_cells_apart(HandCalculation& calculation, const PrintedStep& step, Derivation& best) {
  const auto is_open = [&](std::size_t cell) {
    return step.is_stated[cell] && best.given[cell] == Given::no;
  };
  std::map<std::size_t, std::vector<std::size_t>> open;  // cells by their way
  for (std::size_t cell = 0; cell < best.given.size(); ++cell)
    if (is_open(cell)) open[best.way_of_cell[cell]].push_back(cell);
  for (const auto& [index, cells] : open) {
    Way way = best.ways[index];
    way.is_stepwise = false;  // that would do the same to the numbers before
    way.habit.rounding =
        way.habit.rounding == DecimalRounding::cut_off ? DecimalRounding::half_up : DecimalRounding::cut_off;
    best.ways.push_back(way);
    const std::vector<Given> given = given_on(calculation, step, way);
    for (const std::size_t cell : cells) {
      if (given[cell] == Given::no) continue;
      best.given[cell] = given[cell];
      best.way_of_cell[cell] = best.ways.size() - 1;
      --best.misfit.open;
      if (given[cell] == Given::from_wrong) ++best.misfit.from_wrong;
    }
  }
}

std::vector<Derived> simplified(HandCalculation& calculation, const PrintedStep& step, Derived whole) {
  constexpr std::array<void (*)(Way&), 3> simplify{
      [](Way& way) { way.is_stepwise = false; },
      [](Way& way) { way.habit.unprinted = {}; },
      [](Way& way) { way.habit.scale = Habit{}.scale; },
  };
  const std::vector<Given> given = given_on(calculation, step, whole.way);
  std::vector<Derived> parts{std::move(whole)};
  for (const auto& make_simpler : simplify) {
    std::vector<Derived> finer;
    for (const Derived& part : parts) {
      Derived simpler{part.way, {}};
      Derived as_before{part.way, {}};
      make_simpler(simpler.way);
      const std::vector<Given> simply = given_on(calculation, step, simpler.way);
      for (const std::size_t cell : part.cells)
        (simply[cell] == given[cell] ? simpler : as_before).cells.push_back(cell);
      for (Derived& one : std::array{std::move(simpler), std::move(as_before)})
        if (!one.cells.empty()) finer.push_back(std::move(one));
    }
    parts = std::move(finer);
  }
  return parts;
}

}  // namespace attn
