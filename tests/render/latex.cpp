// LaTeX as a whole: what is promised of it. That it compiles is tests/latex, its look is in the goldens.
#include <doctest/doctest.h>

#include "printed.hpp"
#include "render/formats.hpp"

namespace attn {

namespace {

using samples::has;
using samples::two_tokens;

std::string latex(const std::string& problem, const RenderOptions& options = {}) {
  return samples::printed("latex", problem, options);
}

}  // namespace

TEST_CASE("a step is an equation with its operands and its numbers") {
  has(latex(two_tokens + "}"),
      "\\[\nS\n= Q K^{\\top}\n"
      "= \\begin{bmatrix}\n  1 & 0 \\\\\n  0 & 2\n\\end{bmatrix} "
      "\\begin{bmatrix}\n  1 & 0 \\\\\n  1 & 1\n\\end{bmatrix}\n"  // Kᵀ
      "= \\begin{bmatrix}\n  1.0000 & 0.0000 \\\\\n  2.0000 & 2.0000\n\\end{bmatrix}\n\\]\n");
}

TEST_CASE("the scale stands as a root, with its number where numbers stand") {
  has(latex(two_tokens + "}"),
      "S_{\\text{scaled}}\n= \\frac{S}{\\sqrt{d_k}}\n= \\frac{1}{\\sqrt{2}} \\begin{bmatrix}");
}

TEST_CASE("an equation of entries stands before its matrix") {
  has(latex("{'scaled': [[0, 0]]}"),
      "\\[\nA_{ij} = \\frac{P_{ij}}{\\ell_{i}},\n\\qquad A\n= \\begin{bmatrix} 0.5000 & 0.5000 "
      "\\end{bmatrix}\n\\]\n");
}

TEST_CASE("tokens stand before rows and above columns") {
  const std::string text =
      latex("{'scaled': [[0, 0], [0, 'nan']], 'tokens': ['a', '%'], 'softmax': 'naive'}");
  has(text,
      "\\attnlabels{\n  & \\text{a} & \\text{\\%} \\cr\n  \\attnrow{a} & 0 & 0 \\cr\n"
      "  \\attnrow{\\%} & 0 & \\text{NaN} \\cr\n}");
  has(text,
      "\\begin{array}{@{}r@{\\;}}\n  \\text{a} \\\\\n  \\text{\\%}\n\\end{array}\n\\begin{bmatrix}");  // row_sum
}

TEST_CASE("more columns than amsmath's matrices have") {
  const std::string problem = "{'scaled': [[0,0,0,0,0,0,0,0,0,0,0,0]]}";
  CHECK(latex(problem, {.full = true}).find("\\setcounter{MaxMatrixCols}{12}") != std::string::npos);
  const std::string cut = latex(problem);
  CHECK(cut.find("MaxMatrixCols") == std::string::npos);
  has(cut, "& \\cdots &");
  has(cut, "3 of 12 columns left out");
}

TEST_CASE("the steps alone are no document") {
  const std::string text = latex(two_tokens + "}", {.header = false});
  CHECK(text.find("\\documentclass") == std::string::npos);
  CHECK(text.find("\\end{document}") == std::string::npos);
  has(text, "\\subsection*{\\texttt{scores}: raw scores, 2 query");
}

TEST_CASE("selected rows do not stand beside operands that are whole") {
  samples::TextOutput output;
  const auto sink = latex_format.make(output, {});
  Selection selection;
  selection.steps = {"scores"};
  selection.rows = Range{1, 2};
  SelectingSink selecting(selection, *sink);
  run(*computed::parsed(two_tokens + "}"), selecting);
  has(output.text, "S\n= Q K^{\\top}\n= \\begin{bmatrix} 2.0000 & 2.0000 \\end{bmatrix}");
}

}  // namespace attn
