// Where the pipeline starts, cached keys, and starts that contradict each other.
#include <doctest/doctest.h>

#include "computed.hpp"

namespace attn {

using computed::problem_error;
using computed::problem_of;
using computed::Said;

TEST_CASE("start: keys that only another start uses are refused") {
  struct Case {
    const char* start;
    std::vector<const char*> refused;
  };
  const Case cases[] = {
      {"Q",
       {"X", "X_kv", "W_Q", "W_K", "W_V", "W_QKV", "b_Q", "b_K", "b_V", "b_QKV", "qkv_packing", "scores",
        "scaled"}},
      {"X", {"K", "V", "layout", "scores", "scaled"}},
      {"scaled", {"K", "X_kv", "W_Q", "W_QKV", "b_Q", "scores", "scale", "past.K", "past.V"}},
      {"scores", {"K", "X_kv", "W_K", "W_QKV", "b_QKV", "past.K", "past.V"}},
  };
  for (const Case& one : cases)
    for (const char* key : one.refused)
      CHECK(problem_error({{one.start, {2, 2}}, {key, {2, 2}}}) ==
            fmt::format("problem.json: {}: has no place in a problem that gives {}; leave out one of the two",
                        key, one.start));
}

TEST_CASE("start: scores need a scale, or d_k for one") {
  CHECK(problem_error({{"scores", {2, 3}}}) ==
        "problem.json: scores: say \"scale\", or \"d_k\" for a scale of 1/sqrt(d_k)");
  CHECK(problem_of({{"scores", {2, 3}}, {"d_k", 4}})->options.scale == 0.5);  // 1/√4
  CHECK(problem_of({{"scores", {2, 3}}, {"scale", 3}})->options.scale == 3);
  CHECK(problem_of({{"scaled", {2, 3}}})->sizes.d_k == 0);
}

TEST_CASE("start: scores say batch, heads, queries and keys") {
  const auto problem = problem_of({{"scores", {5, 4, 2, 3}}, {"scale", 1}});
  CHECK(problem->sizes.batch == 5);
  CHECK(problem->sizes.heads == 4);
  CHECK(problem->sizes.n_q == 2);
  CHECK(problem->sizes.n_k == 3);
  CHECK(problem->sizes.d_v == 0);
  CHECK(problem_error({{"scores", {3}}, {"scale", 1}}) ==
        "problem.json: scores: shape [3], expected [n_q, n_k] or [heads, n_q, n_k] or [batch, heads, n_q, "
        "n_k]");
  CHECK(problem_error({{"scaled", {2, 3}}, {"heads", 2}}) ==
        "problem.json: heads: found 2, but the arrays say 1");
}

TEST_CASE("start: V goes with the scores") {
  CHECK(problem_of({{"scaled", {2, 3}}, {"V", {3, 5}}})->sizes.d_v == 5);
  CHECK(problem_of({{"scaled", {4, 2, 3}}, {"V", {2, 3, 5}}})->sizes.kv_heads == 2);
  CHECK(problem_error({{"scaled", {2, 3}}, {"V", {2, 5}}}) ==
        "problem.json: V: shape [2, 5], expected [3, 5] (batch 1, kv_heads 1, keys 3)");
  CHECK(problem_error({{"scaled", {3, 2, 3}}, {"V", {2, 3, 5}}}) ==
        "problem.json: scaled: heads 3 is not a multiple of kv_heads 2; each kv head is read by the same "
        "number of query heads");
  CHECK(problem_error({{"scaled", {2, 4, 2, 3}}, {"V", {3, 4, 3, 5}}}) ==
        "problem.json: V: shape [3, 4, 3, 5], expected [2, 4, 3, 5] (batch 2, kv_heads 4, keys 3)");
}

TEST_CASE("start: a layout that says nothing of any array is checked all the same") {
  CHECK(problem_error({{"scaled", {2, 3}}, {"layout", "hdn"}}) != "no error");
}

TEST_CASE("past: cached keys stand before the new ones") {
  const auto problem =
      problem_of({{"Q", {2, 4}}, {"K", {2, 4}}, {"V", {2, 5}}, {"past.K", {3, 4}}, {"past.V", {3, 5}}});
  CHECK(problem->sizes.n_past == 3);
  CHECK(problem->sizes.n_k == 5);
  CHECK(problem->sizes.n_q == 2);
}

TEST_CASE("past: shapes") {
  const auto error = [](std::initializer_list<std::size_t> k, std::initializer_list<std::size_t> v) {
    return problem_error(
        {{"Q", {4, 2, 4}}, {"K", {2, 2, 4}}, {"V", {2, 2, 5}}, {"past.K", k}, {"past.V", v}});
  };
  CHECK(error({2, 3, 4}, {2, 3, 5}) == "no error");
  CHECK(error({1, 2, 3, 4}, {1, 2, 3, 5}) == "no error");
  CHECK(error({4, 3, 4}, {2, 3, 5}) ==
        "problem.json: past.K: shape [4, 3, 4], expected [2, 3, 4] (batch 1, kv_heads 2, d_k 4)");
  CHECK(error({2, 3, 4}, {2, 3, 4}) ==
        "problem.json: past.V: shape [2, 3, 4], expected [2, 3, 5] (batch 1, kv_heads 2, d_v 5)");
  CHECK(error({2, 3, 4}, {2, 2, 5}) == "problem.json: past.V: 2 cached rows, past.K has 3");
  // One matrix for two kv heads, which nobody shared out.
  CHECK(error({3, 4}, {3, 5}) ==
        "problem.json: past.K: shape [3, 4], expected [2, 3, 4] (batch 1, kv_heads 2, d_k 4)");
  CHECK(error({3}, {3}) ==
        "problem.json: past.K: shape [3], expected [n, d] or [heads, n, d] or [batch, heads, n, d]");
}

TEST_CASE("what is said of weights needs some, and a width a scale") {
  const std::vector<Said> qkv{{"Q", {2, 4}}, {"K", {2, 4}}, {"V", {2, 4}}};
  const auto with = [](std::vector<Said> said, Said more) {
    said.push_back(std::move(more));
    return said;
  };
  const auto stored = with(qkv, {"weights_layout", "out_in"});
  CHECK(problem_error(stored) ==
        "problem.json: weights_layout: the problem has no weights to be stored so; leave it out");
  CHECK(problem_error({{"scores", {2, 2}}, {"scale", 1}, {"weights_layout", "in_out"}}) ==
        "problem.json: weights_layout: the problem has no weights to be stored so; leave it out");
  CHECK(problem_error(with(stored, {"W_O", {3, 4}})) == "no error");
  const std::vector<Said> scores{{"scores", {2, 2}}, {"scale", 1}};
  CHECK(problem_error(with(scores, {"layout", "nd"})) ==
        "problem.json: layout: the problem has no V to be laid out so; leave it out");
  CHECK(
      problem_error(with(scores, {"kv_heads", 1})) ==
      "problem.json: kv_heads: the problem has no keys and values whose heads it could count; leave it out");
  CHECK(problem_error(with(with(with(scores, {"layout", "nd"}), {"kv_heads", 1}), {"V", {2, 2}})) ==
        "no error");
  CHECK(problem_error({{"scaled", {2, 2}}, {"d_k", 4}}) ==
        "problem.json: d_k: has no place in a problem that gives scaled; leave out one of the two");
  CHECK(problem_error({{"scores", {2, 2}}, {"d_k", 4}}) == "no error");
  CHECK(problem_error(with(qkv, {"d_k", 4})) == "no error");
}

TEST_CASE("past: keys and values come together") {
  const std::vector<Said> qkv{{"Q", {2, 4}}, {"K", {2, 4}}, {"V", {2, 4}}};
  auto k_alone = qkv;
  k_alone.emplace_back("past.K", Array{{3, 4}, {}, false, {}});
  CHECK(problem_error(k_alone) == "problem.json: past.K: past needs K and V");
  auto v_alone = qkv;
  v_alone.emplace_back("past.V", Array{{3, 4}, {}, false, {}});
  CHECK(problem_error(v_alone) == "problem.json: past.V: past needs K and V");
  CHECK(problem_error({{"Q", {2, 4}}, {"K", {2, 4}}, {"past.V", {3, 4}}}) ==
        "problem.json: past.V: past needs K");
  CHECK(problem_error({{"Q", {2, 4}}, {"K", {2, 4}}, {"past.K", {3, 4}}}) == "no error");
  CHECK(problem_error({{"Q", {2, 4}}, {"K", {2, 4}}, {"past.K", {3, 4}}, {"past.V", {3, 4}}}) ==
        "problem.json: past.V: the problem has no V to go with it");
}

}  // namespace attn
