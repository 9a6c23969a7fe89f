// Heads that share keys, batch entries, caches, and every way that rows may lie in memory.
#include "flash/exact.hpp"

namespace attn {

using namespace flash_tests;

TEST_CASE("flash: query heads that share a kv head, so that strips hold rows of several") {
  for (const HeadCounts& counts : {HeadCounts{1, 2, 2}, HeadCounts{1, 4, 2}, HeadCounts{2, 6, 2},
                                   HeadCounts{3, 8, 1}, HeadCounts{1, 71, 1}, HeadCounts{2, 12, 4}})
    for (const Grid& grid : {Grid{1, 9}, Grid{5, 3}, Grid{17, 200}}) {
      CAPTURE(counts.heads);
      CAPTURE(counts.kv_heads);
      CAPTURE(grid.n_q);
      check_all_paths(random_case(grid.n_q, grid.n_k, {3, 5}, counts));
    }
}

TEST_CASE("flash: cached keys stand before the new ones") {
  for (const std::size_t n_past : {1U, 7U, 8U, 100U, 191U, 192U, 193U, 199U, 200U}) {
    CAPTURE(n_past);
    check_all_paths(random_case(6, 200, {8, 8}, {2, 2, 1}, n_past));
    check_all_paths(random_case(1, 200, {5, 9}, {1, 4, 2}, n_past));
  }
}

TEST_CASE("flash: a cache is the same bits as keys without one") {
  const Case cached = random_case(60, 391, {16, 8}, {2, 4, 2}, 150);
  Case whole = random_case(60, 391, {16, 8}, {2, 4, 2});
  whole.q = cached.q;
  for (const bool of_k : {true, false}) {
    std::vector<double>& to = of_k ? whole.k : whole.v;
    const std::size_t d = of_k ? 16 : 8;
    for (std::size_t head = 0; head < 4; ++head)
      for (std::size_t key = 0; key < 391; ++key)
        std::copy_n(cached.row(of_k, head / 2, head % 2, key), d, to.data() + (head * 391 + key) * d);
  }
  CHECK(flash<float>(cached).output == flash<float>(whole).output);
  CHECK(flash<double>(cached).lse == flash<double>(whole).lse);
}

namespace {

/// The same numbers in another scalar and further apart; what lies between the rows is NaN.
template <class Stored>
struct Spread {
  std::vector<Stored> numbers;
  HeadRows rows;
};

template <class Stored>
Spread<Stored> spread(const std::vector<double>& dense, std::size_t d, std::size_t n, std::size_t gap) {
  const std::size_t stride = d + gap;
  const std::size_t rows = dense.size() / d;
  Spread<Stored> made{std::vector<Stored>(rows * stride, std::numeric_limits<Stored>::quiet_NaN()), {}};
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t c = 0; c < d; ++c)
      made.numbers[row * stride + c] = static_cast<Stored>(dense[row * d + c]);
  const std::size_t heads = 2;
  made.rows = {made.numbers.data(), heads * n * stride, n * stride, stride};
  return made;
}

template <class T, class Stored>
void check_stored(const Case& given, std::size_t gap) {
  const Sizes& sizes = given.sizes;
  const auto q = spread<Stored>(given.q, sizes.d_k, sizes.n_q, gap);
  const auto k = spread<Stored>(given.k, sizes.d_k, sizes.n_k, gap);
  const auto v = spread<Stored>(given.v, sizes.d_v, sizes.n_k, gap);
  for (const SimdPath& path : simd_paths()) {
    CAPTURE(path.name);
    Result<T> result;
    FlashProblem<T> problem = flash_problem(given, result);
    problem.q = q.rows;
    problem.k = k.rows;
    problem.v = v.rows;
    flash_attention(problem, {.threads = 1, .simd = path.name});
    const Result<T> dense = flash<T>(given, {.threads = 1, .simd = path.name});
    CHECK(result.output == dense.output);
    CHECK(result.lse == dense.lse);
  }
}

}  // namespace

TEST_CASE("flash: rows may lie apart, and in the other scalar: the same bits") {
  for (const Widths& widths : {Widths{8, 16}, Widths{5, 3}, Widths{200, 264}})
    for (const std::size_t gap : {0U, 1U, 7U, 8U, 300U}) {
      CAPTURE(widths.d_k);
      CAPTURE(gap);
      for (const std::size_t n_k : {192U, 200U, 203U}) {
        Case given = random_case(9, n_k, widths, {2, 2, 2});
        check_stored<float, float>(given, gap);
        check_stored<float, double>(given, gap);
        check_stored<double, float>(given, gap);
        check_stored<double, double>(given, gap);
      }
    }
}

TEST_CASE("flash: heads side by side in each row, [batch, n, heads, d]") {
  const Case given = random_case(7, 20, {4, 6}, {2, 2, 2});
  const auto packed = [](const std::vector<double>& dense, std::size_t n, std::size_t d) {
    std::vector<float> rows(dense.size());
    for (std::size_t i = 0; i < dense.size(); ++i) {
      const std::size_t row = i / d % n;
      const std::size_t head = i / d / n % 2;
      rows[((i / d / n / 2 * n + row) * 2 + head) * d + i % d] = static_cast<float>(dense[i]);
    }
    return rows;
  };
  const std::vector<float> q = packed(given.q, 7, 4);
  const std::vector<float> k = packed(given.k, 20, 4);
  const std::vector<float> v = packed(given.v, 20, 6);
  Result<float> result;
  FlashProblem<float> problem = flash_problem(given, result);
  problem.q = {q.data(), 7 * 2 * 4, 4, 2 * 4};
  problem.k = {k.data(), 20 * 2 * 4, 4, 2 * 4};
  problem.v = {v.data(), 20 * 2 * 6, 6, 2 * 6};
  flash_attention(problem);
  CHECK(result.output == flash<float>(given).output);
}

TEST_CASE("flash: one K and V for all batch entries, by a stride of 0") {
  Case given = random_case(3, 10, {4, 4}, {2, 1, 1});
  std::copy_n(given.k.begin(), 40, given.k.begin() + 40);
  std::copy_n(given.v.begin(), 40, given.v.begin() + 40);
  Result<double> result;
  FlashProblem<double> problem = flash_problem(given, result);
  problem.k.batch_stride = problem.v.batch_stride = 0;
  flash_attention(problem);
  CHECK(result.output == flash<double>(given).output);
}

}  // namespace attn
