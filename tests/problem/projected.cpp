// Q, K and V as projections of X: weights, biases, layouts, one matrix per head.
#include <doctest/doctest.h>

#include "computed.hpp"

namespace attn {

using computed::error_of;
using computed::parsed;
using computed::problem_error;
using computed::problem_of;
using computed::Said;

namespace {

/// Two queries of 4 columns, two heads of d_k 3 and d_v 5; `more` goes over what is said here.
std::vector<Said> two_heads(const std::vector<Said>& more = {}) {
  std::vector<Said> said{{"X", {2, 4}}, {"W_Q", {4, 6}}, {"W_K", {4, 6}}, {"W_V", {4, 10}}, {"heads", 2}};
  for (const Said& one : more) {
    std::erase_if(said, [&](const Said& old) { return old.key == one.key; });
    said.push_back(one);
  }
  return said;
}

}  // namespace

TEST_CASE("projected: sizes follow from the shapes") {
  const auto problem = problem_of(two_heads());
  const Sizes& sizes = problem->sizes;
  CHECK(sizes.n_q == 2);
  CHECK(sizes.n_k == 2);
  CHECK(sizes.d_model == 4);
  CHECK(sizes.heads == 2);
  CHECK(sizes.kv_heads == 2);
  CHECK(sizes.d_k == 3);
  CHECK(sizes.d_v == 5);
  CHECK(sizes.d_out == 10);
  CHECK(problem->options.weights_layout == WeightsLayout::in_out);
  CHECK_FALSE(problem->options.layout.has_value());
}

TEST_CASE("projected: weights as a stored nn.Linear are [out, in]") {
  const auto problem = problem_of({{"X", {2, 4}},
                                   {"W_Q", {6, 4}},
                                   {"W_K", {6, 4}},
                                   {"W_V", {10, 4}},
                                   {"heads", 2},
                                   {"weights_layout", "out_in"}});
  CHECK(problem->sizes.d_k == 3);
  CHECK(problem->sizes.d_v == 5);
  CHECK(problem_error(two_heads({{"weights_layout", "outin"}})) ==
        "problem.json: weights_layout: found \"outin\", expected one of in_out, out_in; did you mean "
        "\"out_in\"?");
  // [4, 6] read as [out 4, in 6] does not go with X's 4 columns.
  CHECK(problem_error(two_heads({{"weights_layout", "out_in"}})) ==
        "problem.json: W_Q: shape [4, 6], expected [4, 4] (d_model 4)");
}

TEST_CASE("projected: the shape of each weight matrix") {
  // The example of the design: 2 kv heads of d_k 2.
  CHECK(problem_error({{"X", {3, 8}}, {"W_Q", {8, 8}}, {"W_K", {8, 6}}, {"heads", 4}, {"kv_heads", 2}}) ==
        "problem.json: W_K: shape [8, 6], expected [8, 4] (kv_heads 2 x d_k 2)");
  CHECK(problem_error(two_heads({{"W_Q", {5, 6}}})) ==
        "problem.json: W_Q: shape [5, 6], expected [4, 6] (d_model 4)");
  CHECK(problem_error(two_heads({{"W_V", {3, 10}}})) ==
        "problem.json: W_V: shape [3, 10], expected [4, 10] (kv_heads 2 x d_v 5)");
  CHECK(problem_error(two_heads({{"W_Q", {4, 5}}})) ==
        "problem.json: W_Q: shape [4, 5]: width 5 cannot be shared out evenly (heads 2)");
  CHECK(problem_error(two_heads({{"W_V", {4, 5}}})) ==
        "problem.json: W_V: shape [4, 5]: width 5 cannot be shared out evenly (kv_heads 2)");
  CHECK(problem_error(two_heads({{"W_Q", {4}}})) ==
        "problem.json: W_Q: shape [4], expected [d_in, d_out] or [heads, d_in, d_out]");
  CHECK(problem_error(two_heads({{"W_Q", {4}}, {"weights_layout", "out_in"}})) ==
        "problem.json: W_Q: shape [4], expected [d_out, d_in] or [heads, d_out, d_in]");
  CHECK(problem_error(two_heads({{"X", {4}}})) ==
        "problem.json: X: shape [4], expected [n, d] or [batch, n, d]");
}

TEST_CASE("projected: errors say where in the file") {
  // Line 2; the value of W_K begins after {"W_K": , that is in column 9.
  const std::string text = "{'X': [[1, 2]], 'W_Q': [[1], [1]],\n 'W_K': [[1]]}";
  CHECK(error_of([&] { parsed(text); }) ==
        "p.json:2:9: W_K: shape [1, 1], expected [2, 1] (kv_heads 1 x d_k 1)");
}

TEST_CASE("projected: what is missing") {
  CHECK(problem_error({{"X", {2, 4}}}) == "problem.json: W_Q is missing");
  CHECK(problem_error({{"X", {2, 4}}, {"W_Q", {4, 4}}}) == "problem.json: W_K is missing");
  CHECK(problem_error({{"X", {2, 4}}, {"W_Q", {4, 4}}, {"W_K", {4, 4}}}) == "no error");
}

TEST_CASE("projected: W_Q as a list of one matrix per head") {
  const auto problem =
      problem_of({{"X", {2, 4}}, {"W_Q", {6, 4, 3}}, {"W_K", {2, 4, 3}}, {"W_V", {2, 4, 5}}});
  CHECK(problem->sizes.heads == 6);
  CHECK(problem->sizes.kv_heads == 2);
  CHECK(problem->sizes.d_k == 3);
  CHECK(problem->sizes.d_v == 5);
  CHECK(problem_error({{"X", {2, 4}}, {"W_Q", {2, 4, 3}}, {"W_K", {2, 4, 2}}}) ==
        "problem.json: W_K: shape [2, 4, 2], expected [2, 4, 3] (kv_heads 2 x d_k 3)");
  CHECK(problem_error({{"X", {2, 4}}, {"W_Q", {2, 4, 3}}, {"W_K", {4, 6}}, {"heads", 4}}) ==
        "problem.json: heads: found 4, but the arrays say 2");
  CHECK(problem_error({{"X", {2, 4}}, {"W_Q", {3, 4, 3}}, {"W_K", {2, 4, 3}}}) ==
        "problem.json: W_K: heads 3 is not a multiple of kv_heads 2; each kv head is read by the same number "
        "of query heads");
}

TEST_CASE("projected: biases have one number per column, or one row per head") {
  const auto biased = problem_of(two_heads({{"b_Q", {6}}, {"b_K", {6}}, {"b_V", {10}}}));
  CHECK(biased->input("b_Q")->axes == "o");
  CHECK(problem_error(two_heads({{"b_Q", {4}}})) ==
        "problem.json: b_Q: shape [4], expected [6] (one number per column of W_Q)");
  CHECK(problem_error(two_heads({{"b_V", {6}}})) ==
        "problem.json: b_V: shape [6], expected [10] (one number per column of W_V)");
  const std::vector<Said> per_head{{"X", {2, 4}}, {"W_Q", {2, 4, 3}}, {"W_K", {2, 4, 3}}};
  auto right = per_head;
  right.emplace_back("b_Q", Array{{2, 3}, {}, false, {}});
  CHECK(problem_error(right) == "no error");
  auto wrong = per_head;
  wrong.emplace_back("b_K", Array{{3, 2}, {}, false, {}});
  CHECK(problem_error(wrong) == "problem.json: b_K: shape [3, 2], expected [2, 3] (one row per head)");
}

TEST_CASE("projected: a vector from CSV is one row or one column") {
  for (const Array& file : {Array{{1, 6}, {}, false, {}}, Array{{6, 1}, {}, false, {}}}) {
    const auto problem = problem_of(two_heads({{"b_Q", file}}));
    CHECK(problem->input("b_Q")->array.shape == Shape{6});
  }
  CHECK(problem_error(two_heads({{"b_Q", {2, 3}}})) == "problem.json: b_Q: shape [2, 3], expected [d_out]");
}

TEST_CASE("projected: a bias without its weights") {
  CHECK(problem_error({{"X", {2, 4}}, {"W_Q", {4, 4}}, {"W_K", {4, 4}}, {"b_V", {4}}}) ==
        "problem.json: b_V: there is no W_V to go with it");
  CHECK(problem_error(two_heads({{"b_O", {4}}})) == "problem.json: b_O: there is no W_O to go with it");
  CHECK(problem_error({{"Q", {2, 4}}, {"K", {2, 4}}, {"V", {2, 4}}, {"b_O", {4}}}) ==
        "problem.json: b_O: there is no W_O to go with it");
}

TEST_CASE("projected: X_kv is the memory of cross-attention") {
  const auto problem = problem_of({{"X", {2, 4}}, {"X_kv", {3, 5}}, {"W_Q", {4, 2}}, {"W_K", {5, 2}}});
  CHECK(problem->sizes.n_q == 2);
  CHECK(problem->sizes.n_k == 3);
  CHECK(problem_error({{"X", {2, 4}}, {"X_kv", {3, 5}}, {"W_Q", {4, 2}}, {"W_K", {4, 2}}}) ==
        "problem.json: W_K: shape [4, 2], expected [5, 2] (kv_heads 1 x d_k 2)");
  CHECK(problem_error({{"X", {2, 2, 4}}, {"X_kv", {3, 4}}, {"W_Q", {4, 2}}, {"W_K", {4, 2}}}) ==
        "problem.json: X_kv: shape [3, 4] does not go with X of shape [2, 2, 4]; both are [n, d], or "
        "both [batch, n, d] with the same batch");
  CHECK(problem_error({{"X", {2, 2, 4}}, {"X_kv", {3, 2, 4}}, {"W_Q", {4, 2}}, {"W_K", {4, 2}}}) ==
        "problem.json: X_kv: shape [3, 2, 4] does not go with X of shape [2, 2, 4]; both are [n, d], or "
        "both [batch, n, d] with the same batch");
}

TEST_CASE("projected: W_O takes all heads side by side") {
  CHECK(problem_of(two_heads({{"W_O", {10, 7}}, {"b_O", {7}}}))->sizes.d_out == 7);
  CHECK(problem_error(two_heads({{"W_O", {7, 10}}})) ==
        "problem.json: W_O: shape [7, 10], expected [10, 10] (heads 2 x d_v 5)");
  CHECK(problem_error(two_heads({{"W_O", {10, 7}}, {"b_O", {10}}})) ==
        "problem.json: b_O: shape [10], expected [7] (one number per column of W_O)");
  CHECK(problem_error({{"X", {2, 4}}, {"W_Q", {4, 4}}, {"W_K", {4, 4}}, {"W_O", {4, 4}}}) ==
        "problem.json: W_O: the problem has no V, so there is nothing to project");
  // Stored as [out, in].
  const auto given = problem_of(
      {{"Q", {2, 4}}, {"K", {2, 4}}, {"V", {2, 5}}, {"W_O", {7, 5}}, {"weights_layout", "out_in"}});
  CHECK(given->sizes.d_out == 7);
}

TEST_CASE("fused: the packing has to be said") {
  const std::vector<Said> said{{"X", {2, 4}}, {"W_QKV", {4, 12}}, {"heads", 2}};
  CHECK(problem_error(said) ==
        "problem.json: W_QKV: say \"qkv_packing\": \"q_k_v\" (all of Q, all of K, all of V) or \"per_head\"");
  auto misspelled = said;
  misspelled.emplace_back("qkv_packing", "qkv");
  CHECK(problem_error(misspelled) ==
        "problem.json: qkv_packing: found \"qkv\", expected one of q_k_v, per_head; did you mean \"q_k_v\"?");
  auto right = said;
  right.emplace_back("qkv_packing", "q_k_v");
  CHECK(problem_of(right)->sizes.d_k == 2);
  CHECK(problem_of(right)->sizes.d_v == 2);
}

TEST_CASE("fused: widths") {
  const auto error = [](std::initializer_list<std::size_t> w, const std::vector<Said>& more) {
    std::vector<Said> said{{"X", {2, 4}}, {"W_QKV", w}, {"qkv_packing", "q_k_v"}};
    said.insert(said.end(), more.begin(), more.end());
    return problem_error(said);
  };
  // 4 query heads and 2 kv heads: 4 + 2 + 2 parts.
  CHECK(error({4, 12}, {{"heads", 4}, {"kv_heads", 2}}) ==
        "problem.json: W_QKV: shape [4, 12]: width 12 cannot be shared out evenly (heads of Q, K and V 8)");
  CHECK(error({4, 16}, {{"heads", 4}, {"kv_heads", 2}}) == "no error");
  // With d_k 2, Q and K take 2 · 2 columns of 10, and 6 are left for V.
  CHECK(problem_of({{"X", {2, 4}}, {"W_QKV", {4, 10}}, {"qkv_packing", "q_k_v"}, {"d_k", 2}})->sizes.d_v ==
        6);
  CHECK(error({4, 4}, {{"d_k", 2}}) ==
        "problem.json: W_QKV: shape [4, 4]: with d_k 2 the columns of Q and K alone are 4, none "
        "are left for V");
  CHECK(error({4, 12}, {{"heads", 2}, {"d_k", 2}, {"kv_heads", 2}, {"b_QKV", {10}}}) ==
        "problem.json: b_QKV: shape [10], expected [12] (one number per column of W_QKV)");
  CHECK(error({5, 12}, {}) == "problem.json: W_QKV: shape [5, 12], expected [4, 12] (d_model 4)");
  CHECK(error({4, 12}, {{"X_kv", {3, 5}}}) ==
        "problem.json: W_QKV: shape [4, 12], expected [5, 12] (columns of X_kv 5)");
  CHECK(error({12}, {}) == "problem.json: W_QKV: shape [12], expected [d_in, d_out]");
  CHECK(error({4, 12}, {{"heads", 3}, {"kv_heads", 2}}) ==
        "problem.json: kv_heads: heads 3 is not a multiple of kv_heads 2; each kv head is read by the same "
        "number of query heads");
}

TEST_CASE("fused: one fused matrix or three") {
  for (const char* key : {"W_Q", "W_K", "W_V", "b_Q", "b_K", "b_V"})
    CHECK(problem_error({{"X", {2, 4}}, {"W_QKV", {4, 12}}, {"qkv_packing", "q_k_v"}, {key, {4, 4}}}) ==
          fmt::format("problem.json: {}: W_QKV is given too; give one fused matrix or three", key));
  CHECK(problem_error(two_heads({{"b_QKV", {12}}})) ==
        "problem.json: b_QKV: there is no W_QKV to go with it");
  CHECK(problem_error(two_heads({{"qkv_packing", "q_k_v"}})) ==
        "problem.json: qkv_packing: there is no W_QKV to go with it");
}

}  // namespace attn
