// What must not change a bit of a result: the number of threads, and which path with a fused multiply-add
// computes it.
#include <bit>
#include <string_view>
#include <thread>
#include <type_traits>

#include "flash/exact.hpp"
#include "masks/support.hpp"

namespace attn {

using namespace flash_tests;
using computed::mask_spec;
using computed::numbers;

namespace {

/// Equal bits; any NaN is any other.
template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](T x, T y) {
    return (std::isnan(x) && std::isnan(y)) || std::bit_cast<Bits>(x) == std::bit_cast<Bits>(y);
  });
}

bool is_fused(std::string_view path) {
  return path == "avx512" || path == "avx2" || path == "neon";
}

template <class T>
void check_same_bits(const Case& given) {
  std::optional<Result<T>> fused;
  for (const SimdPath& path : simd_paths()) {
    CAPTURE(path.name);
    const Result<T> one = flash<T>(given, {.threads = 1, .simd = path.name});
    for (const unsigned threads : {2U, 3U, 7U}) {
      CAPTURE(threads);
      const Result<T> several = flash<T>(given, {.threads = threads, .simd = path.name});
      CHECK(same_bits(several.output, one.output));
      CHECK(same_bits(several.lse, one.lse));
    }
    if (!is_fused(path.name)) continue;
    if (!fused) fused = one;
    CHECK(same_bits(one.output, fused->output));
    CHECK(same_bits(one.lse, fused->lse));
  }
}

void check_same(const Case& given) {
  {
    INFO("float32");
    check_same_bits<float>(given);
  }
  INFO("float64");
  check_same_bits<double>(given);
}

/// Enough multiplications for seven threads.
Case large_case(const HeadCounts& counts = {}) {
  return random_case(301, 391, {33, 37}, counts);
}

}  // namespace

TEST_CASE("flash: the same bits with any number of threads and on every fused path") {
  check_same(large_case());
  check_same(large_case({2, 2, 1}));
  check_same(random_case(17, 4000, {30, 30}, {1, 4, 4}));
}

TEST_CASE("flash: the same bits when one query meets many keys, cut into pieces") {
  for (const HeadCounts& counts :
       {HeadCounts{1, 1, 1}, HeadCounts{1, 8, 2}, HeadCounts{2, 16, 1}, HeadCounts{1, 17, 1}})
    for (const std::size_t n_k : {2304U, 2305U, 7001U}) {
      CAPTURE(counts.heads);
      CAPTURE(n_k);
      const Case given = random_case(1, n_k, {16, 9}, counts);
      check_same(given);
      if (n_k == 7001) check_all_paths(given);
    }
}

// Vectors of two numbers make strips of queries that are narrower than two strips of few.
TEST_CASE("flash: the same bits with every number of few queries") {
  for (const HeadCounts& counts : {HeadCounts{1, 1, 1}, HeadCounts{1, 6, 2}})
    for (std::size_t n_q = 1; n_q <= 9; ++n_q)
      for (const std::size_t d_k : {16U, 48U}) {
        CAPTURE(counts.heads);
        CAPTURE(n_q);
        CAPTURE(d_k);
        const Case given = random_case(n_q, 200, {d_k, 19}, counts);
        check_same(given);
        check_all_paths(given);
      }
}

TEST_CASE("flash: pieces of keys of which some are hidden, in whole or in part") {
  for (const double left : {0, 100, 2304, 6000}) {
    CAPTURE(left);
    Case given = random_case(4, 7001, {8, 5}, {1, 4, 1});
    given.set_masks({mask_spec("window", {{"left", left}, {"right", 0}, {"align", "bottom-right"}})});
    check_same(given);
    check_all_paths(given);
    given.empty_row = EmptyRow::nan;
    given.set_masks({mask_spec("padding", {{"key_lengths", numbers({1}, {left})}})});
    check_all_paths(given);
  }
}

TEST_CASE("flash: the same bits under masks, which cut each strip elsewhere") {
  const MaskSpec causal = mask_spec("causal", {{"align", "bottom-right"}});
  const MaskSpec alibi = mask_spec("alibi", {{"slopes", "auto"}, {"align", "top-left"}});
  const MaskSpec window = mask_spec("window", {{"left", 50}, {"right", 3}, {"align", "top-left"}});
  for (const std::vector<MaskSpec>& masks :
       {std::vector{causal}, std::vector{alibi, causal}, std::vector{window}}) {
    Case given = large_case({1, 2, 2});
    given.set_masks(masks);
    CAPTURE(given.masks->describe());
    check_same(given);
  }
}

TEST_CASE("flash: the same bits with a softcap, and with the naive softmax") {
  Case given = large_case();
  given.softcap = 1.5;
  check_same(given);
  given.softmax = Softmax::naive;
  check_same(given);
}

TEST_CASE("flash: the same bits with NaN and infinity in some values") {
  for (const bool masked : {false, true}) {
    Case given = large_case({1, 2, 2});
    for (std::size_t key = 5; key < 391; key += 60) given.v[key * 37] = computed::inf;
    given.v[7 * 37 + 3] = computed::nan;
    if (masked) given.set_masks({mask_spec("causal", {{"align", "top-left"}})});
    CAPTURE(masked);
    check_same(given);
  }
}

TEST_CASE("flash: two problems at a time, each on its own path") {
  const Case given = random_case(20, 200, {8, 8});
  const std::string_view last = simd_paths().back().name;
  const Result<float> expected = flash<float>(given, {.threads = 1, .simd = last});
  bool same = true;
  bool complete = true;
  {
    const std::size_t paths = simd_paths().size();
    const std::jthread other([&] {
      for (int i = 0; i < 50; ++i)
        same = same && flash<float>(given, {.threads = 2, .simd = last}).output == expected.output;
    });
    for (int i = 0; i < 50; ++i) {
      complete = complete && simd_paths().size() == paths;
      flash<double>(given, {.threads = 2});
    }
  }
  CHECK(same);
  CHECK(complete);
}

TEST_CASE("flash: a path that there is not") {
  Result<float> result;
  const Case given = random_case(1, 1);
  CHECK_THROWS_AS(flash_attention(flash_problem(given, result), {.threads = 7, .simd = "nonsense"}),
                  InputError);
}

}  // namespace attn
