#pragma once

#include <string>
#include <vector>

#include "attn/diagnose.hpp"
#include "diagnose/predictions.hpp"

namespace attn::diagnosis {

/// A matrix of the expectation, and what it is held to.
struct Target {
  ExpectedMatrix expected;
  Tolerance tolerance;
  std::optional<Matrix<double>> right;  ///< nothing where the right pipeline has no such matrix
  double largest = 0;                   ///< difference of the right result
  std::size_t worst_row = 0;            ///< of the right result
};

/// An attempt that gives the expected numbers.
struct Found {
  Attempt attempt;
  double largest;  ///< difference
  Predictions predictions;
};

/// Tries slips until one gives what is expected.
class Search {
 public:
  /// `targets`: the ones that differ come first, so that most attempts end after one matrix.
  Search(const Variants& variants, std::vector<Target> targets, std::uint64_t budget);

  void try_singles();
  /// The singles have been tried. Slips that explain the numbers by themselves are no part of a pair.
  void try_pairs();

  const std::vector<Found>& found() const { return found_; }
  std::size_t singles() const { return singles_; }
  std::size_t pairs() const { return pairs_; }
  const std::vector<std::string>& notes() const { return notes_; }
  const std::vector<Target>& targets() const { return targets_; }

 private:
  /// What a single slip turned out to do.
  struct Effect {
    Attempt attempt;
    bool shows;  ///< changes the first target
    bool explains;
  };
  /// Nothing where the attempt does not apply.
  std::optional<Effect> attempt(const Attempt& attempt);
  /// Whether a few rows of the first target fit, around the worst one. Says whether the slip shows there.
  bool fits_in_sight(Variant& variant, Evaluation& evaluation, bool& shows) const;
  std::vector<Attempt> pairs_to_try() const;
  void stop(const char* what, std::size_t done, std::size_t all);

  const Variants& variants_;
  std::vector<Target> targets_;
  SharedValues shared_;
  std::vector<Effect> effects_;
  std::vector<Found> found_;
  std::size_t singles_ = 0;
  std::size_t pairs_ = 0;
  std::vector<std::string> notes_;
};

}  // namespace attn::diagnosis
