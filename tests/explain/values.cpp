// The arithmetic of every cell of every step of all kinds of problems gives the step's value.
#include <doctest/doctest.h>

#include <cmath>

#include "attn/explain.hpp"
#include "evaluate/kinds.hpp"

namespace attn {

using computed::inf;
using computed::Kind;
using computed::kinds;

namespace {

double value_of(const CellFormula& formula);

double sum_of(const CellFormula& formula) {
  double sum = 0;
  for (const CellFormula& term : formula.terms) sum += value_of(term);
  return sum;
}

double largest_of(const CellFormula& formula) {
  double largest = -inf;
  for (const CellFormula& term : formula.terms) {
    const double value = value_of(term);
    if (std::isnan(value)) return value;
    largest = std::max(largest, value);
  }
  return largest;
}

/// As a spreadsheet calculates, but for one rule: -inf minus anything is -inf.
double value_of(const CellFormula& formula) {
  using Kind = CellFormula::Kind;
  const auto term = [&](std::size_t i) { return value_of(formula.terms[i]); };
  switch (formula.kind) {
    case Kind::words:
    case Kind::cell:
    case Kind::number:
      return formula.value;
    case Kind::sum:
      return sum_of(formula);
    case Kind::product:
      return term(0) * term(1);
    case Kind::quotient:
      return term(0) / term(1);
    case Kind::difference:
      return term(0) == -inf ? -inf : term(0) - term(1);
    case Kind::exp:
      return std::exp(term(0));
    case Kind::ln:
      return std::log(term(0));
    case Kind::tanh:
      return std::tanh(term(0));
    case Kind::largest:
      return largest_of(formula);
  }
  return 0;
}

class ChecksCells : public Sink {
 public:
  void step(const Step& step) override {
    for (std::size_t i = 0; i < step.values.shape(0); ++i)
      for (std::size_t j = 0; j < step.values.shape(1); ++j) check(step, i, j);
  }

  std::size_t computed = 0;
  std::size_t by_convention = 0;
  std::size_t with_hidden = 0;

 private:
  void check(const Step& step, std::size_t i, std::size_t j) {
    const CellFormula arithmetic = arithmetic_of(step, i, j);
    const double value = step.values(i, j);
    const double found = value_of(arithmetic);
    const bool same = found == value || (std::isnan(found) && std::isnan(value)) ||
                      std::abs(found - value) <= 1e-12 * std::max(1.0, std::abs(value));
    CHECK_MESSAGE(same, step.id, "[", i, ",", j, "]: ", found, " is not ", value);
    ++(arithmetic.text.starts_with("no visible key") ? by_convention : computed);
    with_hidden += arithmetic.hidden > 0 ? 1 : 0;
  }
};

}  // namespace

TEST_CASE(
    "the arithmetic of each cell gives its value, in all kinds of problems, tokens as rows and columns") {
  ChecksCells cells;
  TransposingSink turned(cells);
  for (std::uint64_t seed = 1; seed <= 3; ++seed)
    for (const Kind& kind : kinds(seed)) {
      CAPTURE(kind.name);
      const auto problem = kind.problem();
      run(*problem, cells);
      run(*problem, turned);
    }
  CHECK(cells.computed > 10000);
  CHECK(cells.by_convention > 100);
  CHECK(cells.with_hidden > 100);
}

TEST_CASE("the arithmetic of a cell is that of its own row, where rows before it are cut off") {
  ChecksCells cells;
  TransposingSink turned(cells);
  Selection some;
  some.rows = {Range{2, 5}};
  SelectingSink rows(some, cells);
  SelectingSink turned_rows(some, turned);
  for (const Kind& kind : kinds(7)) {
    CAPTURE(kind.name);
    const auto problem = kind.problem();
    run(*problem, rows);
    run(*problem, turned_rows);
  }
  CHECK(cells.computed > 1000);
  CHECK(cells.by_convention > 10);
}

TEST_CASE("the fused kernel keeps no arithmetic") {
  computed::Numbers numbers(1);
  const auto problem = computed::problem_of(
      {{"Q", numbers({1, 1})}, {"K", numbers({1, 1})}, {"V", numbers({1, 1})}, {"backend", "flash"}});
  struct Words : Sink {
    void step(const Step& step) override {
      const CellFormula arithmetic = arithmetic_of(step, 0, 0);
      CHECK(arithmetic.kind == CellFormula::Kind::words);
      CHECK(arithmetic.text.empty());
      ++steps;
    }
    int steps = 0;
  } words;
  run(*problem, words);
  CHECK(words.steps == 2);
}

}  // namespace attn
