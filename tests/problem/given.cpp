// Q, K and V as given: layouts, heads, and the shapes they have to have.
#include <doctest/doctest.h>

#include "computed.hpp"

namespace attn {

using computed::parsed;
using computed::problem_error;
using computed::problem_of;

TEST_CASE("given: sizes follow from the shapes") {
  const auto problem = problem_of({{"Q", {2, 4}}, {"K", {3, 4}}, {"V", {3, 5}}});
  const Sizes& sizes = problem->sizes;
  CHECK(sizes.batch == 1);
  CHECK(sizes.heads == 1);
  CHECK(sizes.kv_heads == 1);
  CHECK(sizes.n_q == 2);
  CHECK(sizes.n_k == 3);
  CHECK(sizes.d_k == 4);
  CHECK(sizes.d_v == 5);
  CHECK(sizes.d_out == 5);
  CHECK(sizes.d_model == 0);
  CHECK(problem->options.layout == Layout::nd);
}

TEST_CASE("given: the layout follows from the rank, or is said") {
  struct Case {
    const char* layout;  // empty: not said
    Array q;
    Layout expected;
  };
  const Case cases[] = {
      {"", {{2, 6}, {}, false, {}}, Layout::nd},
      {"", {{3, 2, 6}, {}, false, {}}, Layout::hnd},
      {"", {{4, 3, 2, 6}, {}, false, {}}, Layout::bhnd},
      {"bnd", {{4, 2, 18}, {}, false, {}}, Layout::bnd},
      {"bnhd", {{4, 2, 3, 6}, {}, false, {}}, Layout::bnhd},
  };
  for (const Case& one : cases) {
    std::vector<computed::Said> said{{"Q", one.q}, {"K", one.q}, {"V", one.q}};
    if (*one.layout) said.emplace_back("layout", one.layout);
    if (one.expected == Layout::bnd) said.emplace_back("heads", 3);
    const auto problem = problem_of(said);
    const bool batched = one.q.shape[0] == 4;
    CAPTURE(name_of(layouts, one.expected));
    CHECK(problem->options.layout == one.expected);
    CHECK(problem->sizes.batch == (batched ? 4 : 1));
    CHECK(problem->sizes.heads == (one.expected == Layout::nd ? 1 : 3));
    CHECK(problem->sizes.n_q == 2);
    CHECK(problem->sizes.d_k == 6);
    CHECK(problem->sizes.d_out == problem->sizes.heads * 6);
  }
}

TEST_CASE("given: a head's rows lie where the layout says") {
  // Two batch entries, two heads, one row, one column: entry b, head h holds 10 b + h.
  const auto bhnd =
      parsed("{'Q': [[[[0]], [[1]]], [[[10]], [[11]]]], 'K': [[[[1]], [[1]]], [[[1]], [[1]]]]}");
  const auto bnhd =
      parsed("{'Q': [[[[0], [1]]], [[[10], [11]]]], 'K': [[[[1], [1]]], [[[1], [1]]]], 'layout': 'bnhd'}");
  for (const auto& problem : {bhnd, bnhd})
    for (const std::size_t batch : {0U, 1U})
      for (const std::size_t head : {0U, 1U})
        CHECK(problem->input("Q")->slice(batch, head)(0, 0) == static_cast<double>(10 * batch + head));
}

TEST_CASE("given: an unknown layout, and one of another rank") {
  CHECK(
      problem_error({{"Q", {2, 2}}, {"K", {2, 2}}, {"layout", "hdn"}}) ==
      "problem.json: layout: found \"hdn\", expected one of nd, hnd, bhnd, bnd, bnhd; did you mean \"hnd\"?");
  CHECK(problem_error({{"Q", {2, 2}}, {"K", {2, 2}}, {"layout", 3}}) ==
        "problem.json: layout: found 3, expected a text");
  CHECK(problem_error({{"Q", {2, 2}}, {"K", {2, 2}}, {"layout", "hnd"}}) ==
        "problem.json: Q: shape [2, 2], expected [heads, n, d]");
  CHECK(problem_error({{"Q", {2, 2}}, {"K", {1, 2, 2}}}) ==
        "problem.json: K: shape [1, 2, 2], expected [n, d]");
  CHECK(problem_error({{"Q", {2}}, {"K", {2, 2}}}) == "problem.json: Q: shape [2], expected [n, d]");
}

TEST_CASE("given: V has the layout of Q and K") {
  CHECK(problem_error({{"Q", {2, 1, 2}}, {"K", {2, 1, 2}}, {"V", {1, 2}}}) ==
        "problem.json: V: shape [1, 2], expected [heads, n, d]");
  CHECK(problem_error({{"Q", {1, 2}}, {"K", {1, 2}}, {"V", {1, 1, 2}}}) ==
        "problem.json: V: shape [1, 1, 2], expected [n, d]");
}

TEST_CASE("given: what is missing") {
  CHECK(problem_error({}) ==
        "problem.json: nothing to compute from: give Q, K and V; or X, W_Q, W_K and W_V; or scores");
  CHECK(problem_error({{"K", {2, 2}}, {"V", {2, 2}}}) ==
        "problem.json: nothing to compute from: give Q, K and V; or X, W_Q, W_K and W_V; or scores");
  CHECK(problem_error({{"Q", {2, 2}}, {"V", {2, 2}}}) == "problem.json: K is missing");
}

TEST_CASE("given: without V the pipeline ends at the weights") {
  const auto problem = problem_of({{"Q", {2, 2}}, {"K", {2, 2}}});
  CHECK(problem->sizes.d_v == 0);
  CHECK(problem->sizes.d_out == 0);
}

TEST_CASE("given: K is as wide as Q, V as long as K") {
  CHECK(problem_error({{"Q", {2, 4}}, {"K", {2, 3}}}) ==
        "problem.json: K: shape [2, 3], expected [2, 4] (batch 1, kv_heads 1, d_k 4)");
  CHECK(problem_error({{"Q", {2, 4}}, {"K", {3, 4}}, {"V", {2, 4}}}) ==
        "problem.json: V: shape [2, 4], expected [3, 4] (batch 1, kv_heads 1, keys 3)");
  CHECK(problem_error({{"Q", {2, 1, 1, 4}}, {"K", {3, 1, 1, 4}}}) ==
        "problem.json: K: shape [3, 1, 1, 4], expected [2, 1, 1, 4] (batch 2, kv_heads 1, d_k 4)");
}

TEST_CASE("given: heads side by side share out the columns") {
  const auto problem =
      problem_of({{"Q", {2, 8}}, {"K", {3, 4}}, {"V", {3, 6}}, {"heads", 4}, {"kv_heads", 2}});
  CHECK(problem->sizes.d_k == 2);
  CHECK(problem->sizes.d_v == 3);
  CHECK(problem->sizes.d_out == 12);  // 4 query heads of 3
  CHECK(problem_error({{"Q", {2, 4}}, {"K", {2, 4}}, {"heads", 3}}) ==
        "problem.json: Q: shape [2, 4]: width 4 cannot be shared out evenly (heads 3)");
  CHECK(problem_error({{"Q", {2, 4}}, {"K", {2, 4}}, {"V", {2, 3}}, {"heads", 2}}) ==
        "problem.json: V: shape [2, 3]: width 3 cannot be shared out evenly (kv_heads 2)");
  CHECK(problem_error({{"Q", {2, 4}}, {"K", {2, 4}}, {"heads", 2}, {"kv_heads", 1}}) ==
        "problem.json: K: shape [2, 4], expected [2, 2] (batch 1, kv_heads 1, d_k 2)");
}

TEST_CASE("given: an array without columns has no d_k") {
  CHECK(problem_error({{"Q", {2, 0}}, {"K", {2, 0}}}) ==
        "problem.json: Q: shape [2, 0]: width 0 cannot be shared out evenly (heads 1)");
  CHECK(problem_error({{"Q", {2, 2}}, {"K", {2, 2}}, {"V", {2, 0}}}) ==
        "problem.json: V: shape [2, 0]: width 0 cannot be shared out evenly (kv_heads 1)");
}

TEST_CASE("given: an array without heads or batch entries is refused") {
  CHECK(problem_error({{"Q", {0, 1, 2}}, {"K", {1, 1, 2}}, {"V", {1, 1, 2}}}) ==
        "problem.json: Q: shape [0, 1, 2], expected at least one head");
  CHECK(problem_error({{"scores", {0, 2, 2}}, {"scale", 1}}) ==
        "problem.json: scores: shape [0, 2, 2], expected at least one head");
  CHECK(problem_error({{"Q", {0, 1, 1, 2}}, {"K", {0, 1, 1, 2}}, {"V", {0, 1, 1, 2}}}) ==
        "problem.json: Q: shape [0, 1, 1, 2], expected at least one batch entry");
  CHECK(problem_error({{"X", {0, 2, 4}}, {"W_Q", {4, 4}}, {"W_K", {4, 4}}}) ==
        "problem.json: X: shape [0, 2, 4], expected at least one batch entry");
}

TEST_CASE("given: heads and kv_heads agree with the arrays and with each other") {
  CHECK(problem_error({{"Q", {4, 2, 2}}, {"K", {2, 2, 2}}, {"heads", 2}}) ==
        "problem.json: heads: found 2, but the arrays say 4");
  CHECK(problem_error({{"Q", {4, 2, 2}}, {"K", {2, 2, 2}}, {"kv_heads", 4}}) ==
        "problem.json: kv_heads: found 4, but the arrays say 2");
  // Said by kv_heads, or by the array.
  CHECK(problem_error({{"Q", {2, 8}}, {"K", {2, 6}}, {"heads", 4}, {"kv_heads", 3}}) ==
        "problem.json: kv_heads: heads 4 is not a multiple of kv_heads 3; each kv head is read by the same "
        "number of query heads");
  CHECK(
      problem_error({{"Q", {4, 2, 2}}, {"K", {3, 2, 2}}}) ==
      "problem.json: K: heads 4 is not a multiple of kv_heads 3; each kv head is read by the same number of "
      "query heads");
  for (const double wrong : {0.0, -1.0, 1.5, 2e9})
    CHECK(problem_error({{"Q", {2, 4}}, {"K", {2, 4}}, {"heads", wrong}}) ==
          fmt::format("problem.json: heads: found {}, expected a whole number from 1 to 1000000000", wrong));
  CHECK(problem_error({{"Q", {2, 4}}, {"K", {2, 4}}, {"heads", "two"}}) ==
        "problem.json: heads: found \"two\", expected a whole number from 1 to 1000000000");
}

TEST_CASE("given: query head h reads kv head h / (heads / kv_heads)") {
  const auto problem = problem_of({{"Q", {6, 1, 2}}, {"K", {2, 1, 2}}, {"V", {2, 1, 2}}});
  std::vector<std::size_t> kv_heads;
  for (std::size_t head = 0; head < 6; ++head) kv_heads.push_back(problem->sizes.kv_head(head));
  CHECK(kv_heads == std::vector<std::size_t>{0, 0, 0, 1, 1, 1});
}

TEST_CASE("given: d_k may be said, and has to be right") {
  CHECK(problem_of({{"Q", {2, 4}}, {"K", {2, 4}}, {"d_k", 4}})->sizes.d_k == 4);
  CHECK(problem_error({{"Q", {2, 4}}, {"K", {2, 4}}, {"d_k", 2}}) ==
        "problem.json: d_k: found 2, but the arrays say 4");
}

TEST_CASE("given: not an array") {
  CHECK(problem_error({{"Q", 1}, {"K", {2, 4}}}) == "problem.json: Q: found 1, expected an array of numbers");
  CHECK(problem_error({{"Q", {2, 4}}, {"K", "k"}}) ==
        "problem.json: K: found \"k\", expected an array of numbers");
  CHECK(problem_error({{"Q", Array{{1, 2}, {1, 0}, true, {}}}, {"K", {2, 2}}}) ==
        "problem.json: Q: found true and false, expected numbers");
}

}  // namespace attn
