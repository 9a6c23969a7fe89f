#include "diagnose/search.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "diagnose/row_cut.hpp"

namespace attn::diagnosis {

namespace {

/// Below this share of the largest number two results are the same but for rounding.
constexpr double rounding = 1e-12;

std::vector<Attempt> singles_to_try(const Variants& variants) {
  std::vector<Attempt> attempts;
  for (const Slip& slip : slips())
    if (slip.tiled)
      for (const std::size_t tile : variants.tiles()) attempts.push_back({{&slip}, tile});
    else
      attempts.push_back({{&slip}});
  return attempts;
}

/// The second slip would undo the first: there is one scale and one arithmetic.
bool exclude(const Slip& one, const Slip& other) {
  const bool once = one.changes == "scale" || one.changes == "arithmetic" || one.changes == "tiles";
  return &one == &other || (once && one.changes == other.changes) || (one.tiled && other.tiled);
}

/// Numbers that are expected, and which of them are left open.
struct Stated {
  const Matrix<double>& values;
  const std::vector<std::size_t>& unstated;
};

bool fits(const Stated& expected, const Matrix<double>& prediction, const Tolerance& tolerance) {
  if (prediction.shape() != expected.values.shape()) return false;
  return compare({.actual = prediction, .expected = expected.values, .unstated = expected.unstated},
                 tolerance)
             .differing == 0;
}

/// Flat indices of what is left open in some rows, counted from the first of them.
std::vector<std::size_t> unstated_in(const ExpectedMatrix& expected, const Range& rows) {
  const std::size_t columns = expected.values.shape(1);
  std::vector<std::size_t> cells;
  for (const std::size_t cell : expected.unstated)
    if (cell >= rows.begin * columns && cell < rows.end * columns)
      cells.push_back(cell - rows.begin * columns);
  return cells;
}

}  // namespace

Search::Search(const Variants& variants, std::vector<Target> targets, std::uint64_t budget)
    : variants_(variants), targets_(std::move(targets)), shared_(budget) {}

bool Search::fits_in_sight(Variant& variant, Evaluation& evaluation, bool& shows) const {
  constexpr std::size_t few = 8;
  const Target& target = targets_.front();
  const Ref node = target.expected.find(variant.graph);
  const Matrix<double>& expected = target.expected.values;
  if (!node || node->axes[0].size != expected.shape(0)) return false;
  const std::size_t last = expected.shape(0) - std::min(few, expected.shape(0));
  const std::size_t first = std::min(target.worst_row, last);
  const Range rows{first, std::min(first + few, expected.shape(0))};
  const Matrix<double> sight = evaluation.value(cut_rows(node, rows));
  if (target.right && target.right->shape() == expected.shape()) {
    const Matrix<double> right = block_of(*target.right, rows, {0, target.right->shape(1)});
    shows = distance(sight, right) > rounding * largest(right);
  }
  return fits({block_of(expected, rows, {0, expected.shape(1)}), unstated_in(target.expected, rows)}, sight,
              target.tolerance);
}

std::optional<Search::Effect> Search::attempt(const Attempt& attempt) {
  std::optional<Variant> variant = variants_.make(attempt);
  if (!variant) return std::nullopt;
  Evaluation evaluation(shared_, *variant->arithmetic);
  Effect effect{attempt, true, true};
  effect.explains = fits_in_sight(*variant, evaluation, effect.shows);
  if (!effect.explains) return effect;
  Found found{attempt, 0, {}};
  double wrong = 0;
  for (const Target& target : targets_) {
    std::optional<Matrix<double>> prediction = predict(*variant, evaluation, target.expected);
    effect.explains =
        prediction && fits({target.expected.values, target.expected.unstated}, *prediction, target.tolerance);
    if (!effect.explains) return effect;
    for (const std::size_t cell : target.expected.unstated)
      prediction->flat(cell) = target.expected.values.flat(cell);
    found.largest = std::max(found.largest, distance(*prediction, target.expected.values));
    wrong = std::max(wrong, target.largest);
    found.predictions.push_back(std::move(*prediction));
  }
  // A coarse tolerance lets much pass; a cause is clearly nearer than the right result.
  effect.explains = found.largest <= wrong / 2;
  if (effect.explains) found_.push_back(std::move(found));
  return effect;
}

void Search::stop(const char* what, std::size_t done, std::size_t all) {
  notes_.push_back(fmt::format(
      "stopped after {} of {} {}: the rest would take too long on a problem of this size", done, all, what));
}

void Search::try_singles() {
  const std::vector<Attempt> attempts = singles_to_try(variants_);
  for (std::size_t i = 0; i < attempts.size(); ++i) try {
      if (const auto effect = attempt(attempts[i])) {
        effects_.push_back(*effect);
        ++singles_;
      }
    } catch (const OutOfBudget&) {
      return stop("slips", i, attempts.size());
    }
}

/// The usual ones first. Without an effect of their own two slips seldom have one together. Tiles take many
/// attempts, so they are paired only where it is known which tile it is.
std::vector<Attempt> Search::pairs_to_try() const {
  struct Ranked {
    std::size_t rank;
    Attempt attempt;
  };
  std::vector<Ranked> ranked;
  for (std::size_t i = 0; i < effects_.size(); ++i)
    for (std::size_t j = i + 1; j < effects_.size(); ++j) {
      const auto& [one, one_shows, one_explains] = effects_[i];
      const auto& [other, other_shows, other_explains] = effects_[j];
      const std::optional<std::size_t> tile = one.tile ? one.tile : other.tile;
      const bool is_tried = (one_shows || other_shows) && !one_explains && !other_explains &&
                            !exclude(*one.slips[0], *other.slips[0]) && (!tile || variants_.has_tile());
      if (is_tried) ranked.push_back({i + j, {{one.slips[0], other.slips[0]}, tile}});
    }
  std::ranges::stable_sort(ranked, {}, &Ranked::rank);
  std::vector<Attempt> attempts;
  for (Ranked& one : ranked) attempts.push_back(std::move(one.attempt));
  return attempts;
}

void Search::try_pairs() {
  const std::vector<Attempt> attempts = pairs_to_try();
  for (std::size_t i = 0; i < attempts.size(); ++i) try {
      if (attempt(attempts[i])) ++pairs_;
    } catch (const OutOfBudget&) {
      return stop("pairs of slips", i, attempts.size());
    }
}

}  // namespace attn::diagnosis
