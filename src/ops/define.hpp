#pragma once

// What every operation's file needs: how a definition becomes a row of the table, and the few shape rules and
// formula pieces that several operations share.

#include <fmt/format.h>

#include <cstddef>
#include <limits>
#include <string>
#include <variant>

#include "attn/op.hpp"
#include "formula/build.hpp"

namespace attn::op {

/// A definition is a struct with `name`, `help`, `axes`, `formula`, a template `evaluate<T>` and
/// `error`.
template <class Definition>
constexpr Op define() {
  return {Definition::name,
          Definition::help,
          &Definition::axes,
          &Definition::formula,
          &Definition::template evaluate<double>,
          &Definition::template evaluate<float>,
          &Definition::error};
}

// How an operation says its equation.
using formula::larger;
using formula::ln;
using formula::matmul;
using formula::minus;
using formula::number;
using formula::over;
using formula::per_column;
using formula::per_row;
using formula::plus;
using formula::reduced;
using formula::times;
using formula::transposed;
using formula::whole;
using formula::words;

template <class Attribute>
const Attribute& attribute_of(const Node& node) {
  return std::get<Attribute>(node.attributes);
}

template <class T>
inline constexpr T infinity = std::numeric_limits<T>::infinity();

/// Throws std::logic_error that names the node unless the two lengths agree.
void require_equal(const Node& node, std::size_t left, std::size_t right);

/// The axes of the first operand.
Axes same_axes(const Node& node);
/// The rows of the first operand: one number per row.
Axes row_axes(const Node& node);

/// Reduces each row from left to right; a matrix without columns gives `initial`.
template <class T, class Combine>
Matrix<T> reduce_rows(const Matrix<T>& x, T initial, Combine combine) {
  Matrix<T> result = xt::empty<T>({x.shape(0), std::size_t{1}});
  for (std::size_t i = 0; i < x.shape(0); ++i) {
    T value = initial;
    for (std::size_t j = 0; j < x.shape(1); ++j) value = combine(value, x(i, j));
    result(i, 0) = value;
  }
  return result;
}

/// x - m, m a column. A cell that is -inf stays -inf whatever m is: a hidden key stays hidden, also in a row
/// whose maximum is -inf because it sees no key (-inf - -inf would be NaN).
template <class T>
Matrix<T> subtract_rows(const Matrix<T>& x, const Matrix<T>& m) {
  return xt::where(xt::equal(x, -infinity<T>), -infinity<T>, x - m);
}

/// a · b, each cell summed from left to right. With a bias, keys that it hides (-inf) are left out: NaN or
/// infinity in a hidden row of b stays out.
template <class T>
Matrix<T> product(const Matrix<T>& a, const Matrix<T>& b, const Matrix<T>* bias = nullptr) {
  const std::size_t columns = b.shape(1);
  Matrix<T> sum = xt::zeros<T>({a.shape(0), columns});
  for (std::size_t i = 0; i < a.shape(0); ++i) {
    T* const row = sum.data() + i * columns;
    for (std::size_t p = 0; p < a.shape(1); ++p) {
      if (bias && (*bias)(i, p) == -infinity<T>) continue;
      const T factor = a(i, p);
      const T* const other = b.data() + p * columns;
      for (std::size_t j = 0; j < columns; ++j) row[j] += factor * other[j];
    }
  }
  return sum;
}

/// The operand at `index`, null where there are fewer.
template <class T>
const Matrix<T>* optional_operand(const Operands<T>& operands, std::size_t index) {
  return index < operands.size() ? &operands[index].get() : nullptr;
}

/// Sets the rows that see no key to what the convention gives.
template <class T>
void set_empty_rows(Matrix<T>& x, const attribute::EmptyRows& empty, T zero) {
  const T value = empty.gives == EmptyRow::zero ? zero : std::numeric_limits<T>::quiet_NaN();
  for (const std::size_t row : empty.rows)
    for (std::size_t j = 0; j < x.shape(1); ++j) x(row, j) = value;
}

}  // namespace attn::op
