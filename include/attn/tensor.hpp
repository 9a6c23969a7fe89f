#pragma once

// The one place that includes xtensor: newer releases move its headers.
#include <cstddef>
#include <string_view>
#include <variant>
#include <vector>
#include <xtensor/xadapt.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xtensor.hpp>

namespace attn {

/// The value of a step. A step with one number per row (`row_max`, `lse`) is a column [n, 1], so that it
/// broadcasts against [n, m]; its axes still say that it has rank 1.
///
/// Expressions are always evaluated into a named Matrix. An `auto` that holds a lazy xtensor expression over
/// a temporary dangles.
template <class T>
using Matrix = xt::xtensor<T, 2>;

/// A matrix in whichever scalar it was computed in; monostate: not computed yet.
using Value = std::variant<std::monostate, Matrix<double>, Matrix<float>>;

/// Half-open interval of rows, columns or positions: [begin, end).
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t size() const { return end - begin; }
  bool operator==(const Range&) const = default;
};

/// The block of some rows and columns, as a matrix of its own. Not an xtensor view: a view of an empty matrix
/// computes pointers into nothing.
template <class T>
Matrix<T> block_of(const Matrix<T>& whole, const Range& rows, const Range& columns) {
  Matrix<T> block = xt::empty<T>({rows.size(), columns.size()});
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < columns.size(); ++j) block(i, j) = whole(rows.begin + i, columns.begin + j);
  return block;
}

/// Writes a block into a matrix, its first cell at (row, column).
template <class T>
void put_block(Matrix<T>& whole, const Matrix<T>& block, std::size_t row, std::size_t column) {
  for (std::size_t i = 0; i < block.shape(0); ++i)
    for (std::size_t j = 0; j < block.shape(1); ++j) whole(row + i, column + j) = block(i, j);
}

/// One axis of a step: what it runs over (`query`, `key`, `d_k`, ...), its length, and the index of its first
/// entry, which is not 0 for a tile or for a selection of rows.
struct Axis {
  std::string_view name;
  std::size_t size = 0;
  std::size_t begin = 0;
  std::vector<std::size_t> picked = {};  ///< the index of each entry where these are not side by side

  /// Of an entry, in the whole matrix.
  std::size_t at(std::size_t entry) const { return picked.empty() ? begin + entry : picked[entry]; }
  bool operator==(const Axis&) const = default;
};

/// Rank 1 or 2, rows first.
using Axes = std::vector<Axis>;

}  // namespace attn
