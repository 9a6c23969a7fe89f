#include "diagnose/telling_input.hpp"

#include <algorithm>
#include <set>

#include "attn/error.hpp"
#include "diagnose/fresh_problem.hpp"

namespace attn::diagnosis {

namespace {

/// Problems that take longer are none that anybody wants to try by hand.
constexpr std::uint64_t budget = 200'000'000;

/// The steps that were expected, of a problem of other sizes.
class Steps {
 public:
  explicit Steps(const std::vector<Target>& targets) {
    for (const Target& target : targets) names_.insert(target.expected.step);
  }

  /// All matrices of these steps; empty where the attempt does not apply.
  Predictions predictions(const Variants& variants, const Attempt& attempt, SharedValues& shared) const {
    Predictions all;
    std::optional<Variant> variant = variants.make(attempt);
    if (!variant) return all;
    Evaluation evaluation(shared, *variant->arithmetic);
    for (const Ref& node : std::vector<Ref>(variant->graph.nodes()))
      if (is_shown(*variant, *node)) all.push_back(evaluation.value(node));
    return all;
  }

 private:
  bool is_shown(const Variant& variant, const Node& node) const {
    return !node.place.tile_row && std::ranges::any_of(names_, [&](const std::string& name) {
      return shown_name(*variant.problem, name) == node.name;
    });
  }

  std::set<std::string> names_;
};

bool differ(const Predictions& one, const Predictions& other) {
  constexpr double clearly = 1e-3;
  double size = 0;
  for (const Matrix<double>& matrix : one) size = std::max(size, largest(matrix));
  return !one.empty() && !other.empty() && distance(one, other) > clearly * size;
}

/// Attempts that give other results on this problem than the first one does.
std::vector<std::size_t> told_apart(const RawProblem& raw, const Arithmetic& arithmetic,
                                    const std::vector<Attempt>& attempts, const Steps& steps) {
  std::vector<std::size_t> others;
  try {
    const Variants variants(raw, arithmetic);
    SharedValues shared(budget);
    const Predictions first = steps.predictions(variants, attempts[0], shared);
    for (std::size_t i = 1; i < attempts.size() && !first.empty(); ++i)
      if (differ(first, steps.predictions(variants, attempts[i], shared))) others.push_back(i);
  } catch (const InputError&) {
    // These sizes do not go with the problem's conventions.
  } catch (const OutOfBudget&) {
  }
  return others;
}

}  // namespace

TellingInput telling_input(const Variants& variants, const std::vector<Attempt>& attempts,
                           const std::vector<Target>& targets) {
  const Steps steps(targets);
  TellingInput best;
  constexpr std::uint64_t seeds = 3;
  for (const FreshKind& kind : fresh_kinds(variants.base()))
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      const RawProblem fresh = fresh_problem(variants.raw(), variants.base(), kind, seed);
      std::vector<std::size_t> others = told_apart(fresh, variants.arithmetic(), attempts, steps);
      if (others.size() > best.told_apart.size()) best = {problem_text(fresh), std::move(others)};
      if (best.told_apart.size() + 1 == attempts.size()) return best;
    }
  return best;
}

}  // namespace attn::diagnosis
