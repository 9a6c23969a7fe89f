// Values that are computed on demand, shared, and in part are those of the whole pipeline.
#include <doctest/doctest.h>

#include "attn/diagnose.hpp"
#include "diagnose/kinds.hpp"
#include "diagnose/row_cut.hpp"
#include "diagnose/shared_values.hpp"
#include "diagnose/variants.hpp"

namespace attn {

namespace {

using namespace diagnosis;

EditedGraph graph_of(const Problem& problem) {
  return {problem, problem.options.tile.has_value()};
}

}  // namespace

TEST_CASE("values on demand are those of a run") {
  for (const diagnosed::Kind& kind : diagnosed::kinds()) {
    CAPTURE(kind.name);
    const auto problem = make_problem(diagnosed::fresh(kind, 5));
    const computed::Trace trace = computed::trace_of(*problem);
    SharedValues shared(1'000'000'000);
    for (int time = 0; time < 2; ++time) {
      const EditedGraph graph = graph_of(*problem);
      Evaluation evaluation(shared, float64);
      for (const Ref& node : graph.nodes())
        computed::check_same(evaluation.value(node), trace[node->id()], 0);
    }
  }
}

TEST_CASE("some rows of a step are those rows of the whole step, with every slip") {
  std::size_t compared = 0;
  for (const diagnosed::Kind& kind : diagnosed::kinds()) {
    const Variants variants(diagnosed::fresh(kind, 6), float64);
    for (const Slip& slip : slips()) {
      if (slip.tiled) continue;
      CAPTURE(kind.name);
      CAPTURE(slip.name);
      auto whole = variants.make({{&slip}});
      auto cut = variants.make({{&slip}});
      if (!whole) continue;
      SharedValues shared(1'000'000'000);
      Evaluation of_whole(shared, *whole->arithmetic);
      Evaluation of_cut(shared, *cut->arithmetic);
      for (std::size_t i = 0; i < whole->graph.nodes().size(); ++i) {
        const Ref& node = whole->graph.nodes()[i];
        if (node->name != "output" && node->name != "lse") continue;
        const Matrix<double> all = of_whole.value(node);
        const Range rows{all.shape(0) / 2, all.shape(0)};
        computed::check_same(of_cut.value(cut_rows(cut->graph.nodes()[i], rows)),
                             block_of(all, rows, {0, all.shape(1)}), 0);
        ++compared;
      }
    }
  }
  CHECK(compared > 1000);
}

TEST_CASE("a budget ends a search, and is said") {
  RawProblem raw = diagnosed::fresh({"", {{"Q", {3, 2}}, {"K", {5, 2}}, {"V", {5, 3}}}}, 1);
  raw.settings["expect.output"] = {"expect", Array{{3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9}, false, {}}};
  const Diagnosis diagnosis = diagnose(raw, {.budget = 3000});
  CHECK_FALSE(diagnosis.right);
  REQUIRE(!diagnosis.notes.empty());
  CHECK(diagnosis.notes[0].starts_with("stopped after"));
  CHECK(diagnose(raw).notes.empty());
}

}  // namespace attn
