// Steps under two names, steps that only one of two problems has, and matrices of unknown heads.
#include <doctest/doctest.h>

#include "attn/error.hpp"
#include "diff/report.hpp"
#include "support.hpp"

namespace attn {

namespace {

using candidates::at;
using candidates::shift;
using candidates::wrong_steps;
using Ids = std::vector<std::string>;

StoredTrace read(std::string json, const std::optional<Sizes>& sizes = {}) {
  for (char& c : json)
    if (c == '\'') c = '"';
  return parse_trace(json, "t.json", sizes);
}

StoredTrace trace_of(const std::string& problem, const candidates::Errors& errors = {}) {
  return candidates::trace_of(*computed::parsed(problem), errors);
}

/// Two heads, whose contexts side by side are the output: every weight is 1.
const std::string two_heads = "{'Q': [[[1]], [[1]]], 'K': [[[1]], [[1]]], 'V': [[[3]], [[5]]]}";

std::string with(const std::string& more) {
  return "{'Q': [[1, 2], [3, 4], [0.5, 1]], 'K': [[1, 1], [0, 1], [2, 0]], 'V': [[1], [2], [4]]" + more + "}";
}

const std::string none = with("");
const std::string causal = with(", 'mask': 'causal'");
/// Query 1 sees no key.
const std::string empty_row = with(
    ", 'mask': {'type': 'boolean', 'true_means': 'masked', 'values': [[false, true, false], [true, true, "
    "true], [false, false, false]]}");

}  // namespace

TEST_CASE("of two names for a step each is compared") {
  const StoredTrace reference = trace_of(two_heads);
  const StoredTrace twice =
      read("{'steps': [{'id': 'concat', 'values': [[4, 6]]}, {'id': 'output', 'values': [[3, 5]]}]}",
           reference.sizes);
  const TraceDiff found = diff(reference, twice);
  CHECK(found.steps == 2);
  CHECK(wrong_steps(found) == Ids{"concat"});
  CHECK(at(found, "concat").comparison.differing == 2);
  CHECK(at(found, "concat").split->added == 1);
  const DiffOptions options;
  CHECK(culprit_lines(found, {reference, twice, options})
            .front()
            .starts_with("first wrong step: concat, which in a.json is output = "));
  const TraceDiff turned = diff(twice, reference);
  CHECK(turned.steps == 2);
  CHECK(at(turned, "concat").comparison.differing == 2);
  const StoredTrace right =
      read("{'steps': [{'id': 'concat', 'values': [[3, 5]]}, {'id': 'output', 'values': [[3, 5]]}]}",
           reference.sizes);
  CHECK(diff(reference, right).differing.empty());
  CHECK(diff(right, reference).steps == 2);
}

TEST_CASE("a mask of one side only is where the two part") {
  for (const std::string& masked : {causal, empty_row}) {
    CAPTURE(masked);
    const StoredTrace with_mask = trace_of(masked);
    const StoredTrace without = trace_of(none);
    const TraceDiff forgotten = diff(with_mask, without);
    CHECK(wrong_steps(forgotten) == Ids{"masked"});
    CHECK(at(forgotten, "masked").candidate->id == "scaled");
    CHECK(at(forgotten, "output").split->added == 0);
    CHECK(forgotten.only_in_reference == Ids{"mask"});
    const TraceDiff too_many = diff(without, with_mask);
    CHECK(wrong_steps(too_many) == Ids{"masked"});
    CHECK(at(too_many, "masked").reference->id == "scaled");
    CHECK(at(too_many, "output").split->added == 0);
    CHECK(too_many.only_in_candidate == Ids{"mask"});
  }
}

TEST_CASE("an error beside a mask of one side only is found, too") {
  CHECK(wrong_steps(diff(trace_of(causal), trace_of(none, {{"output", shift(0.25)}}))) ==
        Ids{"masked", "output"});
  CHECK(wrong_steps(diff(trace_of(none), trace_of(causal, {{"row_sum", shift(0.25)}}))) ==
        Ids{"masked", "row_sum"});
}

TEST_CASE("a softcap of one side only is where the two part") {
  const std::string capped = with(", 'softcap': 2");
  CHECK(wrong_steps(diff(trace_of(capped), trace_of(none))) == Ids{"capped"});
  CHECK(wrong_steps(diff(trace_of(none), trace_of(capped))) == Ids{"capped"});
  CHECK(wrong_steps(diff(trace_of(with(", 'softcap': 2, 'mask': 'causal'")), trace_of(causal))) ==
        Ids{"capped"});
}

TEST_CASE("a candidate that does not say that it has no mask only lacks the step") {
  const StoredTrace reference = trace_of(causal);
  StoredTrace silent = candidates::without(reference, {"masked", "mask"});
  silent.masks.reset();
  const TraceDiff found = diff(reference, silent);
  CHECK(found.differing.empty());
  CHECK(found.only_in_reference == Ids{"mask", "masked"});
}

TEST_CASE("one matrix for a step of several heads is refused") {
  const StoredTrace heads = trace_of(two_heads);
  const StoredTrace one = read(
      "{'steps': [{'id': 'output', 'values': [[3, 5]]}, {'id': 'weights', 'values': [[1]]}]}", heads.sizes);
  const std::string refused =
      "t.json: weights: found the shape [1, 1], expected [2, 1, 1], since a.json has the step as "
      "head1.weights; stack them, or call it as that one of them that it is";
  CHECK(computed::error_of([&] { diff(heads, one); }) == refused);
  CHECK(computed::error_of([&] { diff(one, heads); }) == refused);
  CHECK(diff(heads, one, {{}, {"output"}}).differing.empty());
}

TEST_CASE("where the reference contradicts itself, nothing else is said of where it began") {
  const auto problem = computed::parsed("{'scores': [[1, 2]], 'scale': 0.5, 'V': [[1], [2]]}");
  const StoredTrace reference =
      candidates::without(candidates::trace_of(*problem, {{"output", shift(0.25)}}), {"exp", "row_sum"});
  const StoredTrace candidate = candidates::trace_of(*problem, {{"exp", shift(0.5)}});
  const TraceDiff found = diff(reference, candidate);
  CHECK(at(found, "weights").split->unreferenced == Ids{"exp", "row_sum"});
  CHECK(at(found, "output").reference_error);
  const DiffOptions options;
  CHECK(culprit_lines(found, {reference, candidate, options}).empty());
}

}  // namespace attn
