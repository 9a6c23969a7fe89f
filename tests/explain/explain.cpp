// Explanations: which cells they lead to, and which cells can be asked for.
#include "attn/explain.hpp"

#include "explain/lines.hpp"

namespace attn {

using computed::error_of;
using computed::parsed;
using computed::problem_of;

namespace {

/// "weights(exp(shifted) row_sum)": cells within their formulas; ^ in front of one that stands above.
std::string tree_of(const CellExplanation& explanation) {
  if (explanation.left_out > 0) return fmt::format("{} more", explanation.left_out);
  if (explanation.is_above) return "^" + explanation.text.cell;
  std::string text = explanation.text.cell;
  for (std::size_t i = 0; i < explanation.operands.size(); ++i)
    text += (i == 0 ? "(" : " ") + tree_of(explanation.operands[i]);
  return text + (explanation.operands.empty() ? "" : ")");
}

std::string tree_of(const Problem& problem, const std::string& cell, const ExplainOptions& options = {}) {
  return tree_of(explain(problem, {cell}, options).at(0));
}

std::string cell_error(const std::string& problem, const std::string& cell,
                       const ExplainOptions& options = {}) {
  return error_of([&] { explain(*parsed(problem), {cell}, options); });
}

const std::string two = "{'Q': [[1, 0], [0, 2]], 'K': [[1, 1], [0, 1]], 'V': [[2, 0], [1, 3]]}";
const std::string bank =
    "{'tokens': ['the', 'bank', 'the', '1'], 'Q': [[1], [2], [3], [4]], 'K': [[1], [2], [3], [4]]}";

}  // namespace

TEST_CASE("an explanation goes down to what is given, and explains what is shared once") {
  CHECK(tree_of(*parsed(two), "scores[0,1]") == "scores[0,1]");
  CHECK(tree_of(*parsed(two), "weights[1,0]") ==
        "weights[1,0](exp[1,0](shifted[1,0](scaled[1,0](scores[1,0])"
        " row_max[1](^scaled[1,0] scaled[1,1](scores[1,1]))))"
        " row_sum[1](^exp[1,0] exp[1,1](shifted[1,1](^scaled[1,1] ^row_max[1]))))");
  CHECK(tree_of(*parsed(two), "Q[1,1]") == "Q[1,1]");
}

TEST_CASE("so deep, and no deeper") {
  const auto problem = parsed(two);
  const auto at = [&](std::size_t depth) { return tree_of(*problem, "shifted[0,1]", {.depth = depth}); };
  CHECK(at(0) == "shifted[0,1]");
  CHECK(at(1) == "shifted[0,1](scaled[0,1] row_max[0])");
  CHECK(at(2) == "shifted[0,1](scaled[0,1](scores[0,1]) row_max[0](scaled[0,0] ^scaled[0,1]))");
}

TEST_CASE("of many operands the middle is left out, unless all are asked for") {
  const auto problem = parsed("{'scores': [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]], 'scale': 1}");
  ExplainOptions options{.depth = 1};
  CHECK(tree_of(*problem, "row_max[0]", options) ==
        "row_max[0](scaled[0,0] scaled[0,1] scaled[0,2] scaled[0,3] 3 more scaled[0,7] scaled[0,8] "
        "scaled[0,9])");
  options.render.full = true;
  CHECK(tree_of(*problem, "row_max[0]", options).find("more") == std::string::npos);
}

TEST_CASE("values are the run's; of a row all of them") {
  const auto problem = parsed(two);
  CHECK(explain(*problem, {"scores[1,1]"})[0].values == std::vector<double>{2});
  CHECK(explain(*problem, {"scores[0]"})[0].values == std::vector<double>{1, 0});
  CHECK(explain(*problem, {"scores[:,0]"})[0].values == std::vector<double>{1, 2});
  const CellExplanation row = explain(*problem, {"output[1]"}, {.depth = 1})[0];
  CHECK(tree_of(row) == "output[1](weights[1,0] weights[1,1])");
  CHECK(row.values == std::vector<double>{1.5, 1.5});
}

TEST_CASE("nothing else is computed: what is not an operand need not even be known") {
  const auto problem =
      problem_of({{"scores", Array{{1, 2}, {3, 4}, false, {}}}, {"scale", 2}, {"V", {2, 5}}});
  CHECK(explain(*problem, {"weights[0,0]", "scaled[0,1]"})[1].values == std::vector<double>{8});
}

TEST_CASE("of several cells what they share is explained once, but each that is asked for is shown") {
  const auto problem = parsed(two);
  const auto explanations = explain(*problem, {"exp[0,0]", "exp[0,1]", "exp[0,0]", "scaled[0,1]", "exp[0]"});
  CHECK(tree_of(explanations[0]) ==
        "exp[0,0](shifted[0,0](scaled[0,0](scores[0,0]) row_max[0](^scaled[0,0] scaled[0,1](scores[0,1]))))");
  CHECK(tree_of(explanations[1]) == "exp[0,1](shifted[0,1](^scaled[0,1] ^row_max[0]))");
  CHECK(tree_of(explanations[2]) == "exp[0,0](^shifted[0,0])");
  CHECK(explanations[2].text.formula == "exp(shifted[0,0])");
  CHECK(tree_of(explanations[3]) == "scaled[0,1](^scores[0,1])");
  CHECK(tree_of(explanations[4]) == "exp[0](^shifted[0,0] ^shifted[0,1])");
}

TEST_CASE("what was explained less deep is explained again") {
  const auto explanations = explain(*parsed(two), {"scaled[0,0]", "shifted[0,0]"}, {.depth = 1});
  CHECK(tree_of(explanations[1]) == "shifted[0,0](^scaled[0,0] row_max[0])");
  const auto deeper = explain(*parsed(two), {"exp[0,0]", "shifted[0,0]", "weights[0,0]"}, {.depth = 2});
  CHECK(tree_of(deeper[0]) == "exp[0,0](shifted[0,0](scaled[0,0] row_max[0]))");
  CHECK(tree_of(deeper[1]) == "shifted[0,0](scaled[0,0](scores[0,0]) row_max[0](^scaled[0,0] scaled[0,1]))");
  CHECK(tree_of(deeper[2]) == "weights[0,0](^exp[0,0] row_sum[0](^exp[0,0] exp[0,1]))");
  // So many levels that nothing is cut are as good as all.
  CHECK(tree_of(*parsed(two), "weights[1,0]", {.depth = 9}) == tree_of(*parsed(two), "weights[1,0]"));
}

TEST_CASE("a name of a number is said once") {
  const auto explanations =
      explain(*parsed("{'scores': [[1, 2]], 'scale': 0.123456}"), {"scaled[0,0]", "scaled[0,1]"});
  CHECK(explanations[0].text.definitions == std::vector<std::string>{"scale = 0.123456"});
  CHECK(explanations[1].text.definitions.empty());
}

TEST_CASE("tiles and heads: cells of blocks are cells of the whole") {
  const std::string q = "{'Q': [[1, 2], [3, 4], [5, 6]], 'K': [[1, 0], [0, 1], [1, 1]]";
  const auto tiles = parsed(q + ", 'V': [[1], [2], [3]], 'tile': {'rows': 2, 'cols': 2}}");
  CHECK(tree_of(*tiles, "output[2,0]", {.depth = 2}) ==
        "output[2,0](tile1.context[2,0](tile1,1.accumulator[2,0] tile1,1.row_sum[2]))");
  CHECK(tree_of(*tiles, "tile1,1.accumulator[2,0]", {.depth = 1}) ==
        "tile1,1.accumulator[2,0](tile1,1.correction[2] tile1,0.accumulator[2,0] tile1,1.exp[2,2])");
  const auto heads = parsed(
      "{'X': [[1, 2]], 'W_Q': [[1, 0], [0, 1]], 'W_K': [[1, 0], [0, 1]], 'W_V': [[1, 0], [0, 1]], 'heads': "
      "2}");
  CHECK(tree_of(*heads, "head1.Q[0,0]") == "head1.Q[0,0](Q[0,1])");
  CHECK(tree_of(*heads, "output[0,1]", {.depth = 1}) == "output[0,1](head1.context[0,0])");
}

TEST_CASE("tokens as columns: cells are those of the turned matrices") {
  const ExplainOptions turned{.orientation = Orientation::columns, .depth = 1};
  // Turned, row 0 is key 0 and column 1 is query 1.
  CHECK(tree_of(*parsed(two), "weights[0,1]", turned) == "weights[0,1](exp[0,1] row_sum[1])");
  CHECK(explain(*parsed(two), {"scores[0,1]"}, turned)[0].values == std::vector<double>{2});
  CHECK(tree_of(*parsed(two), "row_max[1]", turned) == "row_max[1](scaled[0,1] scaled[1,1])");
}

TEST_CASE("other names, aliases and tokens lead to the same cell") {
  ExplainOptions options{.depth = 0};
  options.render.names = {{"weights", "A"}};
  CHECK(tree_of(*parsed(two), "A[0,1]", options) == "A[0,1]");
  CHECK(tree_of(*parsed(two), "weights[0,1]", options) == "A[0,1]");
  CHECK(tree_of(*parsed(two), "context[0,1]", {.depth = 0}) == "output[0,1]");
  CHECK(tree_of(*parsed(two), "masked[0,1]", {.depth = 0}) == "scaled[0,1]");
  CHECK(tree_of(*parsed(bank), "scores[bank,3]", {.depth = 0}) == "scores[1,3]");
  CHECK(tree_of(*parsed(bank), "scores[1,\"1\"]", {.depth = 0}) == "scores[1,3]");
}

TEST_CASE("counted from 1, ids and cells are") {
  ExplainOptions options{.depth = 0};
  options.render.index_from = 1;
  const auto problem = parsed("{'Q': [[1, 2]], 'K': [[1, 2], [3, 4]], 'heads': 2}");
  CHECK(tree_of(*problem, "head2.scores[1,2]", options) == "head2.scores[1,2]");
  CHECK(explain(*problem, {"head2.scores[1,2]"}, options)[0].values == std::vector<double>{8});
  CHECK(cell_error("{'Q': [[1, 2]], 'K': [[1, 2]], 'heads': 2}", "head0.scores[1,1]", options) ==
        "cell \"head0.scores[1,1]\": batch entries, heads and tiles count from 1");
  CHECK(cell_error(two, "scores[0,1]", options) == "cell \"scores[0,1]\": found query 0, expected 1 to 2");
}

TEST_CASE("what cannot be asked for is said with what can") {
  CHECK(cell_error(two, "wieghts[0,1]") ==
        "cell \"wieghts[0,1]\": there is no such step; did you mean \"weights\"?");
  CHECK(cell_error(two, "xyz[0,1]") ==
        "cell \"xyz[0,1]\": there is no such step; \"attn-calc list steps\" shows all");
  CHECK(cell_error(two, "weights[0,2]") == "cell \"weights[0,2]\": found key 2, expected 0 to 1");
  CHECK(cell_error(two, "weights[9999999999999999999999,0]") ==
        "cell \"weights[9999999999999999999999,0]\": found query 9999999999999999999999, expected 0 to 1");
  CHECK(cell_error(two, "row_max[0,1]") ==
        "cell \"row_max[0,1]\": found 2 indices, expected 1: there is one number for each query");
  CHECK(cell_error(two, "row_max[:]") == "cell \"row_max[:]\": expected one query");
  CHECK(cell_error(two, "weights[:,:]") == "cell \"weights[:,:]\": expected one cell, or one row or column");
  CHECK(cell_error(two, "weights[the,0]") ==
        "cell \"weights[the,0]\": \"the\" is no index, and query has no tokens");
  CHECK(cell_error(two, "weights[0,-1]") ==
        "cell \"weights[0,-1]\": \"-1\" is no index, and key has no tokens");
  CHECK(cell_error(bank, "K[bank]", {.orientation = Orientation::columns}) ==
        "cell \"K[bank]\": \"bank\" is no index, and d_k has no tokens; tokens are columns here, as in "
        "output[:,cat]");
  CHECK(cell_error(two, "tile0,1.exp[0,0]") ==
        "cell \"tile0,1.exp[0,0]\": this problem has no tile0,1.exp; say exp");
  CHECK(
      cell_error(two, "tile_max[0]") ==
      "cell \"tile_max[0]\": this problem has no tile_max in the standard pipeline; it has Q, K, V, scores, "
      "scaled, row_max, shifted, exp, row_sum, weights, lse, output");
  CHECK(cell_error(two, "tile.exp[0,0]") ==
        "cell \"tile.exp[0,0]\": expected a place such as \"batch0.head1.tile0,2.\" in front of exp");
  const auto no_keys = problem_of({{"scaled", Array{{1, 0}, {}, false, {}}}});
  CHECK(error_of([&] { explain(*no_keys, {"scaled[0,0]"}); }) == "cell \"scaled[0,0]\": there is no key");
}

TEST_CASE("tokens that are not there, or are there twice") {
  CHECK(cell_error(bank, "scores[bnak,0]") ==
        "cell \"scores[bnak,0]\": no query is called \"bnak\"; did you mean \"bank\"?");
  CHECK(cell_error(bank, "scores[0,river]") == "cell \"scores[0,river]\": no key is called \"river\"");
  CHECK(cell_error(bank, "scores[0,the]") ==
        "cell \"scores[0,the]\": the key \"the\" stands at 0 and at 2: say the number");
  CHECK(cell_error(bank, "Q[0,bank]") == "cell \"Q[0,bank]\": \"bank\" is no index, and d_k has no tokens");
}

TEST_CASE("tiles that are skipped, tiles that are not said, and the fused kernel") {
  const std::string tiles =
      "{'Q': [[1], [2], [3]], 'K': [[1], [2], [3]], 'mask': 'causal', 'tile': {'rows': 1, 'cols': 2}}";
  const std::string skipped = "this tile is skipped: the mask hides all of its keys from all of its queries";
  CHECK(cell_error(tiles, "tile0,1.exp[0,2]") == "cell \"tile0,1.exp[0,2]\": " + skipped);
  CHECK(
      cell_error(tiles, "exp[0,0]") ==
      "cell \"exp[0,0]\": this problem has no exp; say tile0,0.exp, tile1,0.exp, tile2,0.exp or tile2,1.exp");
  const auto fused = problem_of({{"Q", {1, 1}}, {"K", {1, 1}}, {"V", {1, 1}}, {"backend", "flash"}});
  CHECK(error_of([&] { explain(*fused, {"output[0,0]"}); }) ==
        "backend flash: the fused kernel keeps no steps that could be explained; say --backend reference");
}

namespace {

std::vector<std::string> equations_of(const std::string& problem, const std::string& cell,
                                      ExplainOptions options = {}) {
  options.depth = 0;
  options.typeset = Typeset::document;
  return explain(*parsed(problem), {cell}, options).at(0).equations;
}

}  // namespace

TEST_CASE("equations say names, numbers and the value") {
  using Equations = std::vector<std::string>;
  CHECK(explain(*parsed(two), {"scores[1,0]"}).at(0).equations.empty());
  CHECK(equations_of(two, "scores[1,0]") ==
        Equations{
            R"(S_{1,0} &= Q_{1,0} \cdot K_{0,0} + Q_{1,1} \cdot K_{0,1} = 0 \cdot 1 + 2 \cdot 1 = 2.0000)"});
  ExplainOptions options;
  options.render = computed::decimals(1);
  options.render.index_from = 1;
  // 2/√2 = 1.41..., in columns [1,2] is key 1 of query 2.
  options.orientation = Orientation::columns;
  CHECK(equations_of(two, "scaled[1,2]", options) ==
        Equations{
            R"((S_{\text{scaled}})_{1,2} &= \frac{S_{1,2}}{\sqrt{2}} = \frac{2.0}{\sqrt{2}} \approx 1.4)"});
  CHECK(equations_of(two, "Q[1,1]") == Equations{R"(Q_{1,1} &= 2 \quad \text{(given)})"});
}

TEST_CASE("equations of a row are those of its cells, and of a long sum the middle is left out") {
  using Equations = std::vector<std::string>;
  const std::string ones = "{'Q': [[1,1,1,1,1,1,1,1,1,1]], 'K': [[1,1,1,1,1,1,1,1,1,1]], 'scale': 1}";
  CHECK(
      equations_of(ones, "scores[0]") ==
      Equations{
          R"(S_{0,0} &= Q_{0,0} \cdot K_{0,0} + Q_{0,1} \cdot K_{0,1} + Q_{0,2} \cdot K_{0,2} + Q_{0,3} \cdot K_{0,3} + \cdots)",
          R"(&\quad + Q_{0,7} \cdot K_{0,7} + Q_{0,8} \cdot K_{0,8} + Q_{0,9} \cdot K_{0,9})",
          R"(&= 1 \cdot 1 + 1 \cdot 1 + 1 \cdot 1 + 1 \cdot 1 + \cdots + 1 \cdot 1 + 1 \cdot 1 + 1 \cdot 1)",
          R"(&\quad = 10.0000)"});
}

}  // namespace attn
