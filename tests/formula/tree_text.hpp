#pragma once

// An arithmetic as a text that shows all of it: sum(a[0,1]=2 * b[1,1]=4, scale=0.5).

#include <fmt/format.h>

#include <string>

#include "attn/formula.hpp"

namespace attn::computed {

inline std::string tree_text(const CellFormula& formula) {
  using Kind = CellFormula::Kind;
  const auto term = [&](std::size_t i) { return tree_text(formula.terms[i]); };
  const auto all = [&](const char* name) {
    std::string text = std::string(name) + "(";
    for (std::size_t i = 0; i < formula.terms.size(); ++i) text += (i > 0 ? ", " : "") + term(i);
    return text + (formula.hidden > 0 ? fmt::format("; {} hidden)", formula.hidden) : ")");
  };
  switch (formula.kind) {
    case Kind::words:
      return formula.text;
    case Kind::cell:
      return fmt::format("{}[{},{}]={}", static_cast<char>('a' + formula.operand), formula.row,
                         formula.column, formula.value);
    case Kind::number:
      return fmt::format("{}={}", formula.text, formula.value);
    case Kind::sum:
      return all("sum");
    case Kind::product:
      return term(0) + " * " + term(1);
    case Kind::quotient:
      return term(0) + " / " + term(1);
    case Kind::difference:
      return term(0) + " - " + term(1);
    case Kind::exp:
      return all("exp");
    case Kind::ln:
      return all("ln");
    case Kind::tanh:
      return all("tanh");
    case Kind::largest:
      return all("max");
  }
  return "?";
}

}  // namespace attn::computed
