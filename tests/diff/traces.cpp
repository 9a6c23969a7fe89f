// Matching of steps, what cannot be compared, and where infinities come from, on traces by hand.
#include <doctest/doctest.h>

#include "attn/error.hpp"
#include "support.hpp"

namespace attn {

namespace {

using candidates::at;
using candidates::wrong_steps;
using Ids = std::vector<std::string>;

StoredTrace read(std::string json) {
  for (char& c : json)
    if (c == '\'') c = '"';
  return parse_trace(json, "t.json");
}

/// A trace of one step.
StoredTrace one(const std::string& id, const std::string& values) {
  return read("{'steps': [{'id': '" + id + "', 'values': " + values + "}]}");
}

StoredTrace trace_of(const std::string& problem) {
  return candidates::trace_of(*computed::parsed(problem));
}

std::size_t common(const StoredTrace& reference, const StoredTrace& candidate) {
  return diff(reference, candidate).steps;
}

std::string no_common_step(const StoredTrace& reference, const StoredTrace& candidate) {
  return computed::error_of([&] { diff(reference, candidate); });
}

const std::string naive_1000 = "{'scores': [[1000, 0]], 'scale': 1, 'softmax': 'naive', 'V': [[1], [2]]}";

}  // namespace

TEST_CASE("an error is split into what is inherited and what is added") {
  // scaled = scores / 2 = [0.5, 1], its maximum 1. The candidate has 1.5 for 1 there, and 1.75 for 1.5.
  const StoredTrace reference = trace_of("{'scores': [[1, 2]], 'scale': 0.5}");
  const StoredTrace candidate =
      read("{'steps': [{'id': 'scaled', 'values': [[0.5, 1.5]]}, {'id': 'row_max', 'values': [1.75]}]}");
  const TraceDiff found = diff(reference, candidate);
  CHECK(found.steps == 2);
  CHECK(found.cells == 3);
  CHECK(found.largest.abs == 0.75);
  const StepDifference& scaled = at(found, "scaled");
  CHECK(scaled.comparison.differing == 1);
  CHECK(scaled.split->inherited == 0);
  CHECK(scaled.split->added == 0.5);
  CHECK(scaled.split->wrong == 1);
  CHECK(scaled.split->lacking == Ids{"scores"});
  const StepDifference& row_max = at(found, "row_max");
  CHECK(row_max.split->inherited == 0.5);
  CHECK(row_max.split->added == 0.25);
  CHECK(wrong_steps(found) == Ids{"scaled", "row_max"});
  CHECK(found.only_in_reference == Ids{"scores", "shifted", "exp", "row_sum", "weights", "lse"});
}

TEST_CASE("a step is found under the name of one that it equals") {
  const StoredTrace plain = trace_of("{'Q': [[1]], 'K': [[1]], 'V': [[1]]}");
  for (const std::string name : {"masked", "capped", "scaled", "context", "concat", "output"})
    CHECK_MESSAGE(common(plain, one(name, "[[1]]")) == 1, name);
  CHECK(common(one("context", "[[1]]"), one("output", "[[1]]")) == 1);
  const StoredTrace capped = trace_of("{'Q': [[1]], 'K': [[1]], 'V': [[1]], 'softcap': 1}");
  const StoredTrace nine = one("masked", "[[9]]");
  CHECK(at(diff(capped, nine), "capped").comparison.differing == 1);
  const StoredTrace heads = trace_of("{'Q': [[[1]], [[1]]], 'K': [[[1]], [[1]]], 'V': [[[1]], [[1]]]}");
  CHECK(common(heads, one("concat", "[[1, 1]]")) == 1);
  CHECK(no_common_step(heads, one("head0.output", "[[1]]")) ==
        "a.json and t.json have no step in common: head0.Q, head0.K, head0.V, head0.scores, head0.scaled, "
        "head0.row_max, ... against head0.output");
}

TEST_CASE("steps of other names, and no step in common") {
  const StoredTrace reference = trace_of("{'scaled': [[1, 2]]}");
  CHECK(
      no_common_step(reference, one("foo", "[1]")).starts_with("a.json and t.json have no step in common: "));
  const TraceDiff found =
      diff(reference, read("{'steps': [{'id': 'foo', 'values': [1]}, {'id': 'row_max', 'values': [2]}]}"));
  CHECK(found.only_in_candidate == Ids{"foo"});
  CHECK(found.differing.empty());
}

TEST_CASE("only some steps, by name, id, or what they equal") {
  const StoredTrace reference = trace_of("{'scaled': [[1, 2]]}");
  const auto steps = [&](const Ids& chosen) { return diff(reference, reference, {{}, chosen}).steps; };
  CHECK(steps({"exp", "lse"}) == 2);
  CHECK(steps({"masked"}) == 1);
  CHECK_THROWS_WITH_AS(steps({"tile_max"}),
                       "step \"tile_max\": neither trace has it; there are scaled, row_max, shifted, exp, "
                       "row_sum, weights, lse",
                       InputError);
}

TEST_CASE("steps that do not stand for the same cells are not compared") {
  const StoredTrace reference = trace_of("{'scaled': [[1, 2]]}");
  const StoredTrace three = one("exp", "[[1, 2, 3]]");
  const TraceDiff wide = diff(reference, three);
  CHECK(at(wide, "exp").unlike == "shape [1, 3] against [1, 2]");
  CHECK(wrong_steps(wide) == Ids{"exp"});
  const StoredTrace later =
      read("{'steps': [{'id': 'exp', 'axes': ['query', 'key'], 'begin': [4, 0], 'values': [[1, 2]]}]}");
  CHECK(at(diff(reference, later), "exp").unlike == "rows from 4 on against 0 on");
}

TEST_CASE("NaN equals NaN, and is counted") {
  const TraceDiff same = diff(one("exp", "[['nan', 1, 'inf']]"), one("exp", "[['nan', 1, 'inf']]"));
  CHECK(same.differing.empty());
  CHECK(same.nan_pairs == 1);
  CHECK(diff(one("exp", "[['nan', 1]]"), one("exp", "[[1, 1]]")).differing.size() == 1);
  CHECK(!diff(one("exp", "[['nan', 1]]"), one("exp", "[[1, 1]]")).first_nonfinite);
}

TEST_CASE("the first infinity: an exponential that overflows") {
  StoredTrace candidate = trace_of(naive_1000);
  const StoredTrace reference = trace_of("{'scores': [[1000, 0]], 'scale': 1, 'V': [[1], [2]]}");
  const NonFinite first = *diff(reference, candidate).first_nonfinite;
  CHECK(first.cell == "exp[0, 0] = inf");
  CHECK(first.op == "exp");
  CHECK(first.parts == Ids{"scaled[0, 0] = 1000"});
  CHECK(!first.recomputed);
}

TEST_CASE("the first infinity: in a step that the candidate lacks") {
  // The candidate has scaled, and then only what came of its exponential.
  StoredTrace candidate = candidates::without(trace_of(naive_1000), {"exp"});
  const StoredTrace reference =
      trace_of("{'scores': [[10, 0]], 'scale': 1, 'softmax': 'naive', 'V': [[1], [2]]}");
  const NonFinite first = *diff(reference, candidate).first_nonfinite;
  CHECK(first.cell == "exp[0, 0] = inf");
  CHECK(first.parts == Ids{"scaled[0, 0] = 1000"});
  CHECK(first.recomputed);
}

TEST_CASE("the first NaN of a product is told by the term that makes it") {
  const std::string problem = "{'Q': [[1, 2, 3]], 'K': [[1, 1, 1], [2, 2, 2]], 'V': [[1], [2]]}";
  const auto inject = [&](const std::string& id, std::size_t cell, double value) {
    return candidates::trace_of(*computed::parsed(problem),
                                {{id, [=](Matrix<double>& values) { values.flat(cell) = value; }}});
  };
  const StoredTrace reference = trace_of(problem);
  StoredTrace infinite = inject("K", 4, computed::inf);
  CHECK(diff(reference, infinite).first_nonfinite->cell == "K[1, 1] = inf");
  // As if the K that is wrong had not been written down rightly.
  *const_cast<StoredStep*>(infinite.find("K")) = *reference.find("K");
  CHECK(diff(reference, infinite).first_nonfinite->parts == Ids{"Q[0, 2] = 3", "K[1, 2] = 2"});
  const StoredTrace nan_in_weights = inject("weights", 1, computed::nan);
  DiffOptions only;
  only.steps = {"output"};
  CHECK(diff(reference, nan_in_weights, only).first_nonfinite->parts ==
        Ids{"weights[0, 1] = nan", "V[1, 0] = 2"});
}

TEST_CASE("a block of an operand counts in the whole matrix") {
  const std::string problem =
      "{'Q': [[1], [2], [3], [4]], 'K': [[1], [2], [3], [4]], 'V': [[1], [2], [3], [4]], 'tile': {'rows': 2, "
      "'cols': 2}}";
  const StoredTrace reference = trace_of(problem);
  const StoredTrace candidate = candidates::trace_of(
      *computed::parsed(problem),
      {{"tile1,1.scores", [](Matrix<double>& values) { values(1, 0) = computed::nan; }}});
  const NonFinite first = *diff(reference, candidate).first_nonfinite;
  CHECK(first.cell == "tile1,1.scores[3, 2] = nan");
  CHECK(first.parts == Ids{"Q[3, 0] = 4", "K[2, 0] = 3"});
}

TEST_CASE("structures that no attn-calc writes do no harm") {
  const auto self = [](const std::string& step) {
    const StoredTrace reference =
        read("{'options': {'scale': 1}, 'steps': [{'id': 'Q', 'values': [[1, 2], [3, 4]]}, " + step + "]}");
    StoredTrace candidate = reference;
    candidate.steps.back().values(0, 0) += 1;
    return at(diff(reference, candidate), reference.steps.back().id).unsplit;
  };
  const auto with = [&](const std::string& op, const std::string& more) {
    return self("{'id': 'x', 'op': '" + op + "', 'values': [[1, 2], [3, 4]], " + more + "}");
  };
  const std::string misfit = "the shapes of its operands do not fit its own";
  for (const Op* op : ops()) {
    if (op->name == "input" || op->name == "mask" || op->name == "fill" || op->name == "skip") continue;
    CAPTURE(op->name);
    CHECK(with(std::string(op->name), "'operands': []") == misfit);
    CHECK(with(std::string(op->name), "'operands': ['Q', 'Q', 'Q', 'Q', 'Q', 'Q', 'Q']") == misfit);
    CHECK(with(std::string(op->name),
               "'operands': ['Q'], 'operand_blocks': [{'rows': [0, 1], 'columns': [1, 1]}]") == misfit);
    with(std::string(op->name), "'operands': ['x', 'x', 'x']");  // itself
  }
  CHECK(with("scale", "'operands': ['nobody']") == "its operand nobody is not there");
  CHECK(with("scale", "'operands': ['Q'], 'operand_blocks': [{'rows': [1, 3]}]") ==
        "its operand Q is not whole");
  CHECK(with("softcap", "'operands': ['Q']") == "t.json does not say its softcap");
  CHECK(with("flash_attention", "'operands': ['Q']") == "flash_attention is one operation of many steps");
}

}  // namespace attn
