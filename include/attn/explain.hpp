#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "attn/evaluate.hpp"
#include "attn/formula.hpp"
#include "attn/problem.hpp"
#include "attn/render.hpp"
#include "attn/trace.hpp"

namespace attn {

/// The arithmetic of a step's cell, at a row and column of `step.values` as they are there: cut, and turned
/// where tokens are columns. Rows and columns of its leaves are those of the operands' blocks as they were
/// computed. Words where no equation gives the number: "given", "no visible key: 0 by convention", and of
/// the fused kernel none.
CellFormula arithmetic_of(const Step& step, std::size_t row, std::size_t column);

/// ShownNumbers in a text. `is_rounded`: one of them at least is not what it stands for.
struct ShownNumbers {
  std::string text;
  bool is_rounded = false;
};

/// A cell's arithmetic for people:
///
///   scores[2,1] = Q[2] · K[1] = 0.5·1.0 + 1.2·(-0.3) = 0.14  (kraakte, bank)
///
/// Every number is shown at its own step's decimals, and the sign in front of numbers says what that makes of
/// them: = where what stands there is what it stands for, ≈ where a number of it is rounded. For the value
/// this means: it is what the arithmetic gives with its numbers in full.
struct CellText {
  std::string cell;                   ///< "scores[2,1]"
  std::string tokens;                 ///< "kraakte, bank"; empty: it has none
  std::string formula;                ///< "Q[2] · K[1]"; empty where the cell is given
  std::vector<ShownNumbers> numbers;  ///< "0.5·1.0 + 1.2·(-0.3)"; of a weighted row two
  ShownNumbers value;
  std::vector<std::string> definitions;  ///< "scale = 1/√d_k = 1/√2"
  std::string remark;                    ///< "2 hidden keys left out", "given"
};

/// "scores[2,1] = Q[2] · K[1] = ... = 0.14", without tokens, definitions and remark.
std::string equation_text(const CellText& text);

/// A cell, or a row or column of cells, and the cells that it is computed from.
struct CellExplanation {
  CellText text;
  std::vector<double> values;             ///< one, or those of the row
  std::vector<std::string> equations;     ///< rows of an `aligned` environment, where typeset
  std::vector<CellExplanation> operands;  ///< computed cells: what is given stands in the arithmetic
  bool is_above = false;                  ///< was explained before: goes without arithmetic and operands
  std::size_t left_out = 0;               ///< stands for so many operands in the middle, and has nothing else
};

/// For which dialect of LaTeX equations are written: that of Markdown pages (KaTeX), or that of documents.
enum class Typeset { no, page, document };

struct ExplainOptions {
  const Arithmetic* arithmetic = &float64;
  RenderOptions render = {};
  Orientation orientation = Orientation::rows;
  Typeset typeset = Typeset::no;
  std::size_t depth = std::numeric_limits<std::size_t>::max();  ///< levels of operands
};

/// Explains cells down to what is given; of what they share, only the first time. A cell is said as it is
/// printed: weights[0,2], row_max[1], head1.scores[kraakte,bank]. A number is an index, anything else or
/// "what is in quotes" a token. output[1] is a row, output[:,1] a column. Computes what these cells are
/// computed from, and nothing else. Throws InputError.
std::vector<CellExplanation> explain(const Problem& problem, const std::vector<std::string>& cells,
                                     const ExplainOptions& options = {});

}  // namespace attn
