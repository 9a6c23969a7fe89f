// Every path of the fused kernel on sizes around the widths of vectors, strips, panels and tiles.
#include "flash/backends.hpp"
#include "flash/exact.hpp"

namespace attn {

using namespace flash_tests;

TEST_CASE("flash: every number of queries and keys") {
  for (const std::size_t n_q : {1U, 2U, 3U, 7U, 8U, 9U, 17U, 47U, 48U, 49U})
    for (const std::size_t n_k : {1U, 2U, 3U, 7U, 8U, 9U, 47U, 49U, 191U, 192U, 193U}) {
      CAPTURE(n_q);
      CAPTURE(n_k);
      check_all_paths(random_case(n_q, n_k, {3, 2}));
    }
}

TEST_CASE("flash: many tiles of keys and many strips of queries") {
  for (const Grid& grid : {Grid{1, 385}, Grid{385, 1}, Grid{97, 385}, Grid{385, 97}, Grid{193, 577}}) {
    CAPTURE(grid.n_q);
    CAPTURE(grid.n_k);
    check_all_paths(random_case(grid.n_q, grid.n_k, {5, 3}));
  }
}

TEST_CASE("flash: every width of keys and values") {
  for (const std::size_t d_k : {1U, 2U, 3U, 7U, 8U, 9U, 64U, 65U, 128U, 130U})
    for (const std::size_t d_v : {1U, 2U, 3U, 7U, 8U, 9U, 64U, 65U, 128U, 130U}) {
      CAPTURE(d_k);
      CAPTURE(d_v);
      check_all_paths(random_case(5, 11, {d_k, d_v}));
    }
}

TEST_CASE("flash: wide heads over more than one tile") {
  check_all_paths(random_case(50, 200, {128, 64}));
  check_all_paths(random_case(9, 391, {65, 130}));
  check_all_paths(random_case(3, 3, {1000, 700}));
}

TEST_CASE("flash: one key gives its value, whatever the score") {
  for (const SimdPath& path : simd_paths()) {
    CAPTURE(path.name);
    Case one = random_case(9, 1, {7, 9});
    const Result<float> result = flash<float>(one, {.threads = 1, .simd = path.name});
    for (std::size_t i = 0; i < result.output.size(); ++i)
      // Divided by its own weight: two roundings.
      CHECK(std::abs(result.output[i] - one.v[i % 9]) <= 2 * std::abs(one.v[i % 9]) * 1.2e-7);
  }
}

TEST_CASE("flash: no keys, no queries, no batch entries") {
  const Result<double> no_keys = flash<double>(random_case(3, 0, {4, 2}));
  CHECK(no_keys.output == std::vector<double>(6, 0));
  CHECK(no_keys.lse == std::vector<double>(3, -computed::inf));
  Case nan = random_case(3, 0, {4, 2});
  nan.empty_row = EmptyRow::nan;
  for (const double number : flash<double>(nan).output) CHECK(std::isnan(number));
  for (const double number : flash<double>(nan).lse) CHECK(std::isnan(number));
  CHECK(flash<double>(random_case(0, 5)).output.empty());
  CHECK(flash<float>(random_case(0, 0)).output.empty());
  CHECK(flash<float>(random_case(2, 3, {4, 4}, {0, 2, 1})).output.empty());
}

TEST_CASE("flash: no sum of scores is needed: lse may be left out") {
  Case given = random_case(20, 30);
  Result<float> result;
  FlashProblem<float> problem = flash_problem(given, result);
  problem.lse = nullptr;
  flash_attention(problem);
  CHECK(result.lse == std::vector<float>(20, 12345));
  CHECK(result.output == flash<float>(given).output);
}

TEST_CASE("flash: several heads and batch entries without keys, whose arrays have no memory") {
  const Array nothing{{2, 2, 0, 3}, {}, false, {}};
  check_backends({{"Q", random_array({2, 2, 4, 3}, 1)}, {"K", nothing}, {"V", nothing}}, {}, 0);
}

}  // namespace attn
