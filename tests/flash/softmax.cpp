// Softcap, the naive softmax, scales, and scores at the ends of the range.
#include "flash/exact.hpp"
#include "masks/support.hpp"

namespace attn {

using namespace flash_tests;
using computed::inf;

TEST_CASE("flash: every scale") {
  for (const double scale : {1.0, 0.0, -0.0, -0.7, 1e-30, 30.0, -300.0}) {
    CAPTURE(scale);
    Case given = random_case(20, 200, {8, 3});
    given.scale = scale;
    check_all_paths(given);
  }
}

TEST_CASE("flash: scores of ten thousand and far beyond") {
  for (const double size : {1e4, 1e6, 1e15, 1e30}) {
    CAPTURE(size);
    Case given = random_case(20, 200, {8, 3});
    for (double& number : given.q) number = static_cast<float>(number * size);
    check_all_paths(given);
  }
}

TEST_CASE("flash: the largest score last, first, and ever larger from tile to tile") {
  for (const double step : {1.0, 50.0, 1000.0, 1e30}) {
    CAPTURE(step);
    Case given = random_case(3, 600, {1, 2});
    given.q = {1, -1, 0.001953125};
    for (std::size_t key = 0; key < 600; ++key)
      given.k[key] = static_cast<float>(step * static_cast<double>(key / 192));
    check_all_paths(given);
  }
}

TEST_CASE("flash: a softcap holds scores of every size") {
  for (const double cap : {0.01, 1.0, 30.0, 1e4})
    for (const double size : {1e-6, 1.0, 1e4, 1e20}) {
      CAPTURE(cap);
      CAPTURE(size);
      Case given = random_case(20, 200, {8, 3});
      given.softcap = cap;
      for (double& number : given.q) number = static_cast<float>(number * size);
      check_all_paths(given);
    }
}

TEST_CASE("flash: a softcap goes before the mask") {
  Case given = random_case(20, 200, {8, 3});
  given.softcap = 2;
  given.set_masks({computed::mask_spec(
      "additive", {{"values", computed::numbers({20, 200}, Numbers(5).list(4000, -20, 20))}})});
  check_all_paths(given);
}

TEST_CASE("flash: the naive softmax where it does not overflow") {
  for (const double shift : {0.0, 60.0, -60.0}) {
    CAPTURE(shift);
    Case given = random_case(20, 200, {8, 3});
    given.softmax = Softmax::naive;
    std::vector<double> terms = Numbers(5).list(4000, shift - 5, shift + 5);
    for (std::size_t i = 0; i < terms.size(); i += 7) terms[i] = -inf;
    given.set_masks({computed::mask_spec("additive", {{"values", computed::numbers({20, 200}, terms)}})});
    check_all_paths(given);
  }
}

TEST_CASE("flash: the naive softmax overflows and vanishes as it should") {
  Case given = random_case(2, 3, {1, 1});
  given.softmax = Softmax::naive;
  given.q = {1, -1};
  given.k = {2000, 3000, 2500};
  for (const SimdPath& path : simd_paths()) {
    CAPTURE(path.name);
    const Result<float> narrow = flash<float>(given, {.threads = 1, .simd = path.name});
    const Result<double> wide = flash<double>(given, {.threads = 1, .simd = path.name});
    for (std::size_t row = 0; row < 2; ++row) {
      CHECK(std::isnan(narrow.output[row]));  // inf / inf, 0 / 0
      CHECK(std::isnan(wide.output[row]));
      CHECK(narrow.lse[row] == (row == 0 ? inf : -inf));
      CHECK(wide.lse[row] == (row == 0 ? inf : -inf));
    }
  }
}

TEST_CASE("flash: scores that overflow float32 are infinite there and fine in float64") {
  Case given = random_case(1, 2, {2, 1});
  given.q = {1e30, 1e30};
  given.k = {1e30, 1e29, 1e20, 1e20};
  given.v = {1, 2};
  given.scale = 1;
  for (const SimdPath& path : simd_paths()) {
    CAPTURE(path.name);
    const Result<float> narrow = flash<float>(given, {.threads = 1, .simd = path.name});
    CHECK(std::isnan(narrow.output[0]));  // the largest score is infinite, inf - inf
    CHECK(std::isnan(narrow.lse[0]));
    const Result<double> wide = flash<double>(given, {.threads = 1, .simd = path.name});
    CHECK(wide.output[0] == 1);
  }
}

}  // namespace attn
