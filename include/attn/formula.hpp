#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The right side of a step's equation, as a tree over its operands: Q · Kᵀ. Each operation says it once.
/// Text, LaTeX and MathML print it; cell by cell it is the arithmetic that a reader can follow and a
/// spreadsheet calculates (`cell_of`).
struct Formula {
  enum class Kind {
    words,       ///< `text`: no equation, "given"
    whole,       ///< an operand: its cell [r, c]
    per_row,     ///< an operand with one number per row, the same in each column: its cell [r]
    per_column,  ///< an operand with one number per column, the same in each row (a bias): its cell [c]
    number,      ///< `value`, called `text`, because of `origin`
    transposed,  ///< of one term
    matmul,      ///< of two terms, over `length` entries: without those that the operand `mask` hides
    times,       ///< cell by cell, of two terms, as are those that follow
    over,
    plus,
    minus,
    exp,  ///< of one term
    ln,
    tanh,
    larger,   ///< of two terms
    row_max,  ///< over the `length` cells of a row of one term
    row_sum,  ///< likewise
    beside,   ///< terms side by side
    below,    ///< terms below each other
  };

  Kind kind = Kind::words;
  std::vector<Formula> terms = {};
  std::size_t operand = 0;          ///< whole, per_row, per_column: which one
  std::size_t length = 0;           ///< whole: its rows in `below`, its columns in `beside`
  std::optional<std::size_t> mask;  ///< matmul
  double value = 0;
  std::string text = {};
  std::string origin = {};  ///< "1/√d_k = 1/√2"; empty: it was said
};

/// What an operand is called.
using OperandName = std::function<std::string(std::size_t operand)>;

/// "Q · Kᵀ"; "scores · scale, scale = 1/√d_k = 1/√2 = 0.7071067811865475".
std::string text_of(const Formula& formula, const OperandName& name);

/// The same equation for tokens as columns, where every symbol stands for the transposed matrix: Kᵀ · Q.
Formula in_columns(const Formula& formula);

/// The value of an operand's cell, in the block that the formula reads.
using OperandValue = std::function<double(std::size_t operand, std::size_t row, std::size_t column)>;

/// The arithmetic of one cell: a tree whose leaves are cells of operands and numbers.
struct CellFormula {
  enum class Kind {
    words,    ///< `text`
    cell,     ///< `operand` [row, column], and its `value`
    number,   ///< `value`, called `text`
    sum,      ///< of all terms, from left to right; of none 0
    product,  ///< of two terms, as are those that follow
    quotient,
    difference,
    exp,  ///< of one term
    ln,
    tanh,
    largest,  ///< of all terms; of none -inf
  };

  Kind kind = Kind::words;
  std::vector<CellFormula> terms = {};
  std::size_t operand = 0;
  std::size_t row = 0;
  std::size_t column = 0;
  double value = 0;
  std::string text = {};
  std::string origin = {};
  std::size_t hidden = 0;  ///< sum: products that a mask leaves out
};

/// The arithmetic of the cell [row, column].
CellFormula cell_of(const Formula& formula, std::size_t row, std::size_t column, const OperandValue& value);

}  // namespace attn
