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
      "\\begin{attnlines}\nS\n\\allowbreak = Q K^{\\top}\n"
      "\\allowbreak = \\begin{bmatrix}\n  1 & 0 \\\\\n  0 & 2\n\\end{bmatrix} "
      "\\begin{bmatrix}\n  1 & 0 \\\\\n  1 & 1\n\\end{bmatrix}\n"  // Kᵀ
      "\\allowbreak = \\begin{bmatrix}\n  1.0000 & 0.0000 \\\\\n  2.0000 & 2.0000\n\\end{bmatrix}\n"
      "\\end{attnlines}\n");
}

TEST_CASE("the scale stands as a root, with its number where numbers stand") {
  has(latex(two_tokens + "}"),
      "S_{\\text{scaled}}\n\\allowbreak = \\frac{S}{\\sqrt{d_k}}\n\\allowbreak = \\frac{1}{\\sqrt{2}} "
      "\\begin{bmatrix}");
}

TEST_CASE("what a named number is stands behind the chain, not within it") {
  const std::string text = latex(two_tokens + ", 'scale': 0.5}");
  has(text,
      "S_{\\text{scaled}}\n\\allowbreak = \\text{scale} \\cdot S\n\\allowbreak = 0.5 \\cdot "
      "\\begin{bmatrix}");
  has(text,
      "\n  0.5000 & 0.0000 \\\\\n  1.0000 & 1.0000\n\\end{bmatrix},\n\\allowbreak \\quad \\text{scale} = "
      "0.5\n");
}

TEST_CASE("a long equation may be broken before its signs of equality, or before its matrix") {
  const std::string text =
      latex("{'Q': [[0.1, 1], [0, 2]], 'K': [[1, 0], [1, 1]], 'tokens': ['grasshopper', 'b']}");
  has(text, "\\begin{attnlines}\nS\n\\allowbreak = Q K^{\\top}\n\\allowbreak = \\begin{bmatrix}\n");
  has(text, "\n\\allowbreak = \\attnfit{\\attnlabels{\n");
  has(text,
      "(S_{\\text{shifted}})_{ij} = (S_{\\text{scaled}})_{ij} - m_{i},\n"
      "\\allowbreak\\qquad S_{\\text{shifted}}\n= \\attnfit{\\attnlabels{\n");
}

TEST_CASE("a matrix that may be too wide for an article's line shrinks") {
  const std::string row = "[-1000.5, -1000.5, -1000.5, -1000.5, -1000.5, -1000.5, -1000.5]";
  has(latex("{'scaled': [" + row + "]}"), "= \\attnfit{\\begin{bmatrix} -1000.5 & -1000.5");
  CHECK(latex("{'scaled': [[-1000.5, -1000.5]]}", {.header = false}).find("\\attnfit") == std::string::npos);
}

TEST_CASE("a matrix that is too high for a page is in parts, and so is one that is far too wide") {
  std::string column, row;
  for (int i = 0; i < 45; ++i) {
    column += fmt::format("{}[{}]", i == 0 ? "" : ", ", i);
    row += fmt::format("{}{}", i == 0 ? "" : ", ", 1000 + i);
  }
  const RenderOptions full{.full = true, .header = false, .index_from = 1};
  // 45 rows are 23 and 22; they count from 1, both ends included.
  const std::string high = latex("{'scaled': [" + column + "]}", full);
  has(high, "\\begin{samepage}\n\\[\nS_{\\text{scaled}}[1{:}23]\n= \\attnfit{\\begin{bmatrix}\n  0 \\\\\n");
  has(high,
      "  22\n\\end{bmatrix}}\n\\]\n\\end{samepage}\n\\filbreak\n\\begin{samepage}\n\\[\n"
      "S_{\\text{scaled}}[24{:}45]\n= \\attnfit{\\begin{bmatrix}\n  23 \\\\\n");
  has(high, "  44\n\\end{bmatrix}}\n\\]\n\\end{samepage}\n");
  // The equation stands before the first part of its result.
  has(high, "\\[\nm_{i} = \\max_{j} (S_{\\text{scaled}})_{ij}\n\\]\n\\[\nm[1{:}23]\n= \\attnfit{");
  const std::string wide = latex("{'scaled': [[" + row + "]]}", full);
  has(wide, "S_{\\text{scaled}}[{:}, 1{:}");
  has(wide, " & 1044 \\end{bmatrix}");
  CHECK(latex("{'scaled': [" + column + "]}", {.header = false}).find("{:}") == std::string::npos);
}

TEST_CASE("a name in Greek is the same in the heading and in formulas") {
  const std::string text = latex(two_tokens + "}", {.header = false, .names = {{"weights", "α"}}});
  has(text, "\\subsection*{\\texttt{\\ensuremath{\\alpha}}: attention weights");
  has(text, "\\alpha_{ij} = ");
  CHECK(text.find("attnchar") == std::string::npos);
}

TEST_CASE("a long title may be broken") {
  const std::string title = "a_title_without_any_blank_in_it";
  has(latex("{'title': '" + title + "', 'scaled': [[0]]}"),
      "\\section*{\\raggedright a\\_\\allowbreak{}title\\_");
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
  CHECK(text.starts_with("% For \\input into a document that loads amsmath"));
  CHECK(text.find("\\documentclass") == std::string::npos);
  CHECK(text.find("\\end{document}") == std::string::npos);
  has(text, "\n\\subsection*{\\texttt{Q}: queries, 2 query");
  // No page ends between the author's own heading and ours.
  CHECK(text.find("\\filbreak") > text.find("\\end{samepage}"));
}

TEST_CASE("the steps alone define the commands that they use, before the step that uses them first") {
  const std::string text = latex("{'scaled': [[0, 0], [0, 1]], 'tokens': ['a', 'b']}", {.header = false});
  const std::size_t definition = text.find("\\providecommand{\\attnlabels}");
  CHECK(definition < text.find("\\attnlabels{\n"));
  CHECK(text.find("\\providecommand{\\attnlabels}", definition + 1) == std::string::npos);
  CHECK(text.find("attnchar") == std::string::npos);
  CHECK(text.find("attnfit") == std::string::npos);
  const std::string plain = latex("{'scaled': [[1]], 'softmax': 'naive'}", {.header = false});
  CHECK(plain.find("\\attn") == std::string::npos);
}

TEST_CASE("pages end between steps, and in long arithmetic before a cell or a sign of equality") {
  const std::string text = latex(two_tokens + "}", {.explain = true});
  has(text, "\n\\end{attnlines}\n\\begin{align*}\nS_{0,0} &= ");  // with its equation
  has(text, "\n\\end{align*}\n\\end{samepage}\n\n\\filbreak\n\\subsection*{\\texttt{scaled}");
  std::string nine;
  for (int i = 0; i < 9; ++i) nine += "0.123456, ";
  const std::string rows = "[" + nine + "1], [" + nine + "2]";
  const std::string sums = latex("{'scaled': [" + rows + ", " + rows + ", " + rows + "], 'softmax': 'naive'}",
                                 {.decimals = {6, {}}, .explain = true});
  has(sums, "\\end{samepage}\n\\filbreak\n{\\allowdisplaybreaks\n\\begin{align*}\n\\ell_{0} &= 1.131400 + ");
  has(sums, " \\\\*\n&\\quad + 1.131400");
  has(sums, " \\\\\n\\ell_{1} &= ");
}

TEST_CASE("selected rows do not stand beside operands that are whole") {
  samples::TextOutput output;
  const auto sink = latex_format.make(output, {});
  Selection selection;
  selection.steps = {"scores"};
  selection.rows = {Range{1, 2}};
  SelectingSink selecting(selection, *sink);
  run(*computed::parsed(two_tokens + "}"), selecting);
  has(output.text, "S\n= Q K^{\\top}\n= \\begin{bmatrix} 2.0000 & 2.0000 \\end{bmatrix}");
}

}  // namespace attn
