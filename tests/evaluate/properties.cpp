// What holds for every attention, whatever the numbers: no value here is known beforehand.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <functional>

#include "evaluate/random.hpp"

namespace attn {

using computed::check_same;
using computed::mask_spec;
using computed::Numbers;
using computed::problem_of;
using computed::reordered;
using computed::Said;
using computed::Trace;
using computed::trace_of;

namespace {

Trace trace(const std::vector<Said>& said, const std::vector<MaskSpec>& masks = {}) {
  return trace_of(*problem_of(said, masks));
}

}  // namespace

TEST_CASE("weights of a row are positive and add up to 1") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Numbers numbers(seed);
    const Trace result = trace({{"Q", numbers({4, 3})}, {"K", numbers({6, 3})}});
    const Matrix<double>& weights = result["weights"];
    for (std::size_t i = 0; i < 4; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < 6; ++j) {
        CHECK(weights(i, j) > 0);
        sum += weights(i, j);
      }
      CHECK(sum == doctest::Approx(1).epsilon(1e-15));
    }
  }
}

TEST_CASE("values that are all the same are the output") {
  Numbers numbers(1);
  const Array ones{{5, 2}, std::vector<double>(10, 3.0), false, {}};
  const Trace result = trace({{"Q", numbers({4, 3})}, {"K", numbers({5, 3})}, {"V", ones}});
  check_same(result["output"], Matrix<double>(xt::ones<double>({4, 2}) * 3.0));
}

TEST_CASE("a constant on all scores of a row changes lse by it, and nothing else") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Numbers numbers(seed);
    const Array scores = numbers({4, 6});
    const Array v = numbers({6, 2});
    Array shifted = scores;
    for (std::size_t i = 0; i < shifted.values.size(); ++i)
      shifted.values[i] += static_cast<double>(i / 6) * 10;
    const Trace before = trace({{"scaled", scores}, {"V", v}});
    const Trace after = trace({{"scaled", shifted}, {"V", v}});
    check_same(after["weights"], before["weights"], 1e-14);
    check_same(after["output"], before["output"], 1e-14);
    Matrix<double> lse = before["lse"];
    for (std::size_t i = 0; i < 4; ++i) lse(i, 0) += static_cast<double>(i) * 10;
    check_same(after["lse"], lse, 1e-14);
  }
}

TEST_CASE("keys in another order, with their values: the same output") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Numbers numbers(seed);
    const Array q = numbers({3, 4});
    const Array k = numbers({5, 4});
    const Array v = numbers({5, 2});
    const std::vector<std::size_t> order{3, 0, 4, 2, 1};
    const Trace before = trace({{"Q", q}, {"K", k}, {"V", v}});
    const Trace after = trace({{"Q", q}, {"K", reordered(k, order)}, {"V", reordered(v, order)}});
    check_same(after["output"], before["output"], 1e-14);
    check_same(after["lse"], before["lse"], 1e-14);
  }
}

TEST_CASE("every key twice: the same output, lse larger by ln 2") {
  Numbers numbers(3);
  const Array q = numbers({3, 4});
  const Array k = numbers({5, 4});
  const Array v = numbers({5, 2});
  const std::vector<std::size_t> twice{0, 1, 2, 3, 4, 0, 1, 2, 3, 4};
  const Trace once = trace({{"Q", q}, {"K", k}, {"V", v}});
  const Trace doubled = trace({{"Q", q}, {"K", reordered(k, twice)}, {"V", reordered(v, twice)}});
  check_same(doubled["output"], once["output"], 1e-14);
  check_same(doubled["lse"], Matrix<double>(once["lse"] + 0.69314718055994531), 1e-14);
}

TEST_CASE("a hidden key might as well not be there") {
  Numbers numbers(4);
  const Array q = numbers({3, 4});
  const Array k = numbers({6, 4});
  const Array v = numbers({6, 2});
  const Array lengths{{1}, {4}, false, {}};
  const std::vector<std::size_t> real{0, 1, 2, 3};
  const Trace padded =
      trace({{"Q", q}, {"K", k}, {"V", v}}, {mask_spec("padding", {{"key_lengths", lengths}})});
  const Trace shorter = trace({{"Q", q}, {"K", reordered(k, real)}, {"V", reordered(v, real)}});
  CHECK(padded.text("output") == shorter.text("output"));
  CHECK(padded.text("lse") == shorter.text("lse"));
}

TEST_CASE("causal: what comes later does not change what came before") {
  Numbers numbers(5);
  const Array q = numbers({4, 2});
  Array k = numbers({4, 2});
  Array v = numbers({4, 3});
  const Trace before = trace({{"Q", q}, {"K", k}, {"V", v}}, {mask_spec("causal")});
  for (std::size_t j = 0; j < 2; ++j) k.values[3 * 2 + j] += 100;
  for (std::size_t j = 0; j < 3; ++j) v.values[3 * 3 + j] -= 100;
  const Trace after = trace({{"Q", q}, {"K", k}, {"V", v}}, {mask_spec("causal")});
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) CHECK(after["output"](i, j) == before["output"](i, j));
  CHECK(after["output"](3, 0) != before["output"](3, 0));
}

TEST_CASE("decoding with a cache gives the last row of the whole") {
  Numbers numbers(6);
  const Array q = numbers({5, 2});
  const Array k = numbers({5, 2});
  const Array v = numbers({5, 3});
  const std::vector<std::size_t> cached{0, 1, 2, 3};
  const std::vector<std::size_t> fresh{4};
  const Trace whole = trace({{"Q", q}, {"K", k}, {"V", v}}, {mask_spec("causal")});
  const Trace step = trace({{"Q", reordered(q, fresh)},
                            {"K", reordered(k, fresh)},
                            {"V", reordered(v, fresh)},
                            {"past.K", reordered(k, cached)},
                            {"past.V", reordered(v, cached)}},
                           {mask_spec("causal")});
  for (std::size_t j = 0; j < 3; ++j) CHECK(step["output"](0, j) == whole["output"](4, j));
  CHECK(step["lse"](0, 0) == whole["lse"](4, 0));
}

TEST_CASE("heads and batch entries do not see each other") {
  Numbers numbers(7);
  const Array q = numbers({2, 4, 3, 2});
  const Array k = numbers({2, 2, 5, 2});
  const Array v = numbers({2, 2, 5, 1});
  const Trace together = trace({{"Q", q}, {"K", k}, {"V", v}});
  const auto matrix = [](const Array& array, std::size_t index) {
    const Shape shape{array.shape[2], array.shape[3]};
    const auto begin = array.values.begin() + static_cast<std::ptrdiff_t>(index * element_count(shape));
    return Array{shape, {begin, begin + static_cast<std::ptrdiff_t>(element_count(shape))}, false, {}};
  };
  for (std::size_t batch = 0; batch < 2; ++batch)
    for (std::size_t head = 0; head < 4; ++head) {
      const std::size_t kv = batch * 2 + head / 2;
      const Trace alone =
          trace({{"Q", matrix(q, batch * 4 + head)}, {"K", matrix(k, kv)}, {"V", matrix(v, kv)}});
      const std::string place = fmt::format("batch{}.head{}.", batch, head);
      CHECK(together.text(place + "weights") == alone.text("weights"));
      CHECK(together.text(place + "context") == alone.text("output"));
    }
}

TEST_CASE("layouts: the same numbers in another order of axes give the same output") {
  Numbers numbers(8);
  const auto transposed = [](const Array& bhnd, bool packed) {  // to [batch, n, heads, d], or heads·d
    const Shape& s = bhnd.shape;
    Array result{{s[0], s[2], s[1], s[3]}, {}, false, {}};
    for (std::size_t b = 0; b < s[0]; ++b)
      for (std::size_t n = 0; n < s[2]; ++n)
        for (std::size_t h = 0; h < s[1]; ++h)
          for (std::size_t d = 0; d < s[3]; ++d)
            result.values.push_back(bhnd.values[((b * s[1] + h) * s[2] + n) * s[3] + d]);
    if (packed) result.shape = {s[0], s[2], s[1] * s[3]};
    return result;
  };
  const Array q = numbers({2, 2, 3, 2});
  const Array k = numbers({2, 2, 4, 2});
  const Array v = numbers({2, 2, 4, 3});
  const Trace bhnd = trace({{"Q", q}, {"K", k}, {"V", v}});
  const Trace bnhd = trace({{"Q", transposed(q, false)},
                            {"K", transposed(k, false)},
                            {"V", transposed(v, false)},
                            {"layout", "bnhd"}});
  const Trace bnd = trace({{"Q", transposed(q, true)},
                           {"K", transposed(k, true)},
                           {"V", transposed(v, true)},
                           {"layout", "bnd"},
                           {"heads", 2}});
  for (const std::string id :
       {"batch0.head1.weights", "batch1.head0.lse", "batch0.output", "batch1.output"}) {
    CHECK(bnhd.text(id) == bhnd.text(id));
    CHECK(bnd.text(id) == bhnd.text(id));
  }
}

}  // namespace attn
