// Every mask, alone and together, over sizes at which tiles and strips are seen in whole, in part and not.
#include "flash/exact.hpp"
#include "masks/support.hpp"

namespace attn {

using namespace flash_tests;
using computed::booleans;
using computed::inf;
using computed::mask_spec;
using computed::numbers;

namespace {

void check_masked(Case given, const std::vector<MaskSpec>& specs) {
  given.set_masks(specs);
  CAPTURE(given.masks->describe());
  check_all_paths(given);
  given.empty_row = EmptyRow::nan;
  check_result(given, flash<float>(given), exact(given));
}

const std::vector<Grid> grids{{1, 1}, {1, 9}, {9, 1}, {7, 50}, {50, 7}, {49, 193}, {193, 49}, {60, 385}};

/// Random yes and no, mostly yes in `of_ten` of ten.
std::vector<double> coins(std::size_t count, double of_ten) {
  std::vector<double> values = Numbers(static_cast<unsigned>(count)).list(count, 0, 10);
  for (double& value : values) value = value < of_ten ? 1 : 0;
  return values;
}

}  // namespace

TEST_CASE("flash: causal masks, both ways to align") {
  for (const char* align : {"top-left", "bottom-right"})
    for (const Grid& grid : grids)
      check_masked(random_case(grid.n_q, grid.n_k, {3, 2}), {mask_spec("causal", {{"align", align}})});
}

TEST_CASE("flash: windows open and closed on both sides") {
  const std::pair<int, int> reaches[] = {{0, 0}, {3, 0}, {0, 3}, {-1, 2}, {2, -1}, {-1, -1}, {200, 7}};
  for (const char* align : {"top-left", "bottom-right"})
    for (const auto& [left, right] : reaches)
      for (const Grid& grid : {Grid{9, 50}, Grid{50, 9}, Grid{60, 385}})
        check_masked(random_case(grid.n_q, grid.n_k, {3, 2}),
                     {mask_spec("window", {{"left", left}, {"right", right}, {"align", align}})});
}

TEST_CASE("flash: positions after cached keys") {
  for (const std::size_t n_past : {1U, 180U, 192U, 200U}) {
    const Case given = random_case(205 - n_past, 205, {3, 2}, {1, 2, 1}, n_past);
    check_masked(given, {mask_spec("causal")});
    check_masked(given, {mask_spec("window", {{"left", 4}, {"right", 0}})});
    check_masked(given, {mask_spec("alibi", {{"slopes", "auto"}}), mask_spec("causal")});
  }
}

TEST_CASE("flash: padding of each batch entry, without a key for one of them") {
  const MaskSpec padding = mask_spec("padding", {{"key_lengths", numbers({4}, {0, 1, 200, 193})}});
  const Case given = random_case(13, 200, {3, 2}, {4, 2, 1});
  check_masked(given, {padding});
  for (const char* align : {"top-left", "bottom-right"})
    check_masked(given, {padding, mask_spec("causal", {{"align", align}})});
}

TEST_CASE("flash: boolean masks of both polarities, in every shape that broadcasts") {
  const std::vector<Shape> shapes{
      {200},         {1},         {20, 1},       {20, 200},       {1, 200},
      {3, 20, 200},  {3, 1, 200}, {2, 1, 1, 1},  {2, 3, 1, 1},    {2, 1, 1, 200},
      {2, 1, 20, 1}, {3, 1, 1},   {2, 3, 20, 1}, {2, 3, 20, 200}, {1, 1, 20, 200}};
  for (const Shape& shape : shapes)
    for (const char* meaning : {"attend", "masked"}) {
      CAPTURE(to_string(shape));
      check_masked(random_case(20, 200, {3, 2}, {2, 3, 1}),
                   {mask_spec("boolean", {{"true_means", meaning},
                                          {"values", booleans(shape, coins(element_count(shape), 5))}})});
    }
}

TEST_CASE("flash: additive masks: small and large terms, and -inf") {
  for (const double size : {1.0, 100.0, 1e4, 1e30}) {
    std::vector<double> terms = Numbers(3).list(3 * 20 * 200, -size, size);
    for (std::size_t i = 0; i < terms.size(); i += 3) terms[i] = -inf;
    for (std::size_t i = 200; i < 400; ++i) terms[i] = -inf;  // one row is empty
    CAPTURE(size);
    check_masked(random_case(20, 200, {3, 2}, {2, 3, 3}),
                 {mask_spec("additive", {{"values", numbers({3, 20, 200}, terms)}})});
  }
}

namespace {

/// Keys that a large negative number is added to: some of row 0's, all of row 1's, which then have the same
/// weight.
Case nearly_hidden(double term) {
  std::vector<double> terms(4 * 200, 0);
  std::fill_n(terms.begin(), 150, term);
  std::fill_n(terms.begin() + 200, 200, term);
  Case given = random_case(4, 200, {3, 2});
  given.set_masks({mask_spec("additive", {{"values", numbers({4, 200}, terms)}})});
  return given;
}

/// The output alone: exponents of two have no room for the log-sum-exp of such a row.
template <class T>
void check_lowest() {
  const Case given = nearly_hidden(std::numeric_limits<T>::lowest());
  const Exact expected = exact(given);
  for (const SimdPath& path : simd_paths()) {
    CAPTURE(path.name);
    const Result<T> result = flash<T>(given, {.threads = 1, .simd = path.name});
    CHECK(errors_of(given, result, expected).output <= most_errors);
  }
}

}  // namespace

TEST_CASE("flash: a large negative term hides nothing for good") {
  for (const double term : {-1e4, -1e9, -1e30}) check_all_paths(nearly_hidden(term));
  check_lowest<float>();
  check_lowest<double>();
}

TEST_CASE("flash: alibi, and a mask that is a sum of several") {
  for (const Grid& grid : {Grid{1, 9}, Grid{20, 193}, Grid{49, 20}})
    for (const char* align : {"top-left", "bottom-right"}) {
      const Case given = random_case(grid.n_q, grid.n_k, {3, 2}, {2, 4, 2});
      const MaskSpec alibi = mask_spec("alibi", {{"slopes", "auto"}, {"align", align}});
      const MaskSpec causal = mask_spec("causal", {{"align", align}});
      const MaskSpec window = mask_spec("window", {{"left", 20}, {"right", 5}, {"align", align}});
      const auto half = static_cast<double>(grid.n_k / 2);
      const MaskSpec padding = mask_spec("padding", {{"key_lengths", numbers({2}, {half, half + 1})}});
      const MaskSpec coin = mask_spec(
          "boolean", {{"true_means", "attend"}, {"values", booleans({grid.n_k}, coins(grid.n_k, 8))}});
      const MaskSpec term =
          mask_spec("additive", {{"values", numbers({grid.n_q, 1}, Numbers(9).list(grid.n_q, -3, 3))}});
      check_masked(given, {alibi});
      check_masked(given, {alibi, causal});
      check_masked(given, {window, padding});
      check_masked(given, {coin, window, term});
      check_masked(given, {alibi, causal, window, padding, coin, term});
    }
}

TEST_CASE("flash: two windows that do not meet hide every key") {
  Case given = random_case(60, 400, {3, 2});
  given.set_masks({mask_spec("window", {{"left", 3}, {"right", 0}, {"align", "top-left"}}),
                   mask_spec("window", {{"left", 3}, {"right", 0}, {"align", "bottom-right"}})});
  check_all_paths(given);
  for (const float number : flash<float>(given).output) CHECK(number == 0);
}

}  // namespace attn
