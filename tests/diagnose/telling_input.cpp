#include "diagnose/telling_input.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "attn/diagnose.hpp"

#include "diagnose/fresh_problem.hpp"
#include "diagnose/kinds.hpp"

namespace attn {

namespace {

using namespace diagnosis;

const Slip& slip_of(const std::string& name) {
  return *std::ranges::find(slips(), name, &Slip::name);
}

Matrix<double> output_of(const std::string& text, const std::string& slip) {
  Reader reader;
  const Variants variants(parse_problem(text, "telling.json", "", reader), float64);
  auto variant = variants.make({{&slip_of(slip)}});
  REQUIRE(variant);
  SharedValues shared(1'000'000'000);
  return Evaluation(shared, float64).value(variant->graph.find("output", {}));
}

Diagnosis diagnosed_as(const std::string& problem, double output) {
  std::string text = problem;
  text.pop_back();
  text += fmt::format(", 'expect': {{'output': [[{}]]}}}}", output);
  std::ranges::replace(text, '\'', '"');
  Reader reader;
  return diagnose(parse_problem(text, "p.json", "", reader));
}

}  // namespace

TEST_CASE("causes that this input cannot tell apart come with one that can") {
  // With one query and two keys "no causal mask" and "one key further" are the same.
  const Diagnosis diagnosis = diagnosed_as(
      "{'Q': [[0]], 'K': [[0], [0]], 'V': [[1], [2]], 'mask': {'type': 'causal', 'align': 'top-left'}}", 1.5);
  REQUIRE(diagnosis.explanations.size() == 1);
  const Explanation& explanation = diagnosis.explanations[0];
  REQUIRE(explanation.causes.size() >= 2);
  REQUIRE(!explanation.told_apart.empty());
  const std::string first = explanation.causes[0].slips[0];
  for (const std::size_t other : explanation.told_apart) {
    const std::string second = explanation.causes[other].slips[0];
    CHECK_FALSE(computed::close(output_of(explanation.telling_input, first),
                                output_of(explanation.telling_input, second), 1e-4));
  }
}

TEST_CASE("what is the same for every input has none") {
  // Both leave the only bias out.
  const std::vector<Attempt> same{{{&slip_of("missing(b_V)")}}, {{&slip_of("missing(b_V)")}}};
  const Variants variants(computed::raw_problem({{"X", Array{{1, 1}, {1}, false, {}}},
                                                 {"W_Q", Array{{1, 1}, {1}, false, {}}},
                                                 {"W_K", Array{{1, 1}, {1}, false, {}}},
                                                 {"W_V", Array{{1, 1}, {1}, false, {}}},
                                                 {"b_V", Array{{1}, {1}, false, {}}},
                                                 {"expect.output", Array{{1, 1}, {1}, false, {}}}}),
                          float64);
  std::vector<Target> targets(1);
  targets[0].expected.step = "output";
  const TellingInput telling = telling_input(variants, same, targets);
  CHECK(telling.text.empty());
  CHECK(telling.told_apart.empty());
}

TEST_CASE("a problem's text reads back as the same problem") {
  for (const diagnosed::Kind& kind : diagnosed::kinds()) {
    CAPTURE(kind.name);
    const RawProblem raw = diagnosed::fresh(kind, 7);
    Reader reader;
    const auto read = make_problem(parse_problem(problem_text(raw), "text.json", "", reader));
    const computed::Trace trace = computed::trace_of(*read);
    const computed::Trace expected = computed::trace_of(*make_problem(raw));
    CHECK(trace.ids == expected.ids);
    for (const std::string& id : trace.ids) computed::check_same(trace[id], expected[id], 0);
  }
}

TEST_CASE("problems of other sizes are valid, and as large as they say") {
  for (const diagnosed::Kind& kind : diagnosed::kinds()) {
    CAPTURE(kind.name);
    const RawProblem raw = computed::raw_problem(kind.said, kind.masks);
    const auto base = make_problem(raw);
    for (const FreshKind& other : fresh_kinds(*base)) {
      const auto problem = make_problem(fresh_problem(raw, *base, other, 3));
      CHECK(problem->sizes.n_q == other.sizes.n_q);
      CHECK(problem->sizes.n_k == other.sizes.n_k);
      CHECK(problem->sizes.d_v == other.sizes.d_v);
    }
  }
}

}  // namespace attn
