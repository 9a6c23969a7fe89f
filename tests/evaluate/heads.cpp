// Several heads and batch entries, projections, caches: which numbers meet which.
#include <doctest/doctest.h>

#include "computed.hpp"

namespace attn {

using computed::check_close;
using computed::tiled;
using computed::Trace;
using computed::trace_of;

TEST_CASE("grouped queries: each kv head is repeated, not the list of them") {
  // One key per head: the output is the value of the kv head that is read.
  const Trace trace =
      trace_of("{'Q': [[[0]], [[0]], [[0]], [[0]]], 'K': [[[0]], [[0]]], 'V': [[[10]], [[20]]]}");
  CHECK(trace.text("output") == "[[10, 10, 20, 20]]");
  CHECK(trace.header.kv_head_of == std::vector<std::size_t>{0, 0, 1, 1});
}

TEST_CASE("grouped queries: one kv head for all") {
  const Trace trace = trace_of("{'Q': [[1, 2, 3]], 'K': [[1]], 'V': [[7]], 'heads': 3, 'kv_heads': 1}");
  CHECK(trace.text("head2.scores") == "[[3]]");
  CHECK(trace.text("output") == "[[7, 7, 7]]");
}

TEST_CASE("heads side by side are cut from the columns in order") {
  const Trace trace = trace_of("{'Q': [[1, 2, 3, 4]], 'K': [[5, 6, 7, 8]], 'V': [[9, 10]], 'heads': 2}");
  CHECK(trace.text("head0.Q") == "[[1, 2]]");
  CHECK(trace.text("head1.K") == "[[7, 8]]");
  CHECK(trace.text("head1.scores") == "[[53]]");  // 3·7 + 4·8
  CHECK(trace.text("output") == "[[9, 10]]");
}

TEST_CASE("weights: x W as [in, out], x Wᵀ as [out, in]") {
  const std::string text = "{'X': [[1, 2]], 'W_Q': [[1, 2], [3, 4]], 'W_K': [[1, 0], [0, 1]]";
  CHECK(trace_of(text + "}").text("Q") == "[[7, 10]]");                              // 1·1+2·3, 1·2+2·4
  CHECK(trace_of(text + ", 'weights_layout': 'out_in'}").text("Q") == "[[5, 11]]");  // 1·1+2·2, 1·3+2·4
}

TEST_CASE("weights: biases, and W_O over all heads") {
  const Trace trace = trace_of(
      "{'X': [[1]], 'W_Q': [[1, 2]], 'b_Q': [10, 20], 'W_K': [[1, 1]], 'W_V': [[3, 4]], 'b_V': [1, 1],"
      " 'heads': 2, 'W_O': [[1, 0, 1], [0, 1, 1]], 'b_O': [0, 0, 100]}");
  CHECK(trace.text("head0.Q") == "[[11]]");
  CHECK(trace.text("head1.Q") == "[[22]]");
  CHECK(trace.text("concat") == "[[4, 5]]");       // one token: the contexts are the values, 3+1 and 4+1
  CHECK(trace.text("output") == "[[4, 5, 109]]");  // 4+5+100
}

TEST_CASE("weights: W_O stored as [out, in]") {
  const Trace trace = trace_of(
      "{'Q': [[1]], 'K': [[1]], 'V': [[2, 3]], 'W_O': [[1, 10], [100, 1000]], 'weights_layout': 'out_in'}");
  CHECK(trace.text("output") == "[[32, 3200]]");  // 2·1+3·10, 2·100+3·1000
}

TEST_CASE("weights: one matrix per head is the same as these side by side") {
  const Trace apart = trace_of(
      "{'X': [[1, 2], [3, 4]], 'W_Q': [[[1], [0]], [[0], [1]]], 'b_Q': [[1], [2]], 'W_K': [[[1], [1]], [[2], "
      "[0]]], 'W_V': [[[1], [2]], [[3], [4]]]}");
  const Trace together = trace_of(
      "{'X': [[1, 2], [3, 4]], 'W_Q': [[1, 0], [0, 1]], 'b_Q': [1, 2], 'W_K': [[1, 2], [1, 0]],"
      " 'W_V': [[1, 3], [2, 4]], 'heads': 2}");
  for (const std::string id : {"head0.Q", "head1.Q", "head0.K", "head1.V", "head1.weights", "output"})
    CHECK(apart.text(id) == together.text(id));
}

TEST_CASE("weights: keys and values of cross-attention come from X_kv") {
  const Trace trace =
      trace_of("{'X': [[1]], 'X_kv': [[10, 0]], 'W_Q': [[1]], 'W_K': [[1], [0]], 'W_V': [[2], [0]]}");
  CHECK(trace.text("Q") == "[[1]]");
  CHECK(trace.text("K") == "[[10]]");
  CHECK(trace.text("V") == "[[20]]");
}

TEST_CASE("fused: all of Q, all of K, all of V; or head by head") {
  // One token: the output is V.
  const std::string text = "{'X': [[1]], 'W_QKV': [[1, 2, 3, 4, 5, 6]], 'heads': 2, 'qkv_packing': ";
  const Trace whole = trace_of(text + "'q_k_v'}");
  CHECK(whole.text("output") == "[[5, 6]]");
  CHECK(whole.text("head1.Q") == "[[2]]");
  CHECK(whole.text("head0.K") == "[[3]]");
  const Trace per_head = trace_of(text + "'per_head'}");
  CHECK(per_head.text("output") == "[[3, 6]]");
  CHECK(per_head.text("head1.Q") == "[[4]]");
  CHECK(per_head.text("head0.K") == "[[2]]");
}

TEST_CASE("fused: with fewer kv heads a group is its query heads, its K, its V") {
  const std::string text =
      "{'X': [[1]], 'W_QKV': [[1, 2, 3, 4, 5, 6, 7, 8]], 'b_QKV': [10, 20, 30, 40, 50, 60, 70, 80],"
      " 'heads': 4, 'kv_heads': 2, 'qkv_packing': ";
  const Trace per_head = trace_of(text + "'per_head'}");  // Q0 Q1 K0 V0 | Q2 Q3 K1 V1
  CHECK(per_head.text("head1.Q") == "[[22]]");
  CHECK(per_head.text("head2.Q") == "[[55]]");
  CHECK(per_head.text("head0.K") == "[[33]]");
  CHECK(per_head.text("head3.K") == "[[77]]");
  CHECK(per_head.text("output") == "[[44, 44, 88, 88]]");
  const Trace whole = trace_of(text + "'q_k_v'}");  // Q0 Q1 Q2 Q3 | K0 K1 | V0 V1
  CHECK(whole.text("head2.Q") == "[[33]]");
  CHECK(whole.text("head3.K") == "[[66]]");
  CHECK(whole.text("output") == "[[77, 77, 88, 88]]");
}

TEST_CASE("fused: stored as [out, in]") {
  const Trace trace = trace_of(
      "{'X': [[1, 1]], 'W_QKV': [[1, 0], [2, 0], [3, 4]], 'qkv_packing': 'q_k_v', 'weights_layout': "
      "'out_in'}");
  CHECK(trace.text("W_V") == "[[3, 4]]");
  CHECK(trace.text("output") == "[[7]]");
}

TEST_CASE("past: cached keys come first, and causal counts them") {
  const std::string text =
      "{'Q': [[0], [0]], 'K': [[0], [0]], 'V': [[3], [6]], 'past': {'K': [[0], [0]], 'V': [[1], [2]]},"
      " 'mask': 'causal'}";
  // Query 0 sees 1, 2, 3, query 1 all four: 6/3 and 12/4.
  for (const std::string& way : {text, tiled(text, 1, 1), tiled(text, 2, 3)})
    check_close(trace_of(way)["output"], {{2}, {3}});
  CHECK(trace_of(text).text("V") == "[[1], [2], [3], [6]]");
}

TEST_CASE("past: each kv head has its own cache") {
  const Trace trace = trace_of(
      "{'Q': [[[0]], [[0]]], 'K': [[[0]], [[0]]], 'V': [[[2]], [[4]]],"
      " 'past': {'K': [[[0]], [[0]]], 'V': [[[10]], [[20]]]}}");
  CHECK(trace.text("head1.V") == "[[20], [4]]");
  CHECK(trace.text("output") == "[[6, 12]]");  // (10 + 2) / 2, (20 + 4) / 2
}

TEST_CASE("window: left 1, right 0 is the query's key and the one before it") {
  const Trace trace = trace_of(
      "{'Q': [[0], [0], [0], [0]], 'K': [[0], [0], [0], [0]], 'V': [[1], [2], [3], [4]],"
      " 'mask': {'type': 'window', 'left': 1, 'right': 0}}");
  CHECK(trace.text("output") == "[[1], [1.5], [2.5], [3.5]]");
}

TEST_CASE("padding: the mean of the real keys") {
  CHECK(trace_of("{'Q': [[0]], 'K': [[0], [0], [0]], 'V': [[1], [3], [100]],"
                 " 'mask': {'type': 'padding', 'key_lengths': [2]}}")
            .text("output") == "[[2]]");
}

TEST_CASE("every batch entry has its own mask, for all of its heads") {
  const std::string zeros = "[[[[0], [0]], [[0], [0]]], [[[0], [0]], [[0], [0]]]]";
  const std::string text = "{'Q': [[[[0]], [[0]]], [[[0]], [[0]]]], 'K': " + zeros +
                           ", 'V': [[[[1], [3]], [[5], [7]]], [[[1], [3]], [[5], [7]]]],"
                           " 'mask': {'type': 'padding', 'key_lengths': [1, 2]}}";
  for (const std::string& way : {text, tiled(text, 1, 1)}) {
    const Trace trace = trace_of(way);
    CHECK(trace.text("batch0.output") == "[[1, 5]]");
    CHECK(trace.text("batch1.output") == "[[2, 6]]");
  }
  CHECK(trace_of(text).text("batch1.head0.weights") == "[[0.5, 0.5]]");
}

TEST_CASE("every head has its own mask where it differs by head") {
  const std::string text =
      "{'Q': [[[0]], [[0]]], 'K': [[[0], [0]], [[0], [0]]], 'V': [[[1], [3]], [[1], [3]]],"
      " 'mask': {'type': 'boolean', 'true_means': 'masked', 'values': [[[true, false]], [[false, true]]]}}";
  for (const std::string& way : {text, tiled(text, 1, 1)}) CHECK(trace_of(way).text("output") == "[[3, 1]]");
}

}  // namespace attn
