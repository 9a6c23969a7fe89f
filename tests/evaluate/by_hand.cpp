// Problems small enough to be worked out by hand, step by step.
#include <doctest/doctest.h>

#include "computed.hpp"

namespace attn {

using computed::check_close;
using computed::Trace;
using computed::trace_of;

TEST_CASE("two tokens with Q, K and V given") {
  const Trace trace = trace_of("{'Q': [[1, 0], [0, 2]], 'K': [[1, 1], [0, 1]], 'V': [[2, 0], [1, 3]]}");
  CHECK(trace.text("scores") == "[[1, 0], [2, 2]]");
  // 1/√2 and 2/√2; row 1 has two equal scores, so that its weights are exactly 1/2.
  check_close(trace["scaled"], {{0.70710678118654752, 0}, {1.41421356237309505, 1.41421356237309505}});
  check_close(trace["row_max"], {{0.70710678118654752}, {1.41421356237309505}});
  // 1 / (1 + e^(-1/√2)) = 0.66976154932665693
  check_close(trace["weights"], {{0.66976154932665693, 0.33023845067334307}, {0.5, 0.5}});
  CHECK(trace["weights"](1, 0) == 0.5);
  // 2w + (1 - w), 3 (1 - w); (2 + 1) / 2, 3 / 2
  check_close(trace["output"], {{1.66976154932665693, 0.99071535202002922}, {1.5, 1.5}});
  // 1/√2 + ln(1 + e^(-1/√2)); √2 + ln 2
  check_close(trace["lse"], {{1.10794030765724985}, {2.10736074293304036}});
}

TEST_CASE("two tokens of four numbers, projected") {
  const Trace trace = trace_of(
      "{'X': [[1, 0, 1, 0], [0, 2, 0, 2]], 'W_Q': [[1, 0], [0, 1], [0, 1], [1, 0]],"
      " 'W_K': [[1, 1], [0, 0], [1, 0], [0, 1]], 'W_V': [[0, 2], [1, 0], [1, 1], [0, 1]]}");
  CHECK(trace.text("Q") == "[[1, 1], [2, 2]]");
  CHECK(trace.text("K") == "[[2, 1], [0, 2]]");
  CHECK(trace.text("V") == "[[1, 3], [2, 2]]");
  CHECK(trace.text("scores") == "[[3, 2], [6, 4]]");
  // The rows differ by 1/√2 and by √2: 1 / (1 + e^(-1/√2)) and 1 / (1 + e^(-√2)). The second rounds to 0.804.
  check_close(trace["weights"],
              {{0.66976154932665693, 0.33023845067334307}, {0.80442968250695691, 0.19557031749304309}});
  check_close(trace["output"],
              {{1.33023845067334307, 2.66976154932665693}, {1.19557031749304309, 2.80442968250695691}});
  // 3/√2 + ln(1 + e^(-1/√2)); 6/√2 + ln(1 + e^(-√2))
  check_close(trace["lse"], {{2.52215387003034490}, {4.46026240870102888}});
}

TEST_CASE("one query, two keys, one value each") {
  const Trace trace = trace_of("{'Q': [[1, 0]], 'K': [[1, 0], [0, 1]], 'V': [[1], [3]]}");
  check_close(trace["weights"], {{0.66976154932665693, 0.33023845067334307}});
  check_close(trace["output"], {{1.66047690134668614}});  // w + 3 (1 - w)
}

TEST_CASE("one token has weight 1, whatever its score") {
  const Trace trace = trace_of("{'Q': [[3, 4]], 'K': [[1, 2]], 'V': [[7, 8, 9]]}");
  CHECK(trace.text("scores") == "[[11]]");
  CHECK(trace.text("weights") == "[[1]]");
  CHECK(trace.text("output") == "[[7, 8, 9]]");
  CHECK(trace["lse"](0, 0) == trace["scaled"](0, 0));  // ln 1 is 0
}

TEST_CASE("one dimension is scaled by 1") {
  const Trace trace = trace_of("{'Q': [[2]], 'K': [[3], [5]], 'V': [[1], [1]]}");
  CHECK(trace.text("scaled") == "[[6, 10]]");
  check_close(trace["weights"], {{0.01798620996209156, 0.98201379003790844}});  // 1 / (1 + e^4)
}

TEST_CASE("the scale is applied once, and 1 and 0 are scales") {
  const std::string text = "{'Q': [[2, 0, 0, 0]], 'K': [[2, 0, 0, 0], [0, 0, 0, 0]], 'V': [[1], [0]]";
  // q·k is 4 and d_k is 4: 4/√4 = 2, and 1 / (1 + e^-2).
  const Trace by_default = trace_of(text + "}");
  CHECK(by_default.text("scaled") == "[[2, 0]]");
  check_close(by_default["output"], {{0.88079707797788244}});
  CHECK(trace_of(text + ", 'scale': 0.5}").text("output") == by_default.text("output"));
  check_close(trace_of(text + ", 'scale': 1}")["output"], {{0.98201379003790844}});  // 1 / (1 + e^-4)
  const Trace uniform = trace_of(text + ", 'scale': 0}");
  CHECK(uniform.text("weights") == "[[0.5, 0.5]]");
  CHECK(uniform.text("output") == "[[0.5]]");
  check_close(uniform["lse"], {{0.69314718055994531}});  // ln 2
}

TEST_CASE("sizes may all differ: n_q 2, n_k 3, d_k 1, d_v 2") {
  // Scores of 0: every key has weight 1/3.
  const Trace trace = trace_of("{'Q': [[0], [0]], 'K': [[1], [2], [3]], 'V': [[3, 0], [0, 3], [6, 6]]}");
  check_close(trace["output"], {{3, 3}, {3, 3}});
  CHECK(trace["weights"].shape(0) == 2);
  CHECK(trace["weights"].shape(1) == 3);
}

TEST_CASE("the safe softmax survives what overflows the naive one") {
  const std::string text = "{'Q': [[1]], 'K': [[1000], [999]], 'V': [[1], [0]], 'scale': 1";
  // 1 / (1 + e^-1)
  check_close(trace_of(text + "}")["weights"], {{0.73105857863000488, 0.26894142136999512}});
  const Trace naive = trace_of(text + ", 'softmax': 'naive'}");
  CHECK(naive.text("exp") == "[[inf, inf]]");
  CHECK(naive.text("weights") == "[[nan, nan]]");  // inf / inf
  CHECK(naive.text("output") == "[[nan]]");
  CHECK(naive.text("lse") == "[[inf]]");
}

TEST_CASE("the naive softmax is the same where nothing overflows, and has no row maximum") {
  const std::string text = "{'scaled': [[1, 2, 3], [0, 0, -1]], 'V': [[1], [2], [4]]";
  const Trace naive = trace_of(text + ", 'softmax': 'naive'}");
  const Trace safe = trace_of(text + "}");
  computed::check_same(naive["weights"], safe["weights"]);
  computed::check_same(naive["lse"], safe["lse"]);
  computed::check_same(naive["output"], safe["output"]);
  CHECK_FALSE(naive.has("row_max"));
  CHECK_FALSE(naive.has("shifted"));
}

TEST_CASE("lse is natural and includes the row maximum") {
  const Trace trace = trace_of("{'Q': [[1]], 'K': [[1000], [1000]], 'V': [[1], [3]], 'scale': 1}");
  CHECK(trace.text("row_max") == "[[1000]]");
  CHECK(trace.text("row_sum") == "[[2]]");
  check_close(trace["lse"], {{1000.69314718055995}});  // 1000 + ln 2
  CHECK(trace.text("output") == "[[2]]");
}

TEST_CASE("the softcap comes before the mask") {
  const std::string text = "{'Q': [[1]], 'K': [[1], [3]], 'V': [[1], [100]], 'scale': 1, 'softcap': 2";
  // 2 tanh(1/2), 2 tanh(3/2)
  const Trace open = trace_of(text + "}");
  check_close(open["capped"], {{0.92423431452001952, 1.81029650728973275}});
  check_close(open["output"], {{71.0996110653893629}});
  // After the mask the cap would turn -inf into -2, and the output into 6.05.
  const Trace masked =
      trace_of(text + ", 'mask': {'type': 'boolean', 'true_means': 'attend', 'values': [[true, false]]}}");
  check_close(masked["masked"], {{0.92423431452001952, -computed::inf}});
  CHECK(masked.text("output") == "[[1]]");
}

TEST_CASE("an additive mask is added after the scale") {
  // 1/4 and 3/4 for 0 and ln 3. Scaled along with scores of d_k 4 it would be ln √3.
  const Trace trace = trace_of(
      "{'Q': [[0, 0, 0, 0]], 'K': [[0, 0, 0, 0], [0, 0, 0, 0]], 'V': [[0], [4]],"
      " 'mask': {'type': 'additive', 'values': [[0, 1.0986122886681098]]}}");
  check_close(trace["weights"], {{0.25, 0.75}});
  check_close(trace["output"], {{3}});
}

TEST_CASE("1 and 0 are read as the mask says: kept and dropped, or added") {
  const std::string text = "{'Q': [[0], [0]], 'K': [[0], [0]], 'V': [[1], [2]], 'mask': ";
  CHECK(trace_of(text + "{'type': 'boolean', 'true_means': 'attend', 'values': [[1, 0], [1, 1]]}}")
            .text("output") == "[[1], [1.5]]");
  // Scores 1 and 0: e / (e + 1), and 1 · w + 2 (1 - w) = 2 - w.
  check_close(trace_of(text + "{'type': 'additive', 'values': [[1, 0], [1, 1]]}}")["output"],
              {{1.26894142136999512}, {1.5}});
}

TEST_CASE("alibi: a query at key 2 of 3, slope 1/4") {
  const Trace trace = trace_of(
      "{'Q': [[0]], 'K': [[0], [0], [0]], 'V': [[1], [2], [3]],"
      " 'mask': {'type': 'alibi', 'slopes': [0.25], 'align': 'bottom-right'}}");
  CHECK(trace.text("mask") == "[[-0.5, -0.25, 0]]");
  // e^-0.5, e^-0.25, 1 over their sum 2.38533144...
  check_close(trace["weights"], {{0.25427521259046562, 0.32649583579983663, 0.41922895160969774}});
  check_close(trace["output"], {{2.16495373901923212}});
}

TEST_CASE("starting at scores or at scaled") {
  // ln 3 and 0 are weights of 3/4 and 1/4, mirrored in head 1.
  const std::string rows = "[[[1.0986122886681098, 0]], [[0, 1.0986122886681098]]]";
  const Trace scaled = trace_of("{'scaled': " + rows + "}");
  check_close(scaled["head0.weights"], {{0.75, 0.25}});
  check_close(scaled["head1.weights"], {{0.25, 0.75}});
  const Trace scores = trace_of("{'scores': " + rows + ", 'd_k': 4, 'V': [[[0], [4]], [[0], [4]]]}");
  check_close(scores["head0.scaled"], {{0.5493061443340549, 0}});  // ln 3 / √4
  const Trace unscaled = trace_of("{'scores': " + rows + ", 'scale': 1, 'V': [[[0], [4]], [[0], [4]]]}");
  check_close(unscaled["output"], {{1, 3}});
}

}  // namespace attn
