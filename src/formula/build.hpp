#pragma once

// Formulas as operations write them: matmul(whole(0), transposed(whole(1))) is Q · Kᵀ.

#include <utility>

#include "attn/formula.hpp"

namespace attn::formula {

using Kind = Formula::Kind;

inline Formula words(std::string text) {
  Formula formula;
  formula.text = std::move(text);
  return formula;
}

inline Formula operand(Kind kind, std::size_t index) {
  Formula formula;
  formula.kind = kind;
  formula.operand = index;
  return formula;
}
inline Formula whole(std::size_t index) {
  return operand(Kind::whole, index);
}
inline Formula per_row(std::size_t index) {
  return operand(Kind::per_row, index);
}
inline Formula per_column(std::size_t index) {
  return operand(Kind::per_column, index);
}

inline Formula number(double value, std::string name, std::string origin = "") {
  Formula formula;
  formula.kind = Kind::number;
  formula.value = value;
  formula.text = std::move(name);
  formula.origin = std::move(origin);
  return formula;
}

inline Formula of(Kind kind, Formula term) {
  Formula formula;
  formula.kind = kind;
  formula.terms.push_back(std::move(term));
  return formula;
}
inline Formula of(Kind kind, Formula left, Formula right) {
  Formula formula = of(kind, std::move(left));
  formula.terms.push_back(std::move(right));
  return formula;
}

inline Formula transposed(Formula term) {
  return of(Kind::transposed, std::move(term));
}
/// Over `length` entries.
inline Formula matmul(Formula left, Formula right, std::size_t length) {
  Formula formula = of(Kind::matmul, std::move(left), std::move(right));
  formula.length = length;
  return formula;
}
inline Formula times(Formula left, Formula right) {
  return of(Kind::times, std::move(left), std::move(right));
}
inline Formula over(Formula left, Formula right) {
  return of(Kind::over, std::move(left), std::move(right));
}
inline Formula plus(Formula left, Formula right) {
  return of(Kind::plus, std::move(left), std::move(right));
}
inline Formula minus(Formula left, Formula right) {
  return of(Kind::minus, std::move(left), std::move(right));
}
inline Formula exp(Formula term) {
  return of(Kind::exp, std::move(term));
}
inline Formula ln(Formula term) {
  return of(Kind::ln, std::move(term));
}
inline Formula tanh(Formula term) {
  return of(Kind::tanh, std::move(term));
}
inline Formula larger(Formula left, Formula right) {
  return of(Kind::larger, std::move(left), std::move(right));
}
/// Over the `length` cells of each row.
inline Formula reduced(Kind kind, Formula term, std::size_t length) {
  Formula formula = of(kind, std::move(term));
  formula.length = length;
  return formula;
}

}  // namespace attn::formula
