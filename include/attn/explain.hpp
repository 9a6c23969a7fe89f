#pragma once

#include <cstddef>
#include <string>
#include <vector>

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

/// Numbers in a text. `is_rounded`: one of them at least is not what it stands for.
struct Numbers {
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
  std::string cell;              ///< "scores[2,1]"
  std::string tokens;            ///< "kraakte, bank"; empty: it has none
  std::string formula;           ///< "Q[2] · K[1]"; empty where the cell is given
  std::vector<Numbers> numbers;  ///< "0.5·1.0 + 1.2·(-0.3)"; of a weighted row two
  Numbers value;
  std::vector<std::string> definitions;  ///< "scale = 1/√d_k = 1/√2"
  std::string remark;                    ///< "2 hidden keys left out", "given"
};

/// "scores[2,1] = Q[2] · K[1] = ... = 0.14", without tokens, definitions and remark.
std::string equation_text(const CellText& text);

}  // namespace attn
