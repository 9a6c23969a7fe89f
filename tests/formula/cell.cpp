// The arithmetic of single cells, operation by operation, against what is written down by hand.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

#include "formula/build.hpp"
#include "formula/tree_text.hpp"
#include "ops/support.hpp"

namespace attn {

using computed::given;
using computed::given_column;
using computed::inf;
using computed::result_of;
using computed::tree_text;

namespace {

/// The arithmetic of a node's cell: operands are a, b, c, ..., and each stands with its value.
std::string cell(const Ref& node, std::size_t row, std::size_t column) {
  const OperandValue value = [&](std::size_t operand, std::size_t r, std::size_t c) {
    const Operand& of = node->operands[operand];
    return std::get<Matrix<double>>(of.node->value)(r + (of.rows ? of.rows->begin : 0),
                                                    c + (of.columns ? of.columns->begin : 0));
  };
  return tree_text(cell_of(node->op->formula(*node), row, column, value));
}

const Ref a = given<double>("a", {{1, 2, 3}, {4, 5, 6}});
const Ref b = given<double>("b", {{7, 8, 9}, {10, 11, 12}});
const Ref m = given_column<double>("m", {20, 30});
const Ref l = given_column<double>("l", {40, 50});
const attribute::EmptyRows none{{}, EmptyRow::zero};

}  // namespace

TEST_CASE("products: a row of Q with a row of K, a row of weights with a column of V") {
  CHECK(cell(result_of<double>(op::matmul_transposed, {a, b}), 1, 0) ==
        "sum(a[1,0]=4 * b[0,0]=7, a[1,1]=5 * b[0,1]=8, a[1,2]=6 * b[0,2]=9)");
  const Ref v = given<double>("v", {{1, 2}, {3, 4}, {5, 6}});
  CHECK(cell(result_of<double>(op::weighted_sum, {a, v}, none), 0, 1) ==
        "sum(a[0,0]=1 * b[0,1]=2, a[0,1]=2 * b[1,1]=4, a[0,2]=3 * b[2,1]=6)");
  const Ref mask = given<double>("mask", {{0, -inf, 0}, {-inf, -inf, -1}});
  const Ref hidden = result_of<double>(op::weighted_sum, {a, v, mask}, none);
  CHECK(cell(hidden, 0, 1) == "sum(a[0,0]=1 * b[0,1]=2, a[0,2]=3 * b[2,1]=6; 1 hidden)");
  CHECK(cell(hidden, 1, 0) == "sum(a[1,2]=6 * b[2,0]=5; 2 hidden)");
}

TEST_CASE("linear: with weights stored either way, and a bias") {
  const attribute::Projection in_out{"query", 0, "d_out", false};
  const attribute::Projection out_in{"query", 0, "d_out", true};
  const Ref bias = given_column<double>("bias", {100, 200});
  const Ref w = given<double>("w", {{1, 2}, {3, 4}, {5, 6}});
  CHECK(cell(result_of<double>(op::linear, {a, w, bias}, in_out), 0, 1) ==
        "sum(sum(a[0,0]=1 * b[0,1]=2, a[0,1]=2 * b[1,1]=4, a[0,2]=3 * b[2,1]=6), c[1,0]=200)");
  CHECK(cell(result_of<double>(op::linear, {a, b}, out_in), 0, 1) ==
        "sum(a[0,0]=1 * b[1,0]=10, a[0,1]=2 * b[1,1]=11, a[0,2]=3 * b[1,2]=12)");
}

TEST_CASE("cell by cell: one number per row is the same in each column") {
  CHECK(cell(result_of<double>(op::scale, {a}, attribute::Number{0.5, "1/√4"}), 1, 2) ==
        "a[1,2]=6 * scale=0.5");
  CHECK(cell(result_of<double>(op::softcap, {a}, attribute::Number{50, ""}), 0, 0) ==
        "c=50 * tanh(a[0,0]=1 / c=50)");
  CHECK(cell(result_of<double>(op::add_mask, {a, b}), 0, 2) == "sum(a[0,2]=3, b[0,2]=9)");
  CHECK(cell(result_of<double>(op::subtract, {a, m}), 1, 1) == "a[1,1]=5 - b[1,0]=30");
  CHECK(cell(result_of<double>(op::exp, {a}), 1, 1) == "exp(a[1,1]=5)");
  CHECK(cell(result_of<double>(op::exp, {a, m}), 0, 1) == "exp(a[0,1]=2 - b[0,0]=20)");
  CHECK(cell(result_of<double>(op::normalise, {a, l}, none), 0, 1) == "a[0,1]=2 / b[0,0]=40");
}

TEST_CASE("over rows: the largest and the sum; the logarithm of the sum") {
  CHECK(cell(result_of<double>(op::row_max, {a}), 1, 0) == "max(a[1,0]=4, a[1,1]=5, a[1,2]=6)");
  CHECK(cell(result_of<double>(op::row_sum, {a}), 0, 0) == "sum(a[0,0]=1, a[0,1]=2, a[0,2]=3)");
  CHECK(cell(result_of<double>(op::lse, {m, l}, none), 1, 0) == "sum(a[1,0]=30, ln(b[1,0]=50))");
  CHECK(cell(result_of<double>(op::lse, {l}, none), 1, 0) == "ln(a[1,0]=50)");
}

TEST_CASE("tiles: the running maximum, sum and accumulator") {
  CHECK(cell(result_of<double>(op::maximum, {m, l}), 1, 0) == "max(a[1,0]=30, b[1,0]=50)");
  CHECK(cell(result_of<double>(op::exp, {m, l}), 0, 0) == "exp(a[0,0]=20 - b[0,0]=40)");
  CHECK(cell(result_of<double>(op::rescale, {m, l, m}), 0, 0) == "sum(a[0,0]=20 * b[0,0]=40, c[0,0]=20)");
  const Ref v = given<double>("v", {{9, 9}, {1, 2}, {3, 4}, {5, 6}});
  const Ref before = given<double>("before", {{70, 80}, {90, 60}});
  const Ref mask = given<double>("mask", {{0, 0, -inf}, {0, 0, 0}});
  const Operand block{v, Range{1, 4}, {}};
  CHECK(cell(result_of<double>(op::accumulate, {m, before, a, block, mask}), 0, 1) ==
        "sum(a[0,0]=20 * b[0,1]=80, sum(c[0,0]=1 * d[0,1]=2, c[0,1]=2 * d[1,1]=4; 1 hidden))");
}

TEST_CASE("cells that are moved: heads side by side, row blocks below each other, a block of an operand") {
  const Ref beside = result_of<double>(op::concat, {a, b}, attribute::Along{1, "heads·d_v"});
  CHECK(cell(beside, 1, 2) == "a[1,2]=6");
  CHECK(cell(beside, 1, 3) == "b[1,0]=10");
  const Ref below = result_of<double>(op::concat, {m, l}, attribute::Along{0, "query"});
  CHECK(cell(below, 1, 0) == "a[1,0]=30");
  CHECK(cell(below, 2, 0) == "b[0,0]=40");
  const Ref part = result_of<double>(op::select, {Operand{a, {}, Range{1, 3}}}, attribute::Along{1, "d_k"});
  CHECK(cell(part, 1, 0) == "a[1,0]=5");
}

TEST_CASE("sums of nothing, and what no equation gives") {
  const Ref no_keys = given<double>("a", {{}, {}}, {{"query", 2}, {"key", 0}});
  CHECK(cell(result_of<double>(op::row_sum, {no_keys}), 0, 0) == "sum()");
  CHECK(cell(result_of<double>(op::row_max, {no_keys}), 0, 0) == "max()");
  CHECK(tree_text(cell_of(formula::words("given"), 0, 0, {})) == "given");
}

}  // namespace attn
