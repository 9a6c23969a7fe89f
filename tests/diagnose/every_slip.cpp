// Every row of the table: what it computes is found, from the output (or the one step that shows it) alone.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "attn/diagnose.hpp"
#include "diagnose/kinds.hpp"
#include "diagnose/predictions.hpp"

namespace attn {

namespace {

using namespace diagnosis;

/// The step on which a slip shows, if it is not the output.
std::string step_of(const Slip& slip) {
  if (slip.changes == "lse") return "lse";
  // It shifts all scores of a query by the same number, which no softmax shows.
  if (slip.name == "missing(b_K)") return "lse";
  return slip.name == "heads_averaged(weights)" ? "weights" : "output";
}

/// All matrices of a step, stacked.
Array stacked(const EditedGraph& graph, const std::string& step, Evaluation& evaluation, bool averaged) {
  const std::string_view shown = shown_name(graph.problem(), step);
  std::vector<Matrix<double>> matrices;
  bool column = false;
  for (const Ref& node : std::vector<Ref>(graph.nodes()))
    if (node->name == shown && !node->place.tile_row && !(averaged && node->place.head)) {
      column = node->axes.size() == 1;
      matrices.push_back(evaluation.value(node));
    }
  Array array{{matrices.size(), matrices[0].shape(0), matrices[0].shape(1)}, {}, false, {}};
  if (column) array.shape.pop_back();
  const Sizes& sizes = graph.problem().sizes;
  if (matrices.size() == sizes.batch * sizes.heads && sizes.batch > 1 && sizes.heads > 1) {
    array.shape[0] = sizes.heads;
    array.shape.insert(array.shape.begin(), sizes.batch);
  }
  for (const Matrix<double>& matrix : matrices)
    array.values.insert(array.values.end(), matrix.begin(), matrix.end());
  return array;
}

Array result_of(Variant variant, const std::string& step, bool averaged = false) {
  SharedValues shared(1'000'000'000);
  Evaluation evaluation(shared, *variant.arithmetic);
  return stacked(variant.graph, step, evaluation, averaged);
}

/// Whether the difference is more than this share of the largest number.
bool shows(const Array& wrong, const Array& right, double share) {
  if (wrong.shape != right.shape) return true;
  double size = 0;
  double most = 0;
  for (std::size_t i = 0; i < wrong.values.size(); ++i) {
    if (std::isfinite(wrong.values[i])) size = std::max(size, std::abs(wrong.values[i]));
    most = std::max(most, gap_between(wrong.values[i], right.values[i]).abs);
  }
  return most > share * size;
}

bool names(const Explanation& explanation, const std::string& slip) {
  return std::ranges::any_of(
      explanation.causes, [&](const Cause& cause) { return cause.slips == std::vector<std::string>{slip}; });
}

/// Diagnoses what the slip makes of the problem. Whether it shows there.
bool found_again(const RawProblem& raw, const Slip& slip) {
  const Variants variants(raw, float64);
  Attempt attempt{{&slip}};
  if (slip.tiled && variants.tiles().empty()) return false;
  if (slip.tiled) attempt.tile = variants.tiles().front();
  auto variant = variants.make(attempt);
  const std::string step = step_of(slip);
  if (!variant || (step == "output" && variants.base().sizes.d_v == 0)) return false;
  const Array wrong = result_of(std::move(*variant), step, step == "weights");
  const bool rounds = slip.changes == "arithmetic";
  // Above what numbers of bfloat16 are held to; rounding is less than that, and has to be asked for.
  if (!shows(wrong, result_of(*variants.make({}), step), rounds ? 1e-8 : 0.05)) return false;

  RawProblem asked = raw;
  asked.settings["expect." + step] = {"expect", wrong};
  DiagnoseOptions options{.pairs = Pairs::never};
  if (rounds) options.tolerance = Tolerance{.rtol = 1e-12};
  const Diagnosis diagnosis = diagnose(asked, options);
  CHECK_FALSE(diagnosis.right);
  REQUIRE(!diagnosis.explanations.empty());
  CHECK(names(diagnosis.explanations[0], slip.name));
  CHECK(diagnosis.explanations[0].causes[0].largest <= 1e-12 * 1e5);
  return true;
}

}  // namespace

TEST_CASE("every slip is found from what it computes") {
  constexpr std::size_t enough = 4;
  for (const Slip& slip : slips()) {
    CAPTURE(slip.name);
    std::size_t shown = 0;
    for (std::uint64_t seed = 1; seed <= 4 && shown < enough; ++seed)
      for (const diagnosed::Kind& kind : diagnosed::kinds()) {
        CAPTURE(kind.name);
        CAPTURE(seed);
        if (shown < enough && found_again(diagnosed::fresh(kind, seed), slip)) ++shown;
      }
    CHECK_MESSAGE(shown >= 2, slip.name, " shows on ", shown, " problems");
  }
}

TEST_CASE("slips have names of their own, and sentences") {
  std::map<std::string, int> count;
  for (const SlipName& slip : slip_names()) {
    CHECK(++count[slip.name] == 1);
    CHECK_MESSAGE(slip.help.size() > 10, slip.name);
    CHECK_MESSAGE(!slip.help.ends_with('.'), slip.name);
  }
  CHECK(count.size() > 90);
}

}  // namespace attn
