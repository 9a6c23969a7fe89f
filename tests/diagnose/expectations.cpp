// What a diagnosis is held against: which matrices are expected, and how exactly.
#include <doctest/doctest.h>

#include "attn/diagnose.hpp"
#include "computed.hpp"
#include "diagnose/expected.hpp"
#include "diagnose/held_to.hpp"

namespace attn {

namespace {

using namespace computed;
using namespace diagnosis;

const std::string two_heads =
    "{'layout': 'bhnd', 'Q': [[[[0]], [[0]]], [[[0]], [[0]]]], 'K': [[[[0]], [[0]]], [[[0]], [[0]]]],"
    " 'V': [[[[1]], [[2]]], [[[3]], [[4]]]], 'expect': {";  // [batch 2, heads 2, n 1, d 1]

std::vector<std::string> ids(const std::string& expect) {
  std::vector<std::string> found;
  for (const ExpectedMatrix& matrix : expected_matrices(*parsed(two_heads + expect + "}}")))
    found.push_back(matrix.id);
  return found;
}

using Ids = std::vector<std::string>;

ExpectedMatrix numbers(std::vector<double> values) {
  ExpectedMatrix matrix;
  matrix.values = matrix_of({values});
  return matrix;
}

double allowed(std::vector<double> values, double size, Compare how = Compare::tolerance) {
  const ExpectedMatrix matrix = numbers(std::move(values));
  return *held_to(matrix, size, narrow_type({matrix}), how).tolerance.atol;
}

}  // namespace

TEST_CASE("matrices are stacked by batch entry and head") {
  CHECK(ids("'weights': [[[[1]], [[1]]], [[[1]], [[1]]]]") ==
        Ids{"batch0.head0.weights", "batch0.head1.weights", "batch1.head0.weights", "batch1.head1.weights"});
  CHECK(ids("'output': [[[1, 2]], [[3, 4]]]") == Ids{"batch0.output", "batch1.output"});
  CHECK(ids("'batch1.output': [[3, 4]], 'batch0.head1.lse': [0]") ==
        Ids{"batch0.head1.lse", "batch1.output"});
  CHECK(ids("'lse': [[[0], [0]], [[0], [0]]]").size() == 4);
  CHECK(ids("'lse': [[[[0]], [[0]]], [[[0]], [[0]]]]").size() == 4);  // as columns
  CHECK(ids("'concat': [[[1, 2]], [[3, 4]]]") == Ids{"batch0.output", "batch1.output"});
  CHECK(ids("'weights': [[[1]], [[1]]]") ==
        Ids{"batch0.weights", "batch1.weights"});  // of no head: an average
}

TEST_CASE("what cannot be matched is refused") {
  CHECK(error_of([] { ids("'output': [[1, 2]]"); }).find("shape [1, 2] holds 1 matrices, expected 2") !=
        std::string::npos);
  CHECK(error_of([] { ids("'tile0,0.exp': [[1]]"); }).find("has no such step") != std::string::npos);
  CHECK(error_of([] { ids("'capped': [[1]]"); }).find("holds 1 matrices, expected 4") != std::string::npos);
  CHECK(error_of([] {
          diagnose(raw_problem({{"scaled", Array{{1, 1}, {1}, false, {}}}}));
        }).starts_with("problem.json: expects nothing"));
}

TEST_CASE("numbers that are not stated may be anything") {
  RawProblem raw =
      raw_problem({{"scaled", Array{{1, 1}, {0}, false, {}}}, {"V", Array{{1, 2}, {5, 6}, false, {}}}});
  raw.settings["expect.output"] = {"expect", Array{{1, 2}, {5, nan}, false, {1}}};
  CHECK(diagnose(raw).right);
  raw.settings["expect.output"] = {"expect", Array{{1, 2}, {nan, 7}, false, {0}}};
  const Diagnosis wrong = diagnose(raw);
  CHECK_FALSE(wrong.right);
  CHECK(wrong.steps[0].cells == 1);
  CHECK(wrong.steps[0].largest == 1);
}

TEST_CASE("another shape than the problem gives") {
  RawProblem raw = raw_problem({{"X", Array{{1, 1}, {1}, false, {}}},
                                {"W_Q", Array{{1, 1}, {1}, false, {}}},
                                {"W_K", Array{{1, 1}, {1}, false, {}}},
                                {"W_V", Array{{1, 1}, {2}, false, {}}},
                                {"W_O", Array{{1, 2}, {1, 3}, false, {}}}});
  raw.settings["expect.output"] = {"expect", Array{{1, 1}, {2}, false, {}}};
  const Diagnosis diagnosis = diagnose(raw);
  CHECK(diagnosis.steps[0].otherwise == "shape [1, 1], but the problem gives [1, 2]");
  REQUIRE(diagnosis.explanations.size() == 1);
  CHECK(diagnosis.explanations[0].causes[0].slips == Ids{"missing(W_O)"});
}

TEST_CASE("tolerances follow from the numbers") {
  CHECK(allowed({0.1234567890123, 2}, 2) == doctest::Approx(2e-5));
  CHECK(allowed({0.12, 0.5}, 0.5) == doctest::Approx(0.005));  // two decimals
  CHECK(allowed({1, 3}, 3) == doctest::Approx(3e-5));          // whole numbers are exact
  CHECK(allowed({1, 3}, 3, Compare::as_written) == doctest::Approx(0.5));
  // Ten and eight bits in use.
  CHECK(allowed({0.7509765625, 1.0009765625, 3.001953125, 0.501953125}, 3) == doctest::Approx(3 * 0x1p-8));
  CHECK(allowed({1.0078125, 1.0234375, 3.015625, 0.50390625}, 3) == doctest::Approx(3 * 0x1p-5));
}

TEST_CASE("values that cancel") {
  RawProblem raw = raw_problem(
      {{"scaled", Array{{1, 3}, {0, 0, 0}, false, {}}}, {"V", Array{{3, 1}, {0.1, 0.2, -0.3}, false, {}}}});
  raw.settings["expect.output"] = {"expect", Array{{1, 1}, {0}, false, {}}};  // ours is 7e-18
  CHECK(diagnose(raw).right);
}

TEST_CASE("a tolerance that is said goes over that, and an option over both") {
  RawProblem raw =
      raw_problem({{"scaled", Array{{1, 1}, {0}, false, {}}}, {"V", Array{{1, 1}, {5}, false, {}}}});
  raw.settings["expect.output"] = {"expect", Array{{1, 1}, {5.01}, false, {}}};
  CHECK_FALSE(diagnose(raw).right);  // 0.005 is half a unit
  raw.settings["tolerance.output.atol"] = {"tolerance", 0.02};
  CHECK(diagnose(raw).right);
  CHECK_FALSE(diagnose(raw, {.tolerance = Tolerance{.rtol = 1e-3}}).right);
  CHECK(diagnose(raw, {.tolerance = Tolerance{.rtol = 1e-2}}).right);
}

TEST_CASE("a tolerance holds for a step under any of its names") {
  // Equal scores: the output is 1.5, which one head calls context too.
  RawProblem raw =
      raw_problem({{"scaled", Array{{1, 2}, {0, 0}, false, {}}}, {"V", Array{{2, 1}, {1, 2}, false, {}}}});
  raw.settings["expect.output"] = {"expect", Array{{1, 1}, {1.75}, false, {}}};
  CHECK_FALSE(diagnose(raw).right);
  raw.settings["tolerance.context.atol"] = {"tolerance", 0.5};
  CHECK(diagnose(raw).right);
  raw.settings["tolerance.output.atol"] = {"tolerance", 0.125};
  CHECK_FALSE(diagnose(raw).right);
}

}  // namespace attn
