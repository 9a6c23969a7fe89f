// What slips compute, by hand or from the conventions themselves; and what public bug reports say of them,
// reduced to a few numbers.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "attn/diagnose.hpp"
#include "computed.hpp"

namespace attn {

namespace {

RawProblem raw_of(std::string text) {
  for (char& c : text)
    if (c == '\'') c = '"';
  Reader reader;
  return parse_problem(text, "p.json", "", reader);
}

/// The best explanation's names: "scale_twice", "a + b" for a pair; "right" or "unexplained".
std::vector<std::string> causes(const std::string& text, const DiagnoseOptions& options = {}) {
  const Diagnosis diagnosis = diagnose(raw_of(text), options);
  if (diagnosis.right) return {"right"};
  if (diagnosis.explanations.empty()) return {"unexplained"};
  std::vector<std::string> names;
  for (const Cause& cause : diagnosis.explanations[0].causes)
    names.push_back(fmt::format("{}", fmt::join(cause.slips, " + ")));
  return names;
}

void check_cause(const std::string& text, const std::string& name) {
  const std::vector<std::string> found = causes(text);
  const bool is_named = std::ranges::find(found, name) != found.end();
  CHECK_MESSAGE(is_named, name, " is not among ", fmt::format("{}", fmt::join(found, ", ")));
}

/// A problem with this at its end.
std::string expecting(std::string problem, const std::string& expect) {
  problem.pop_back();
  return fmt::format("{}, 'expect': {{{}}}}}", problem, expect);
}

const std::string zero_scores = "{'Q': [[0], [0]], 'K': [[0], [0]], 'V': [[1], [2]], 'mask': 'causal'}";

}  // namespace

TEST_CASE("a mask of zeros and ones that is added") {
  // Scores 1 and 0: weights e/(e + 1) and 1/(e + 1).
  check_cause(expecting(zero_scores, "'output': [[1.2689414213699952], [1.5]]"), "added_as_0_1(causal)");
  CHECK(causes(expecting(zero_scores, "'output': [[1], [1.5]]")) == std::vector<std::string>{"right"});
}

TEST_CASE("scale") {
  // Scores 9 and 0 with d_k = 9: rightly 3, twice 1, not at all 9, inverted 27.
  const std::string problem =
      "{'Q': [[3, 0, 0, 0, 0, 0, 0, 0, 0]], 'K': [[3, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0]],"
      " 'V': [[0], [1]]}";
  const auto output = [](double score) { return fmt::format("'output': [[{}]]", 1 / (1 + std::exp(score))); };
  check_cause(expecting(problem, output(1)), "scale_twice");
  check_cause(expecting(problem, output(9)), "no_scale");
  check_cause(expecting(problem, output(27)), "scale_inverted");
  CHECK(causes(expecting(problem, output(3))) == std::vector<std::string>{"right"});
  CHECK(causes(expecting(problem, output(5))) == std::vector<std::string>{"unexplained"});
}

TEST_CASE("where the queries stand") {
  const std::string more_queries =
      "{'Q': [[0], [0], [0]], 'K': [[0], [0]], 'V': [[4], [8]],"
      " 'mask': {'type': 'causal', 'align': 'bottom-right'}}";
  check_cause(expecting(more_queries, "'output': [[4], [6], [6]]"), "other_corner(causal)");
  const std::string cached =
      "{'past': {'K': [[0], [0]], 'V': [[3], [5]]}, 'Q': [[0], [0]], 'K': [[0], [0]], 'V': [[10], [20]],"
      " 'mask': 'causal'}";
  check_cause(expecting(cached, "'output': [[3], [4]]"), "positions_from_0");
  check_cause(expecting(cached, "'output': [[10], [15]]"), "cache_ignored");
  check_cause(expecting(zero_scores, "'output': [[0], [1]]"), "diagonal_hidden");
  const std::string window =
      "{'Q': [[0], [0], [0]], 'K': [[0], [0], [0]], 'V': [[1], [2], [6]],"
      " 'mask': {'type': 'window', 'left': 1, 'right': 0}}";
  check_cause(expecting(window, "'output': [[1], [1.5], [3]]"), "window(left+1)");
  check_cause(expecting(window, "'output': [[1], [2], [6]]"), "window(left-1)");
}

TEST_CASE("what is hidden") {
  const std::string one_seen =
      "{'Q': [[0]], 'K': [[0], [0], [0]], 'V': [[2], [4], [9]], 'mask': {'type': 'padding', 'key_lengths': "
      "[2]}}";
  check_cause(expecting(one_seen, "'output': [[5]]"), "missing(padding)");
  check_cause(expecting(one_seen, "'output': [[2]]"), "padding(counts_hidden)");
  check_cause(expecting(one_seen, "'output': [[9]]"), "polarity(padding)");
  // 2/3 of each weight is left.
  check_cause(expecting(one_seen, "'output': [[2]]"), "mask_after_softmax");
  const std::string empty_row =
      "{'Q': [[1]], 'K': [[1], [0]], 'V': [[2], [4]],"
      " 'mask': {'type': 'boolean', 'true_means': 'attend', 'values': [false, false]}}";
  check_cause(expecting(empty_row, "'output': [['nan']]"), "empty_row(nan)");
  check_cause(expecting(empty_row, "'output': [[3]]"), "sentinel(-1e9)");
  // e/(e + 1) of 2 and 1/(e + 1) of 4.
  check_cause(expecting(empty_row, "'output': [[2.537882842739990]]"), "sentinel_added(-10000)");
  const std::string leak =
      "{'Q': [[1]], 'K': [[1], [0]], 'V': [[2], ['nan']], 'mask': {'type': 'padding',"
      " 'key_lengths': [1]}}";
  check_cause(expecting(leak, "'output': [['nan']]"), "hidden_values_leak");
  const std::string bias =
      "{'Q': [[0]], 'K': [[0], [0]], 'V': [[0], [4]],"
      " 'mask': {'type': 'additive', 'values': [0, 1.0986122886681098]}}";  // ln 3
  check_cause(expecting(bias, "'output': [[2]]"), "missing(additive)");
}

TEST_CASE("softcap, softmax and log-sum-exp") {
  // The hidden score becomes -c = -2 and the seen one 2 tanh(1/2).
  const std::string capped =
      "{'Q': [[1]], 'K': [[1], [5]], 'V': [[0], [1]], 'scale': 1, 'softcap': 2,"
      " 'mask': {'type': 'padding', 'key_lengths': [1]}}";
  const double leaked = 1 / (1 + std::exp(2 + 2 * std::tanh(0.5)));
  check_cause(expecting(capped, fmt::format("'output': [[{}]]", leaked)), "softcap_after_mask");
  const std::string large = "{'Q': [[1]], 'K': [[800], [800]], 'V': [[1], [3]], 'scale': 1}";
  check_cause(expecting(large, "'output': [['nan']]"), "no_max_subtraction");
  check_cause(expecting(large, fmt::format("'lse': [{}]", std::numbers::ln2)), "lse(no_max)");
  check_cause(expecting(large, fmt::format("'lse': [{}]", 800 * std::numbers::log2e + 1)), "lse(base_2)");
  const std::string ladder = "{'scaled': [[1, 2], [1, 3]], 'V': [[0], [1]]}";
  // Columns: 1/2 and 1/2; 1/(1 + e) and e/(1 + e).
  check_cause(expecting(ladder, fmt::format("'output': [[{}], [{}]]", 1 / (1 + std::numbers::e),
                                            std::numbers::e / (1 + std::numbers::e))),
              "softmax_over(query)");
  check_cause(expecting(ladder, "'output': [[0.6666666666666666], [0.8]]"), "exp_base_2");
  check_cause(expecting(ladder, "'output': [[1], [1]]"), "not_normalised");
}

TEST_CASE("heads") {
  const std::string grouped =
      "{'layout': 'hnd', 'Q': [[[0]], [[0]], [[0]], [[0]]], 'K': [[[0]], [[0]]], 'V': [[[7]], [[9]]]}";
  check_cause(expecting(grouped, "'output': [[7, 9, 7, 9]]"), "kv_heads_tiled");
  const std::string two =
      "{'layout': 'hnd', 'scaled': [[[1.0986122886681098, 0]], [[0, 1.0986122886681098]]],"
      " 'V': [[[1], [5]], [[2], [6]]]}";
  check_cause(expecting(two, "'weights': [[0.5, 0.5]]"), "heads_averaged(weights)");
  check_cause(expecting(two, "'output': [[3.5]]"), "heads_averaged(context)");  // 2 and 5
  // One key for each of two queries: the output is V's rows as they lie in memory.
  const std::string diagonal =
      "{'heads': 2, 'Q': [[0, 0], [0, 0]], 'K': [[0, 0], [0, 0]], 'V': [[1, 2], [3, 4]],"
      " 'mask': {'type': 'window', 'left': 0, 'right': 0}}";
  check_cause(expecting(diagonal, "'output': [[1, 3], [2, 4]]"), "heads_split_unswapped");
  check_cause(expecting(diagonal, "'output': [[1, 3], [2, 4]]"), "heads_merged_unswapped");
}

TEST_CASE("projections") {
  const std::string one_token =
      "{'X': [[1]], 'W_QKV': [[1, 2, 3, 4, 5, 6]], 'heads': 2, 'qkv_packing': 'q_k_v'}";
  check_cause(expecting(one_token, "'output': [[3, 6]]"), "qkv_packing");
  const std::string stored =
      "{'X': [[1, 2]], 'W_Q': [[1], [1]], 'W_K': [[1], [1]], 'W_V': [[1, 2], [3, 4]], 'b_V': [10, 20],"
      " 'W_O': [[1, 0], [0, 1]]}";
  check_cause(expecting(stored, "'output': [[15, 31]]"), "transposed(W_V)");
  check_cause(expecting(stored, "'output': [[7, 10]]"), "missing(b_V)");
}

TEST_CASE("arithmetics and tiles") {
  // exp · V of two keys is 80000 before it is divided by 2, and float16 ends at 65504.
  check_cause(
      "{'Q': [[0]], 'K': [[0], [0]], 'V': [[40000], [40000]], 'tile': {'rows': 1, 'cols': 1},"
      " 'expect': {'output': [['inf']]}}",
      "float16(tiled)");
  // Scores 0 and ln 3 in tiles of one key: O is 1 · 5 + 1 · 9 and l is 1/3 + 1, so the output is 10.5.
  const std::string tiles =
      "{'scaled': [[0, 1.0986122886681098]], 'V': [[5], [9]], 'tile': {'rows': 1, 'cols': 1}}";
  check_cause(expecting(tiles, "'output': [[10.5]]"), "not_rescaled(accumulator)");
  check_cause(expecting(tiles, "'output': [[5.333333333333333]]"), "not_rescaled(row_sum)");  // (5/3 + 9) / 2
  check_cause(expecting(tiles, "'output': [[7]]"), "not_rescaled(both)");                     // (5 + 9) / 2
}

TEST_CASE("two slips at once") {
  const std::string problem =
      "{'Q': [[3, 1, 0, 2], [1, 0, 2, 1]], 'K': [[1, 0, 2, 0], [0, 2, 1, 1]], 'V': [[1], [2]], 'mask': "
      "'causal'}";
  // Without mask and scale: scores 3 and 4, 5 and 3.
  const std::string wrong = expecting(
      problem,
      fmt::format("'output': [[{}], [{}]]", 1 + 1 / (1 + std::exp(-1.0)), 1 + 1 / (1 + std::exp(2.0))));
  const std::vector<std::string> pair = causes(wrong);
  CHECK(std::ranges::find(pair, "no_scale + missing(causal)") != pair.end());
  CHECK(causes(wrong, {.pairs = Pairs::never}) == std::vector<std::string>{"unexplained"});
}

}  // namespace attn
