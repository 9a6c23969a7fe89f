// An error that was put into a step is found in that step, and in no other.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "support.hpp"

namespace attn {

namespace {

using candidates::at;
using candidates::bare;
using candidates::Errors;
using candidates::shift;
using candidates::trace_of;
using candidates::without;
using candidates::wrong_steps;
using Ids = std::vector<std::string>;

/// Problems that have every operation between them. Query 0 of the first sees no key.
const std::vector<std::string> problems{
    "{'X': [[1, 0.5], [0.25, -1], [2, 1]], 'W_Q': [[1, 0, 1, 1], [0, 1, 0, -1]], 'W_K': [[1, 2], [0.5, 1]],"
    " 'W_V': [[1, 0], [3, 1]], 'b_V': [0.5, 1], 'W_O': [[1, 2], [0, 1], [1, 0], [2, 0]], 'b_O': [1, 0],"
    " 'heads': 2, 'kv_heads': 1, 'softcap': 3,"
    " 'mask': [{'type': 'boolean', 'true_means': 'masked', 'values': [[true, true, true],"
    " [false, true, false], [false, false, false]]}, {'type': 'alibi', 'slopes': [0.5, 0.25]}]}",
    "{'Q': [[1, 2], [3, 4], [0.5, 1]], 'K': [[1, 1], [0, 1]], 'V': [[1], [2]],"
    " 'past': {'K': [[2, 0]], 'V': [[3]]}, 'mask': 'causal'}",
    "{'X': [[1, 0.5], [0.25, -1]], 'W_Q': [[1, 0], [2, 1], [1, 1]], 'W_K': [[1, 2], [0.5, 1], [1, 0]],"
    " 'W_V': [[1, 3]], 'weights_layout': 'out_in', 'softmax': 'naive', 'empty_row': 'nan'}",
    "{'scores': [[1, 2, 3, 0], [0.5, 0, 1, 2], [1, 1, 1, 0]], 'scale': 0.5, 'V': [[1, 0], [0, 0], [2, 1], "
    "[1, 4]]}",
};

std::shared_ptr<const Problem> problem_at(std::size_t i) {
  return computed::parsed(problems[i]);
}

/// Every problem, and those that start at Q and K in tiles, too.
template <class Check>
void for_each_problem(Check check) {
  for (const std::string& text : problems) {
    check(*computed::parsed(text));
    if (text.find("naive") == std::string::npos) check(*computed::parsed(computed::tiled(text, 2, 2)));
  }
}

}  // namespace

TEST_CASE("an error in any step is found there; what follows from it is inherited") {
  std::set<std::string> ops_met;
  std::size_t injections = 0;
  for_each_problem([&](const Problem& problem) {
    const StoredTrace reference = trace_of(problem);
    for (const StoredStep& step : reference.steps) {
      Matrix<double> probe = step.values;
      if (!candidates::shift_last_finite(probe, 0.25)) continue;
      CAPTURE(step.id);
      const StoredTrace candidate = trace_of(problem, {{step.id, shift(0.25)}});
      const TraceDiff found = diff(reference, candidate);
      CHECK(wrong_steps(found) == Ids{step.id});
      REQUIRE(!found.differing.empty());
      CHECK(found.differing.front().reference->id == step.id);
      for (const StepDifference& difference : found.differing) {
        CAPTURE(difference.reference->id);
        CHECK(!difference.reference_error);
        if (difference.reference->id == step.id) continue;
        REQUIRE(difference.split);
        CHECK(difference.split->added == 0);
        CHECK(difference.split->inherited > 0);
      }
      if (const auto& split = found.differing.front().split) {
        CHECK(split->inherited == 0);
        CHECK(split->added == doctest::Approx(0.25));
      }
      ops_met.insert(step.op);
      ++injections;
    }
  });
  CHECK(ops_met.size() == ops().size() - 1);  // a skipped tile has no numbers
  CHECK(injections > 150);
}

TEST_CASE("two errors are both found, also where one is behind the other") {
  const auto problem = problem_at(0);
  const StoredTrace reference = trace_of(*problem);
  const StoredTrace candidate =
      trace_of(*problem, {{"head0.scaled", shift(0.5)}, {"head0.weights", shift(0.125)}});
  const TraceDiff found = diff(reference, candidate);
  CHECK(wrong_steps(found) == Ids{"head0.scaled", "head0.weights"});
  const ErrorSplit& weights = *at(found, "head0.weights").split;
  CHECK(weights.added == doctest::Approx(0.125));
  CHECK(weights.inherited > 0);
}

TEST_CASE("in single precision rounding is no error, but what is put in is") {
  for_each_problem([](const Problem& problem) {
    const StoredTrace exact = trace_of(problem);
    const StoredTrace narrow = trace_of(problem, {}, float32);
    DiffOptions loose;
    loose.tolerance = {.atol = 1e-5, .rtol = 1e-5};
    CHECK(diff(exact, narrow, loose).differing.empty());
    // Held against single precision, a step is what single precision gives of its operands, to the bit.
    DiffOptions strict;
    strict.tolerance = {.ulp = 0};
    for (const StoredStep& step : narrow.steps) {
      Matrix<double> probe = step.values;
      if (!candidates::shift_last_finite(probe, 0.25)) continue;
      const StoredTrace shifted = trace_of(problem, {{step.id, shift(0.25)}}, float32);
      CHECK(wrong_steps(diff(narrow, shifted, strict)) == Ids{step.id});
    }
  });
  const auto problem = problem_at(1);
  const StoredTrace reference = trace_of(*problem);
  const StoredTrace candidate = trace_of(*problem, {{"exp", shift(0.25)}}, float32);
  const TraceDiff found = diff(reference, candidate, {{.atol = 1e-5, .rtol = 1e-5}, {}});
  CHECK(wrong_steps(found) == Ids{"exp"});
}

TEST_CASE("what a candidate of less precision rounds away is its own") {
  // 1/3 as a float is 1/3 + 1/100663296 (binary 0.0101... cut behind 24 digits and rounded up).
  const auto problem = computed::parsed("{'scores': [[1, 2]], 'scale': 0.3333333333333333}");
  const StoredTrace reference = trace_of(*problem);
  const StoredTrace candidate = trace_of(*problem, {}, float32);
  const TraceDiff found = diff(reference, candidate, {{.atol = 1e-10}, {"scaled"}});
  CHECK(wrong_steps(found).front() == "scaled");
  CHECK(at(found, "scaled").split->inherited == 0);
  CHECK(at(found, "scaled").split->added == doctest::Approx(2.0 / 100663296).epsilon(1e-6));
}

TEST_CASE("what the candidate lacks is computed from what it has") {
  const auto problem = problem_at(0);
  const StoredTrace reference = trace_of(*problem);
  const Errors errors{{"head1.scaled", shift(0.5)}};
  for (const Ids& names :
       {Ids{"exp"}, Ids{"masked", "exp", "row_sum"}, Ids{"capped", "row_max", "weights", "context"}}) {
    CAPTURE(fmt::format("{}", fmt::join(names, " ")));
    const StoredTrace part = without(trace_of(*problem, errors), names);
    const TraceDiff found = diff(reference, part);
    CHECK(wrong_steps(found) == Ids{"head1.scaled"});
    CHECK(at(found, "output").split->added == 0);
    CHECK(found.only_in_reference.size() == 2 * names.size());  // of two heads
  }
  // Without the step that is wrong the next one is, or a step before it that is not there.
  const StoredTrace part = without(trace_of(*problem, errors), {"scaled", "capped"});
  const TraceDiff found = diff(reference, part);
  CHECK(wrong_steps(found) == Ids{"head1.masked"});
  CHECK(at(found, "head1.masked").split->lacking == Ids{"head1.capped", "head1.scaled"});
}

TEST_CASE("a candidate without any structure is split by the reference's, and the other way round") {
  for_each_problem([](const Problem& problem) {
    const StoredTrace reference = trace_of(problem);
    const auto target = std::ranges::find(reference.steps, "scaled", &StoredStep::name)->id;
    const StoredTrace candidate = trace_of(problem, {{target, shift(0.25)}});
    CHECK(wrong_steps(diff(reference, bare(candidate))) == Ids{target});
    CHECK(wrong_steps(diff(bare(reference), candidate)) == Ids{target});
    const StoredTrace bare_reference = bare(reference);
    const StoredTrace bare_candidate = bare(candidate);
    const TraceDiff neither = diff(bare_reference, bare_candidate);
    CHECK(wrong_steps(neither).empty());
    CHECK(neither.differing.front().reference->id == target);
    CHECK(neither.differing.front().unsplit == "neither trace says how it is computed");
  });
}

TEST_CASE("a reference that is wrong itself is told") {
  const auto problem = problem_at(1);
  const StoredTrace reference = trace_of(*problem, {{"weights", shift(0.25)}});
  const StoredTrace candidate = trace_of(*problem);
  const TraceDiff found = diff(reference, candidate);
  CHECK(*at(found, "weights").reference_error == doctest::Approx(0.25));
  CHECK(at(found, "weights").split->added == 0);
  CHECK(at(found, "weights").split->inherited == doctest::Approx(0.25));
}

TEST_CASE("rows that see no key are known without the mask, too") {
  const auto problem = problem_at(0);
  const Ids masks{"mask", "masked", "capped", "scaled"};
  const StoredTrace reference = without(trace_of(*problem), masks);
  const StoredTrace candidate = without(trace_of(*problem, {{"head0.exp", shift(0.25)}}), masks);
  const TraceDiff found = diff(reference, candidate);
  CHECK(wrong_steps(found) == Ids{"head0.exp"});
  CHECK(at(found, "head0.weights").split->added == 0);
}

}  // namespace attn
