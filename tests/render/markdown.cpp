// Markdown as a whole: what is promised of it. Its look is in the goldens.
#include <doctest/doctest.h>

#include "printed.hpp"
#include "render/formats.hpp"

namespace attn {

namespace {

using samples::has;
using samples::two_tokens;

std::string markdown(const std::string& problem, const RenderOptions& options = {}) {
  return samples::printed("markdown", problem, options);
}

}  // namespace

TEST_CASE("a step is a heading, a formula and a table") {
  has(markdown(two_tokens + "}"),
      "### `scores`: raw scores, 2 query × 2 key\n\n"
      "$$\nS = Q K^{\\top}\n$$\n\n"
      "| | 0 | 1 |\n|:--|--:|--:|\n| 0 | 1.0000 | 0.0000 |\n| 1 | 2.0000 | 2.0000 |\n");
}

TEST_CASE("formulas of every step") {
  const std::string text = markdown(two_tokens + ", 'softcap': 2, 'mask': 'causal'}");
  has(text, "S_{\\text{scaled}} = \\frac{S}{\\sqrt{d_k}}\n");
  has(text,
      "(S_{\\text{capped}})_{ij} = c \\tanh\\left(\\frac{(S_{\\text{scaled}})_{ij}}{c}\\right), \\quad c = "
      "2\n");
  has(text, "S_{\\text{masked}} = S_{\\text{capped}} + M\n");
  has(text, "m_{i} = \\max_{j} (S_{\\text{masked}})_{ij}\n");
  has(text, "(S_{\\text{shifted}})_{ij} = (S_{\\text{masked}})_{ij} - m_{i}\n");
  has(text, "P_{ij} = \\exp\\left((S_{\\text{shifted}})_{ij}\\right)\n");
  has(text, "\\ell_{i} = \\sum_{j} P_{ij}\n");
  has(text, "A_{ij} = \\frac{P_{ij}}{\\ell_{i}}\n");
  has(text, "L_{i} = m_{i} + \\ln \\ell_{i}\n");
  has(text, "O = A V\n");
}

TEST_CASE("heads and batch entries stand above, tiles below") {
  has(markdown("{'X': [[1, 2]], 'W_Q': [[1, 0], [0, 1]], 'W_K': [[1, 0], [0, 1]], 'heads': 2}"),
      "S^{(1)} = Q^{(1)} K^{(1)\\top}\n");
  has(markdown("{'Q': [[[[1]], [[2]]], [[[3]], [[4]]]], 'K': [[[[1]], [[2]]], [[[3]], [[4]]]]}"),
      "S^{(1,0)} = Q^{(1,0)} K^{(1,0)\\top}\n");
  has(markdown(two_tokens + ", 'tile': {'rows': 1, 'cols': 1}}"),
      "(m_{1,1})_{i} = \\max\\left((m_{1,0})_{i}, (m_{\\text{tile},1,1})_{i}\\right)\n");
}

TEST_CASE("tokens as columns") {
  const std::string problem = "{'Q': [[1, 0], [0, 2]], 'K': [[1, 1], [0, 1]], 'V': [[2, 0], [1, 3]]}";
  samples::TextOutput output;
  const auto sink = markdown_format.make(output, {});
  TransposingSink transposing(*sink);
  run(*computed::parsed(problem), transposing);
  has(output.text, "S = K^{\\top} Q\n");
  has(output.text, "m_{j} = \\max_{i} (S_{\\text{scaled}})_{ij}\n");
  has(output.text, "O = V A\n");
  has(output.text, "| $m$ | 0.7071 | 1.4142 |\n");
}

TEST_CASE("each cell's arithmetic, as one works it out on paper") {
  const std::string text = markdown(two_tokens + ", 'softmax': 'naive'}", {.explain = true});
  has(text, "S_{0,0} &= 1 \\cdot 1 + 0 \\cdot 1 = 1.0000");
  has(text, "(S_{\\text{scaled}})_{1,1} &= \\frac{2.0000}{\\sqrt{2}} \\approx 1.4142");
  has(text, "P_{0,0} &= e^{0.7071} \\approx 2.0281");
  has(text, "\\ell_{0} &= 2.0281 + 1.0000 = 3.0281");
  has(text, "A_{0,0} &= \\frac{2.0281}{3.0281} \\approx 0.6698");
  has(text,
      "O_{0,{:}} &= 0.6698 \\begin{bmatrix} 2 & 0 \\end{bmatrix} + 0.3302 \\begin{bmatrix} 1 & 3 "
      "\\end{bmatrix}");
}

TEST_CASE("given numbers have no more decimals than they need") {
  has(markdown("{'scaled': [[0.25, 1], [3, 0]]}"), "| 0 | 0.25 | 1.00 |\n| 1 | 3.00 | 0.00 |\n");
  has(markdown("{'scaled': [[0.123456, 1]]}"), "| 0 | 0.1235 | 1.0000 |\n");
}

TEST_CASE("rows that do not add up are named where --index-from says") {
  has(markdown("{'scaled': [[0, 0, 0]]}", {.index_from = 1}),
      "Rounding: the printed numbers of row 1 add up to 0.9999; without rounding, to 1.\n");
}

TEST_CASE("empty matrices, infinities and hostile tokens") {
  has(markdown("{'scaled': {'shape': [0, 2]}}"), "\n(no rows)\n");
  const std::string text = markdown(
      "{'scaled': [['-inf', 'nan']], 'softmax': 'naive', 'tokens': {'query': ['a|b'], 'key': ['$', '`']}}");
  has(text, "| | 0 <span>$</span> | 1 \\` |\n");
  has(text, "| 0 a\\|b | -∞ | NaN |\n");
}

TEST_CASE("names for steps") {
  const std::string text = markdown(two_tokens + "}", {.names = {{"weights", "α"}, {"output", "Z"}}});
  has(text, "### `Z`: output, 2 query × 2 d\\_v\n\n$$\nZ = \\alpha V\n$$\n");
}

}  // namespace attn
