// Arithmetic as people read it. The numbers are worked out by hand.
#include "explain/lines.hpp"

namespace attn {

using computed::decimals;
using computed::lines_of;
using computed::turned_lines_of;

namespace {

// The last query's scores are 0.32, 1.58 and -0.01.
const std::string bank =
    "{'tokens': ['the', 'bank', 'creaked'], 'Q': [[1.0, 0.2], [0.3, 1.1], [0.5, 1.2]],"
    " 'K': [[0.4, 0.1], [1.0, 0.9], [0.7, -0.3]], 'V': [[1, 0], [0, 2], [1, 1]], 'scale': 1}";

// Scaled scores ln 1, ln 3: weights 1/4 and 3/4.
const std::string quarters = "{'scaled': [[0, 1.0986122886681098]], 'V': [[8, 0], [4, -4]]}";

}  // namespace

TEST_CASE("a dot product, with names, with numbers, and its tokens") {
  const auto lines = lines_of(bank, decimals(2, {{"Q", 1}, {"K", 1}}));
  CHECK(lines["scores[2,1]"] == "scores[2,1] = Q[2] · K[1] = 0.5·1.0 + 1.2·0.9 = 1.58  (creaked, bank)");
  CHECK(lines["scores[2,2]"] ==
        "scores[2,2] = Q[2] · K[2] = 0.5·0.7 + 1.2·(-0.3) = -0.01  (creaked, creaked)");
}

TEST_CASE("a number that is rounded stands behind ≈, one that is not behind =") {
  const auto rounded = lines_of(bank, decimals(1));
  CHECK(rounded["scores[2,1]"] == "scores[2,1] = Q[2] · K[1] = 0.5·1.0 + 1.2·0.9 ≈ 1.6  (creaked, bank)");
  CHECK(rounded["scaled[2,1]"] == "scaled[2,1] = scores[2,1] · scale ≈ 1.6·1 ≈ 1.6  (creaked, bank)");
  // 0.1 + 0.2 is 0.3 for whoever writes decimals.
  const auto exact = lines_of("{'Q': [[0.1, 0.2]], 'K': [[1, 1]]}", decimals(1));
  CHECK(exact["scores[0,0]"] == "scores[0,0] = Q[0] · K[0] = 0.1·1.0 + 0.2·1.0 = 0.3");
  const auto cancelled = lines_of("{'Q': [[0.1, 0.2, 0.3]], 'K': [[1, 1, -1], [1, 1, 1]]}", decimals(1));
  CHECK(cancelled["scores[0,0]"] == "scores[0,0] = Q[0] · K[0] = 0.1·1.0 + 0.2·1.0 + 0.3·(-1.0) = 0.0");
  const auto small = lines_of("{'Q': [[1, 0.0001]], 'K': [[1, 1]]}", decimals(3));
  CHECK(small["scores[0,0]"] == "scores[0,0] = Q[0] · K[0] ≈ 1.000·1.000 + 0.000·1.000 ≈ 1.000");
}

TEST_CASE("a step rounded by hand is what its rounded operands give, rounded again") {
  const Arithmetic by_two = by_hand({.decimals = {.count = 2}});
  const auto lines = lines_of(bank, decimals(2), by_two);
  // e^-1.26 = 0.2837.
  CHECK(lines["shifted[2,0]"] ==
        "shifted[2,0] = scaled[2,0] - row_max[2] = 0.32 - 1.58 = -1.26  (creaked, the)");
  CHECK(lines["exp[2,0]"] == "exp[2,0] = exp(shifted[2,0]) = exp(-1.26) ≈ 0.28  (creaked, the)");
}

TEST_CASE("where steps are rounded by hand, what is given is whole, and so is the scale") {
  const Arithmetic by_two = by_hand({.decimals = {.count = 2}});
  RenderOptions options = decimals(2);
  options.whole_inputs = true;
  // 0.125 + 0.75 = 0.875, by hand 0.88; 0.88 / 8 = 0.11.
  const auto lines =
      lines_of("{'Q': [[0.125, 3]], 'K': [[1, 0.25]], 'V': [[0.0625]], 'scale': 0.125}", options, by_two);
  CHECK(lines["Q[0,0]"] == "Q[0,0] = 0.125  (given)");
  CHECK(lines["scores[0,0]"] == "scores[0,0] = Q[0] · K[0] = 0.125·1.00 + 3.000·0.25 ≈ 0.88");
  CHECK(lines["scaled[0,0]"] == "scaled[0,0] = scores[0,0] · scale = 0.88·0.125 = 0.11");
  CHECK(lines["output[0]"] == "output[0] = weights[0,0]·V[0] = 1.00·[0.0625] ≈ [0.06]");
}

TEST_CASE("softmax, step by step") {
  const auto lines = lines_of(quarters, decimals(3, {{"V", 0}}));
  CHECK(lines["scaled[0,1]"] == "scaled[0,1] ≈ 1.099  (given)");
  CHECK(lines["row_max[0]"] == "row_max[0] = max(scaled[0,:]) ≈ max(0.000, 1.099) ≈ 1.099");
  CHECK(lines["shifted[0,0]"] == "shifted[0,0] = scaled[0,0] - row_max[0] ≈ 0.000 - 1.099 ≈ -1.099");
  CHECK(lines["exp[0,0]"] == "exp[0,0] = exp(shifted[0,0]) ≈ exp(-1.099) ≈ 0.333");
  CHECK(lines["row_sum[0]"] == "row_sum[0] = sum of exp[0,:] ≈ 0.333 + 1.000 ≈ 1.333");
  CHECK(lines["weights[0,0]"] == "weights[0,0] = exp[0,0] / row_sum[0] ≈ 0.333 / 1.333 = 0.250");
  CHECK(lines["lse[0]"] == "lse[0] = row_max[0] + ln row_sum[0] ≈ 1.099 + ln 1.333 ≈ 1.386");
  CHECK(lines["output[0,1]"] == "output[0,1] = weights[0] · V[:,1] = 0.250·0 + 0.750·(-4) = -3.000");
}

TEST_CASE("a row of a weighted sum: the rows of V, weighted") {
  const auto lines = lines_of(quarters, decimals(3, {{"V", 1}}));
  CHECK(lines["output[0]"] ==
        "output[0] = weights[0,0]·V[0] + weights[0,1]·V[1] = 0.250·[8.0, 0.0] + 0.750·[4.0, -4.0] = "
        "[2.000, 0.000] + [3.000, -3.000] = [5.000, -3.000]");
  // Any other row, and a column, is a list of cells.
  CHECK(lines["weights[0]"] ==
        "weights[0] = [exp[0,0] / row_sum[0], exp[0,1] / row_sum[0]] ≈ [0.333 / 1.333, 1.000 / 1.333] = "
        "[0.250, 0.750]");
  CHECK(lines["output[:,0]"] == "output[:,0] = [weights[0] · V[:,0]] = [0.250·8.0 + 0.750·4.0] = [5.000]");
  CHECK(lines["V[1]"] == "V[1] = [4.0, -4.0]  (given)");
}

TEST_CASE("hidden keys: what takes no part is not written, and a row without keys is a convention") {
  const auto lines = lines_of(
      "{'Q': [[1], [1], [1]], 'K': [[2], [3]], 'V': [[5], [7]], 'scale': 1,"
      " 'mask': {'type': 'causal', 'align': 'bottom-right'}}",
      decimals(1));
  CHECK(lines["masked[1,1]"] == "masked[1,1] = scaled[1,1] + mask[1,1] = 3.0 + (-inf) = -inf");
  CHECK(lines["exp[1,1]"] == "exp[1,1] = exp(shifted[1,1]) = exp(-inf) = 0.0");
  CHECK(lines["output[1,0]"] == "output[1,0] = weights[1] · V[:,0] = 1.0·5.0 = 5.0  (1 hidden key left out)");
  CHECK(lines["shifted[0,1]"] ==
        "shifted[0,1] = masked[0,1] - row_max[0] = -inf - (-inf) = -inf  (-inf stays -inf)");
  CHECK(lines["weights[0,1]"] == "weights[0,1] = 0.0  (no visible key: 0 by convention)");
  CHECK(lines["lse[0]"] == "lse[0] = -inf  (no visible key: -inf by convention)");
  CHECK(lines["output[0]"] == "output[0] = [0.0]  (no visible key: 0 by convention)");
  CHECK(lines["mask[0,1]"] == "mask[0,1] = -inf  (causal, bottom-right)");
  const auto nan = lines_of(
      "{'Q': [[1], [1]], 'K': [[2]], 'mask': {'type': 'causal', 'align': 'bottom-right'}, 'empty_row': "
      "'nan'}");
  CHECK(nan["weights[0,0]"] == "weights[0,0] = nan  (no visible key: NaN by convention)");
}

TEST_CASE("an exact 0 that no arithmetic gives is exact, and NaN stays for no rule") {
  const auto tiled = lines_of(
      "{'Q': [[1], [1]], 'K': [[2], [3]], 'V': [[5], [7]], 'scale': 1, 'tile': {'rows': 2, 'cols': 1},"
      " 'mask': {'type': 'window', 'left': 0, 'right': 0, 'align': 'top-left'}}",
      decimals(1));
  CHECK(tiled["tile0,0.correction[1]"] ==
        "tile0,0.correction[1] = exp(tile0.row_max[1] - row_max[1]) = exp(-inf - (-inf)) = 0.0  (-inf stays "
        "-inf)");
  CHECK(tiled["tile0,0.exp[1,0]"] ==
        "tile0,0.exp[1,0] = exp(masked[1,0] - row_max[1]) = exp(-inf - (-inf)) = 0.0  (-inf stays -inf)");
  const auto nan =
      lines_of("{'Q': [['nan']], 'K': [[1], [2]], 'V': [[5, 1], [7, 1]], 'scale': 1}", decimals(1));
  CHECK(nan["output[0]"] ==
        "output[0] = weights[0,0]·V[0] + weights[0,1]·V[1] = nan·[5.0, 1.0] + nan·[7.0, 1.0] = "
        "[nan, nan] + [nan, nan] = [nan, nan]");
}

TEST_CASE("a hidden key's score is -inf even where it was NaN") {
  const auto lines =
      lines_of("{'scaled': [[1, 'nan']], 'mask': {'type': 'padding', 'key_lengths': [1]}}", decimals(1));
  CHECK(lines["masked[0,1]"] ==
        "masked[0,1] = scaled[0,1] + mask[0,1] = nan + (-inf) = -inf  (-inf stays -inf)");
}

TEST_CASE("constants are short where they are, and are said where they are not; roots are divided by") {
  const std::string start = "{'Q': [[2, 0]], 'K': [[1, 1]]";
  CHECK(lines_of(start + ", 'scale': 0.25}")["scaled[0,0]"] ==
        "scaled[0,0] = scores[0,0] · scale = 2.0000·0.25 = 0.5000");
  CHECK(lines_of(start + "}", decimals(2))["scaled[0,0]"] ==
        "scaled[0,0] = scores[0,0] / √d_k = 2.00/√2 ≈ 1.41");
  CHECK(lines_of(start + ", 'scale': 0.123}", decimals(2))["scaled[0,0]"] ==
        "scaled[0,0] = scores[0,0] · scale ≈ 2.00·0.12 ≈ 0.25  scale = 0.123");
  // 50 tanh(1/25) = 1.9989...
  CHECK(lines_of(start + ", 'scale': 1, 'softcap': 50}", decimals(2))["capped[0,0]"] ==
        "capped[0,0] = c · tanh(scaled[0,0] / c) = 50·tanh(2.00 / 50) ≈ 2.00");
}

TEST_CASE("of long sums and rows the middle is left out, unless they are asked for in full") {
  std::string ones = "1";
  for (int i = 0; i < 9; ++i) ones += ", 1";
  const std::string problem = "{'Q': [[" + ones + "]], 'K': [[" + ones + "]], 'V': [[" + ones + "]]}";
  RenderOptions options = decimals(0);
  const auto lines = lines_of(problem, options);
  CHECK(lines["scores[0,0]"] ==
        "scores[0,0] = Q[0] · K[0] = 1·1 + 1·1 + 1·1 + 1·1 + … (3 more) … + 1·1 + 1·1 + 1·1 = 10");
  CHECK(lines["output[0]"] ==
        "output[0] = weights[0,0]·V[0] = 1·[1, 1, 1, 1, …, 1, 1, 1] = [1, 1, 1, 1, …, 1, 1, 1]");
  options.full = true;
  CHECK(lines_of(problem, options)["scores[0,0]"] ==
        "scores[0,0] = Q[0] · K[0] = 1·1 + 1·1 + 1·1 + 1·1 + 1·1 + 1·1 + 1·1 + 1·1 + 1·1 + 1·1 = 10");
}

TEST_CASE("counted from 1 and renamed") {
  RenderOptions options = decimals(1);
  options.index_from = 1;
  options.names = {{"scores", "S"}, {"Q", "queries"}};
  const auto lines = lines_of(bank, options);
  CHECK(lines["S[3,2]"] == "S[3,2] = queries[3] · K[2] = 0.5·1.0 + 1.2·0.9 ≈ 1.6  (creaked, bank)");
}

TEST_CASE("tokens as columns: every matrix is turned, and products with it") {
  const auto lines = turned_lines_of(bank, decimals(2, {{"Q", 1}, {"K", 1}, {"V", 0}}));
  CHECK(lines["scores[1,2]"] == "scores[1,2] = K[:,1] · Q[:,2] = 1.0·0.5 + 0.9·1.2 = 1.58  (bank, creaked)");
  CHECK(lines["row_max[2]"].starts_with("row_max[2] = max(scaled[:,2]) = max(0.32, 1.58, -0.01) = 1.58"));
  CHECK(lines["shifted[1,2]"] ==
        "shifted[1,2] = scaled[1,2] - row_max[2] = 1.58 - 1.58 = 0.00  (bank, creaked)");
  CHECK(lines["output[1,2]"].starts_with("output[1,2] = V[1] · weights[:,2] ≈ 0·"));
  CHECK(lines["output[:,2]"].starts_with(
      "output[:,2] = weights[0,2]·V[:,0] + weights[1,2]·V[:,1] + weights[2,2]·V[:,2] ≈ "));
}

TEST_CASE("tiles: indices are those of the whole matrix") {
  const auto lines = lines_of(
      "{'Q': [[1], [2], [3]], 'K': [[1], [2], [3], [4]], 'V': [[1], [1], [1], [3]], 'scale': 1,"
      " 'tile': {'rows': 2, 'cols': 2}}",
      decimals(1));
  CHECK(lines["tile1,1.scores[2,3]"] == "tile1,1.scores[2,3] = Q[2] · K[3] = 3.0·4.0 = 12.0");
  CHECK(lines["tile1,1.tile_max[2]"] == "tile1,1.tile_max[2] = max(scaled[2,:]) = max(9.0, 12.0) = 12.0");
  CHECK(lines["tile1,1.row_max[2]"] ==
        "tile1,1.row_max[2] = max(tile1,0.row_max[2], tile_max[2]) = max(6.0, 12.0) = 12.0");
  CHECK(lines["tile1,1.accumulator[2,0]"].starts_with(
      "tile1,1.accumulator[2,0] = correction[2] · tile1,0.accumulator[2,0] + exp[2] · V[2:4,0] ≈ "));
  CHECK(lines["output[2,0]"].starts_with("output[2,0] = tile1.context[2,0] ≈ "));
}

TEST_CASE("operands of the same head go without its name") {
  const auto lines = lines_of("{'Q': [[1, 2, 3, 4]], 'K': [[1, 1, 1, 1]], 'heads': 2}", decimals(0));
  CHECK(lines["head1.scores[0,0]"] == "head1.scores[0,0] = Q[0] · K[0] = 3·1 + 4·1 = 7");
}

}  // namespace attn
