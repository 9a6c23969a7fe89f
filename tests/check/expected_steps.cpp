#include "check/expected_steps.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "computed.hpp"

namespace attn {

namespace {

/// "weights -> head0.weights [1, 2] | ...": what the expectation of a problem is about. ' stands for ".
std::string meaning(const std::string& text, bool leading_rows = false) {
  const auto problem = computed::parsed(text);
  std::string meaning;
  for (const ExpectedMatrix& matrix : find_expected(*problem, problem->expect, leading_rows).matrices)
    meaning += fmt::format("{}{} {}", meaning.empty() ? "" : " | ", matrix.id, computed::text(matrix.values));
  return meaning;
}

std::string refusal(const std::string& text) {
  return computed::error_of([&] { meaning(text); });
}

const std::string two_heads = "{'Q': [[[1]], [[2]]], 'K': [[[1]], [[2]]], 'V': [[[1]], [[2]]], 'expect': {";
const std::string two_batches =
    "{'Q': [[[[1]]], [[[2]]]], 'K': [[[[1]]], [[[2]]]], 'V': [[[[1]]], [[[2]]]], 'expect': {";
const std::string one_head = "{'Q': [[1], [2]], 'K': [[1], [2], [3]], 'V': [[1], [2], [3]], 'expect': {";

}  // namespace

TEST_CASE("an id names one step, a name all of them, stacked") {
  CHECK(meaning(two_heads + "'head1.weights': [[1]]}}") == "head1.weights [[1]]");
  CHECK(meaning(two_heads + "'weights': [[[1]], [[2]]]}}") == "head0.weights [[1]] | head1.weights [[2]]");
  CHECK(meaning(two_heads + "'weights': [[[[1]], [[2]]]]}}") == "head0.weights [[1]] | head1.weights [[2]]");
  CHECK(meaning(two_heads + "'output': [[1, 2]]}}") == "output [[1, 2]]");
  CHECK(meaning(two_heads + "'context': [[[1]], [[2]]]}}") == "head0.context [[1]] | head1.context [[2]]");
}

TEST_CASE("axes that count one thing may be left out, wherever they stand") {
  for (const std::string shape : {"[[[1]], [[2]]]", "[[[[1]]], [[[2]]]]"})
    CHECK(meaning(two_batches + "'weights': " + shape + "}}") ==
          "batch0.weights [[1]] | batch1.weights [[2]]");
  CHECK(meaning(one_head + "'weights': [[[[1, 2, 3], [4, 5, 6]]]]}}") == "weights [[1, 2, 3], [4, 5, 6]]");
}

TEST_CASE("one number for each row: a vector or a column") {
  for (const std::string shape : {"[1, 2]", "[[1], [2]]", "[[1, 2]]", "[[[1], [2]]]"})
    CHECK(meaning(one_head + "'lse': " + shape + "}}") == "lse [[1], [2]]");
  for (const std::string shape : {"[[1], [2]]", "[[[1]], [[2]]]"})
    CHECK(meaning(two_heads + "'lse': " + shape + "}}") == "head0.lse [[1]] | head1.lse [[2]]");
}

TEST_CASE("a step by any of its names") {
  CHECK(meaning(one_head + "'context': [[1], [2]]}}") == "output [[1], [2]]");
  CHECK(meaning(one_head + "'concat': [[1], [2]]}}") == "output [[1], [2]]");
  CHECK(meaning(one_head + "'masked': [[1, 2, 3], [4, 5, 6]]}}") == "scaled [[1, 2, 3], [4, 5, 6]]");
}

TEST_CASE("steps come in the order in which they are computed") {
  CHECK(meaning(one_head + "'output': [[1], [2]], 'lse': [1, 2], 'scores': [[1, 2, 3], [4, 5, 6]]}}") ==
        "scores [[1, 2, 3], [4, 5, 6]] | lse [[1], [2]] | output [[1], [2]]");
}

TEST_CASE("rows that are left out are not stated, where a person may leave them out") {
  CHECK(meaning(one_head + "'weights': [[1, 2, 3]]}}", true) == "weights [[1, 2, 3], [nan, nan, nan]]");
  CHECK(meaning(one_head + "'lse': [[1]]}}", true) == "lse [[1], [nan]]");
  CHECK(refusal(one_head + "'weights': [[1, 2, 3]]}}") ==
        "p.json:1:85: expect.weights: shape [1, 3], expected [2, 3]; a number that is not stated is null");
}

TEST_CASE("a shape that does not fit is refused, a step that is not there is missing") {
  CHECK(refusal(two_heads + "'weights': [[1, 2]]}}").find("shape [1, 2], expected [2, 1, 1]") !=
        std::string::npos);
  CHECK(refusal(one_head + "'output': [[1, 2]]}}").find("shape [1, 2], expected [2, 1]") !=
        std::string::npos);
  const auto problem = computed::parsed(one_head + "'correction': [1, 2]}}");
  const ExpectedSteps found = find_expected(*problem, problem->expect);
  CHECK(found.matrices.empty());
  REQUIRE(found.missing.size() == 1);
  CHECK(found.missing[0]->first == "correction");
}

TEST_CASE("steps that the tiled mode leaves out are those of the standard pipeline") {
  const auto problem =
      computed::parsed(one_head.substr(0, one_head.size() - 11) +
                       "'tile': {'rows': 1, 'cols': 2}, 'expect': {'weights': [[1, 2, 3], [4, 5, 6]], "
                       "'output': [[1], [2]], 'tile1,0.exp': [[1, 2]]}}");
  const ExpectedSteps found = find_expected(*problem, problem->expect);
  REQUIRE(found.matrices.size() == 3);
  for (const ExpectedMatrix& matrix : found.matrices) CHECK(matrix.from_standard == (matrix.id == "weights"));
}

}  // namespace attn
