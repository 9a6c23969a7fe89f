// Nested brackets of numbers, and what is not an array.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "support.hpp"

using attn::Array;
using attn::Shape;

namespace {

Array array_of(const attn::RawProblem& problem, std::string_view key) {
  return std::get<Array>(problem.settings.find(key)->second.value);
}

Array q_of(const std::string& value) {
  return array_of(problem_of("{\"Q\":" + value + "}"), "Q");
}

std::string q_error(const std::string& value) {
  return problem_error("{\"Q\":" + value + "}");
}

}  // namespace

TEST_CASE("arrays of rank 1 to 4, in one flat buffer") {
  CHECK(q_of("[1, 2]").shape == Shape{2});
  CHECK(q_of("[[1, 2, 3], [4, 5, 6]]").shape == Shape{2, 3});
  CHECK(q_of("[[1, 2, 3], [4, 5, 6]]").values == std::vector<double>{1, 2, 3, 4, 5, 6});
  CHECK(q_of("[[[1], [2]]]").shape == Shape{1, 2, 1});
  CHECK(q_of("[[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]]").shape == Shape{1, 2, 2, 2});
  CHECK(q_of("[[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]]").values == std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8});
}

TEST_CASE("infinities and NaN are strings") {
  const Array array = q_of("[[\"inf\", 1, \"-inf\", \"nan\"]]");
  CHECK(array.shape == Shape{1, 4});
  CHECK(array.values[0] == std::numeric_limits<double>::infinity());
  CHECK(array.values[2] == -std::numeric_limits<double>::infinity());
  CHECK(std::isnan(array.values[3]));
  CHECK(q_of("[\"inf\"]").shape == Shape{1});
  CHECK(q_of("[\"\\u0069nf\"]").shape == Shape{1});  // an escaped i
}

TEST_CASE("arrays without elements") {
  CHECK(q_of("{\"shape\": [0, 3]}").shape == Shape{0, 3});
  CHECK(q_of("{\"shape\": [0, 3]}").values.empty());
  CHECK(q_of("{\"shape\": [2, 0, 3, 1]}").shape == Shape{2, 0, 3, 1});
  CHECK(q_of("[[], []]").shape == Shape{2, 0});
  CHECK(q_error("[]") ==
        "p.json:1:6: Q: [] has no width; write {\"shape\": [0, d]} for an array without rows");
  CHECK(q_error("{\"shape\": [2, 3]}") ==
        "p.json:1:16: Q: shape [2, 3] has 6 elements, expected none; write the numbers themselves");
  CHECK(q_error("{\"shape\":[0,-3]}") == "p.json:1:15: Q: found -3, expected a length from 0 to 1000000");
  CHECK(q_error("{\"shape\":[0,1.5]}") == "p.json:1:15: Q: found 1.5, expected a length from 0 to 1000000");
  CHECK(q_error("{\"shape\":[0,1e300]}") ==
        "p.json:1:15: Q: found 1e+300, expected a length from 0 to 1000000");
  CHECK(q_error("{\"shape\":[0,\"nan\"]}") ==
        "p.json:1:15: Q: found nan, expected a length from 0 to 1000000");
  CHECK(q_error("{\"shape\":[]}") == "p.json:1:15: Q: found 0 axes, expected 1 to 4");
  CHECK(q_error("{\"shape\":[0,1,1,1,1]}") == "p.json:1:15: Q: found 5 axes, expected 1 to 4");
  for (const std::string shape : {"[[0]]", "[false]", "[null]"})
    CHECK(q_error("{\"shape\":" + shape + "}") ==
          "p.json:1:15: Q: found an array, expected a shape such as [0, 3]");
  CHECK(q_error("{\"shape\":3}") == "p.json:1:15: Q: found the number 3, expected a shape such as [0, 3]");
}

TEST_CASE("rows of different lengths") {
  const std::string rule = " (counted from 0); all must have the same length";
  CHECK(q_error("[[1,2],[3,4],[5]]") == "p.json:1:19: Q: row 2 has 1 number, row 0 has 2" + rule);
  CHECK(q_error("[[1],[2,3]]") == "p.json:1:11: Q: row 1 has 2 numbers, row 0 has 1" + rule);
  CHECK(q_error("[[],[1]]") == "p.json:1:10: Q: row 1 has 1 number, row 0 has 0" + rule);
  CHECK(q_error("[[1],[]]") == "p.json:1:11: Q: row 1 has 0 numbers, row 0 has 1" + rule);
  CHECK(q_error("[[[1],[2]],[[1],[2,3]]]") ==
        "p.json:1:22: Q: row [1, 1] has 2 numbers, row [0, 0] has 1" + rule);
  CHECK(q_error("[[[1],[2]],[[1]]]") == "p.json:1:17: Q: matrix 1 has 1 row, matrix 0 has 2" + rule);
  CHECK(q_error("[[[[1]],[[1]]],[[[1]]]]") ==
        "p.json:1:21: Q: batch entry 1 has 1 matrix, batch entry 0 has 2" + rule);
  CHECK(q_error("[[[1]],[]]") == "p.json:1:13: Q: matrix 1 has 0 rows, matrix 0 has 1" + rule);
}

TEST_CASE("arrays of mixed things") {
  CHECK(q_error("[[1,[2]]]") == "p.json:1:10: Q: found an array among numbers");
  CHECK(q_error("[1,[2]]") == "p.json:1:9: Q: found an array among numbers");
  CHECK(q_error("[[],[[1]]]") == "p.json:1:11: Q: found an array among numbers");
  CHECK(q_error("[[1],2]") == "p.json:1:11: Q: found a number among arrays");
  CHECK(q_error("[[1,true]]") == "p.json:1:10: Q: found a boolean among numbers");
  CHECK(q_error("[[true,1]]") == "p.json:1:13: Q: found a number among booleans");
  CHECK(q_error("[[1,{}]]") == "p.json:1:10: Q: found an object among numbers");
  CHECK(q_error("[[1,\"a\"]]") ==
        "p.json:1:10: Q: found a string \"a\", expected a number or \"inf\", \"-inf\", \"nan\"");
  CHECK(q_error("[[\"a\"]]") ==
        "p.json:1:8: Q: found a string \"a\", expected a number or \"inf\", \"-inf\", \"nan\"");
  CHECK(q_error("[\"Inf\"]") ==
        "p.json:1:7: Q: found a string \"Inf\", expected a number or \"inf\", \"-inf\", \"nan\"");
  CHECK(q_error("[\"a\", 1]") == "p.json:1:12: Q[1]: found the number 1 among strings");
  CHECK(q_error("[\"a\", [1]]") == "p.json:1:12: Q[1]: found an array among strings");
  CHECK(q_error("[{\"file\":\"x\"}, 1]") == "p.json:1:21: Q[1]: found the number 1 after an object");
  CHECK(q_error("[[[[[1]]]]]") ==
        "p.json:1:10: Q: brackets nest more than 4 deep: [batch, heads, rows, columns] are the most axes");
}

TEST_CASE("null and booleans stand where they are allowed, and only there") {
  CHECK(q_error("[[1,\n null]]") ==
        "p.json:2:2: Q: found null, expected a number; only expect may leave numbers open");
  CHECK(q_error("[[true]]") ==
        "p.json:1:6: Q: found booleans, expected numbers; only the values of a mask may be booleans");
  CHECK(problem_error("{\"expect\":{\"weights\":[[true]]}}") ==
        "p.json:1:22: expect.weights: found booleans, expected numbers; only the values of a mask may be "
        "booleans");
  const Array open = array_of(problem_of("{\"expect\":{\"weights\":[[null,1],[2,null]]}}"), "expect.weights");
  CHECK(open.shape == Shape{2, 2});
  CHECK(open.unstated == std::vector<std::size_t>{0, 3});
  CHECK(open.values.size() == 4);
  CHECK(open.values[1] == 1);
}

TEST_CASE("long strings are cut off in messages") {
  const std::string letters(100, 'x');
  CHECK(problem_error("{\"scale\":\"" + letters + "\"}") ==
        "p.json:1:10: scale: found a string \"" + letters.substr(60) + "...\", expected a number");
}
