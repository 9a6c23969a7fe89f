// bfloat16 and float16: values by the formats' definitions.
#include <doctest/doctest.h>

#include "computed.hpp"

namespace attn {

namespace {

using namespace computed;

/// V through weights of 1: rounded once, as an input.
std::string rounded(double x, const Arithmetic& arithmetic) {
  const auto problem = problem_of({{"Q", Array{{1, 1}, {0}, false, {}}},
                                   {"K", Array{{1, 1}, {0}, false, {}}},
                                   {"V", Array{{1, 1}, {x}, false, {}}}});
  return trace_of(*problem, arithmetic).text("output");
}

}  // namespace

TEST_CASE("numbers are rounded to the nearest, ties to even") {
  CHECK(rounded(1.0 / 3, float16) == "[[0.333251953125]]");  // 1365/4096
  CHECK(rounded(1.0 / 3, bfloat16) == "[[0.333984375]]");    // 171/512
  // Between 1 and 2 halves are 2^-10 apart, bfloat16s 2^-7.
  CHECK(rounded(1 + 0x1p-11, float16) == "[[1]]");
  CHECK(rounded(1 + 3 * 0x1p-11, float16) == "[[1.001953125]]");
  CHECK(rounded(1 + 0x1p-8, bfloat16) == "[[1]]");
  CHECK(rounded(1 + 3 * 0x1p-8, bfloat16) == "[[1.015625]]");
  CHECK(rounded(-1 - 3 * 0x1p-8, bfloat16) == "[[-1.015625]]");
}

TEST_CASE("the ends of the range") {
  CHECK(rounded(65519, float16) == "[[65504]]");
  CHECK(rounded(65520, float16) == "[[inf]]");
  CHECK(rounded(-1e6, float16) == "[[-inf]]");
  CHECK(rounded(1e6, bfloat16) == "[[999424]]");  // 122 · 2^13
  CHECK(rounded(3.4e38, bfloat16) == "[[inf]]");
  CHECK(rounded(0x1p-24, float16) == "[[5.960464477539063e-08]]");  // the smallest
  CHECK(rounded(0x1p-26, float16) == "[[0]]");
  CHECK(rounded(nan, float16) == "[[nan]]");
  CHECK(rounded(nan, bfloat16) == "[[nan]]");
  CHECK(rounded(-inf, bfloat16) == "[[-inf]]");
}

TEST_CASE("every operation is rounded, and a finite mask hides nothing") {
  const Trace trace = trace_of(
      "{'Q': [[1]], 'K': [[0], [1]], 'V': [[1], [2]], 'mask': {'type': 'additive', 'values': [[-1e9, "
      "-1e9]]}}",
      float16);
  CHECK(trace.text("masked") == "[[-65504, -65504]]");  // -65504 + 1 is rounded back
  CHECK(trace.text("weights") == "[[0.5, 0.5]]");
  CHECK(trace.header.dtype == "float16");
  // e^-1 is 0.36787944: in bfloat16 0.3671875 = 47/128.
  const Trace exponential = trace_of("{'scaled': [[1, 0]]}", bfloat16);
  CHECK(exponential.text("exp") == "[[1, 0.3671875]]");
  CHECK(exponential.text("row_sum") == "[[1.3671875]]");
}

TEST_CASE("the tiled accumulator overflows where weights do not") {
  const std::string problem = "{'scaled': [[0, 0]], 'V': [[40000], [40000]]}";
  CHECK(trace_of(problem, float16).text("output") == "[[40000]]");
  CHECK(trace_of(tiled(problem, 1, 1), float16).text("output") == "[[inf]]");
}

}  // namespace attn
