// Each step rounded to its decimals, and the next one from that: worked by hand, as texts do it.
#include <doctest/doctest.h>

#include "computed.hpp"

namespace attn {

using computed::Trace;

namespace {

Trace rounded_trace(const std::string& text, StepDecimals decimals,
                    DecimalRounding ties = DecimalRounding::half_up) {
  return computed::trace_of(text, by_hand({std::move(decimals), ties}));
}

}  // namespace

TEST_CASE("two tokens, four decimals, and three for weights and output") {
  const Trace trace = rounded_trace(
      "{'Q': [[1, 0], [0, 2]], 'K': [[1, 1], [0, 1]], 'V': [[2, 0], [1, 3]], 'softmax': 'naive'}",
      {4, {{"weights", 3}, {"output", 3}}});
  CHECK(trace.text("scaled") == "[[0.7071, 0], [1.4142, 1.4142]]");
  // e^0.7071 = 2.02810..., e^1.4142 = 4.11319...
  CHECK(trace.text("exp") == "[[2.0281, 1], [4.1132, 4.1132]]");
  CHECK(trace.text("row_sum") == "[[3.0281], [8.2264]]");
  CHECK(trace.text("weights") == "[[0.67, 0.33], [0.5, 0.5]]");
  // 0.670 · 2 + 0.330 · 1, 0.330 · 3: in full it is 0.991.
  CHECK(trace.text("output") == "[[1.67, 0.99], [1.5, 1.5]]");
}

TEST_CASE("two tokens of four numbers, three decimals") {
  const Trace trace = rounded_trace(
      "{'X': [[1, 0, 1, 0], [0, 2, 0, 2]], 'W_Q': [[1, 0], [0, 1], [0, 1], [1, 0]],"
      " 'W_K': [[1, 1], [0, 0], [1, 0], [0, 1]], 'W_V': [[0, 2], [1, 0], [1, 1], [0, 1]],"
      " 'softmax': 'naive'}",
      {3, {}});
  CHECK(trace.text("scaled") == "[[2.121, 1.414], [4.243, 2.828]]");
  // e^4.243 = 69.6163...: not 69.617.
  CHECK(trace.text("exp") == "[[8.339, 4.112], [69.616, 16.912]]");
  CHECK(trace.text("row_sum") == "[[12.451], [86.528]]");
  CHECK(trace.text("weights") == "[[0.67, 0.33], [0.805, 0.195]]");
  CHECK(trace.text("output") == "[[1.33, 2.67], [1.195, 2.805]]");
}

TEST_CASE("a tie in decimals is one, though no double is") {
  // Products 0.285, 1.005 and -0.285, all of them a little less or more in binary.
  const std::string text = "{'Q': [[0.57], [2.01], [-0.57]], 'K': [[0.5]], 'V': [[1]], 'scale': 1}";
  CHECK(rounded_trace(text, {2, {}}).text("scores") == "[[0.29], [1.01], [-0.29]]");
  CHECK(rounded_trace(text, {2, {}}, DecimalRounding::half_even).text("scores") == "[[0.28], [1], [-0.28]]");
  CHECK(rounded_trace(text, {2, {}}, DecimalRounding::cut_off).text("scores") == "[[0.28], [1], [-0.28]]");
}

TEST_CASE("steps that are not named go on in full, and an id goes over its name") {
  // ln 2 and 0 are weights of 2/3 and 1/3 in both heads.
  const std::string rows = "[[[0.6931471805599453, 0]], [[0.6931471805599453, 0]]]";
  const Trace trace = rounded_trace("{'scaled': " + rows + ", 'V': [[[3], [0]], [[3], [0]]]}",
                                    {StepDecimals::all, {{"weights", 2}, {"head1.weights", 1}}});
  CHECK(trace.text("head0.weights") == "[[0.67, 0.33]]");
  CHECK(trace.text("head1.weights") == "[[0.7, 0.3]]");
  CHECK(trace.text("head0.shifted") == "[[0, -0.6931471805599453]]");
  computed::check_close(trace["output"], {{2.01, 2.1}});  // 3 · 0.67, 3 · 0.7
}

TEST_CASE("nothing of what is given is rounded, nor a head's part of it") {
  const Trace trace = rounded_trace(
      "{'Q': [[0.25, 0.75]], 'K': [[2, 4]], 'V': [[0.125, 0.375]], 'heads': 2, 'layout': 'nd', 'scale': 1,"
      " 'mask': {'type': 'additive', 'values': [[0.0625]]}}",
      {0, {}});
  CHECK(trace.text("head0.Q") == "[[0.25]]");
  CHECK(trace.text("head1.V") == "[[0.375]]");
  CHECK(trace.text("mask") == "[[0.0625]]");
  CHECK(trace.text("head0.scores") == "[[1]]");  // 0.5 half up
  CHECK(trace.text("head1.scores") == "[[3]]");
  CHECK(trace.text("head0.masked") == "[[1]]");  // 1.0625
  CHECK(trace.text("head0.context") == "[[0]]");
}

TEST_CASE("infinities and NaN stay what they are") {
  const Trace hidden = rounded_trace(
      "{'Q': [[1], [1]], 'K': [[1], [2]], 'V': [[1], [2]], 'scale': 1, 'mask': 'causal'}", {1, {}});
  CHECK(hidden.text("masked") == "[[1, -inf], [1, 2]]");
  CHECK(hidden.text("exp") == "[[1, 0], [0.4, 1]]");        // e^-1 = 0.37
  CHECK(hidden.text("weights") == "[[1, 0], [0.3, 0.7]]");  // 0.4 / 1.4, 1 / 1.4
  CHECK(hidden.text("output") == "[[1], [1.7]]");
  const Trace naive =
      rounded_trace("{'scaled': [[1000, 999]], 'softmax': 'naive', 'V': [[1], [2]]}", {2, {}});
  CHECK(naive.text("exp") == "[[inf, inf]]");
  CHECK(naive.text("weights") == "[[nan, nan]]");
  CHECK(naive.text("lse") == "[[inf]]");
}

TEST_CASE("tile by tile") {
  // Scores 1 and 2 in tiles of one key: e^(1 - 2) = 0.37, times 1 is added to e^0.
  const Trace trace = rounded_trace(
      "{'Q': [[1]], 'K': [[1], [2]], 'V': [[10], [20]], 'scale': 1, 'tile': {'rows': 1, 'cols': 1}}",
      {2, {}});
  CHECK(trace.text("tile0,1.correction") == "[[0.37]]");
  CHECK(trace.text("tile0,1.row_sum") == "[[1.37]]");
  CHECK(trace.text("tile0,1.accumulator") == "[[23.7]]");
  CHECK(trace.text("tile0.context") == "[[17.3]]");  // 23.7 / 1.37 = 17.299
}

}  // namespace attn
