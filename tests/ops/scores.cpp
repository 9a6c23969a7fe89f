// Operations from the inputs to the scores that the softmax sees.
#include <doctest/doctest.h>

#include "ops/support.hpp"

namespace attn {

using computed::formula_of;
using computed::given;
using computed::inf;
using computed::nan;
using computed::result_of;
using computed::text_of;

TEST_CASE_TEMPLATE("matmul_transposed: the dot product of every query with every key", T, double, float) {
  const Ref q = given<T>("Q", {{1, 2}, {3, 4}}, {{"query", 2}, {"d_k", 2}});
  const Ref k = given<T>("K", {{1, 0}, {0, 1}, {1, 1}}, {{"key", 3}, {"d_k", 2}});
  const Ref scores = result_of<T>(op::matmul_transposed, {q, k});
  CHECK(text_of<T>(scores) == "[[1, 2, 3], [3, 4, 7]]");
  CHECK(scores->axes == Axes{{"query", 2}, {"key", 3}});
  CHECK(formula_of(scores) == "Q · Kᵀ");
}

TEST_CASE_TEMPLATE("matmul_transposed: of blocks of rows", T, double, float) {
  const Ref q = given<T>("Q", {{1}, {2}, {3}}, {{"query", 3}, {"d_k", 1}});
  const Ref k = given<T>("K", {{1}, {10}, {100}}, {{"key", 3}, {"d_k", 1}});
  const Ref scores = result_of<T>(op::matmul_transposed, {{q, Range{1, 3}, {}}, {k, Range{2, 3}, {}}});
  CHECK(text_of<T>(scores) == "[[200], [300]]");
  CHECK(scores->axes == Axes{{"query", 2, 1}, {"key", 1, 2}});
  CHECK(formula_of(scores) == "Q[1:3] · K[2:3]ᵀ");
}

TEST_CASE("matmul_transposed: operands of different width are a fault of the builder") {
  const Ref q = given<double>("Q", {{1, 2}});
  const Ref k = given<double>("K", {{1}});
  CHECK_THROWS_WITH_AS(result_of<double>(op::matmul_transposed, {q, k}),
                       "result: operands of matmul_transposed do not fit: 2 against 1", std::logic_error);
}

TEST_CASE_TEMPLATE("matmul_transposed: no rows", T, double, float) {
  const Ref q = given<T>("Q", {{1, 2}}, {{"query", 1}, {"d_k", 2}});
  auto k = given<T>("K", {}, {{"key", 0}, {"d_k", 2}});
  k->value = Matrix<T>(xt::zeros<T>({std::size_t{0}, std::size_t{2}}));
  const Ref scores = result_of<T>(op::matmul_transposed, {q, k});
  CHECK(computed::values_of<T>(scores).shape(0) == 1);
  CHECK(computed::values_of<T>(scores).shape(1) == 0);
}

TEST_CASE_TEMPLATE("linear: x W + b", T, double, float) {
  const Ref x = given<T>("X", {{1, 2}}, {{"query", 1}, {"d_model", 2}});
  const Ref w = given<T>("W_Q", {{1, 2}, {3, 4}}, {{"d_model", 2}, {"d_k", 2}});
  const Ref b = given<T>("b_Q", {{10}, {20}}, {{"d_k", 2}});
  const attribute::Projection plain{"query", 0, "d_k", false};
  CHECK(text_of<T>(result_of<T>(op::linear, {x, w}, plain)) == "[[7, 10]]");  // 1·1+2·3, 1·2+2·4
  const Ref biased = result_of<T>(op::linear, {x, w, b}, plain);
  CHECK(text_of<T>(biased) == "[[17, 30]]");
  CHECK(biased->axes == Axes{{"query", 1}, {"d_k", 2}});
  CHECK(formula_of(biased) == "X · W_Q + b_Q");
}

TEST_CASE_TEMPLATE("linear: weights stored as [out, in] are transposed", T, double, float) {
  const Ref x = given<T>("X", {{1, 2}});
  const Ref w = given<T>("W_Q", {{1, 2}, {3, 4}, {5, 6}});
  const Ref q = result_of<T>(op::linear, {x, w}, attribute::Projection{"query", 0, "d_k", true});
  CHECK(text_of<T>(q) == "[[5, 11, 17]]");  // 1·1+2·2, 1·3+2·4, 1·5+2·6
  CHECK(formula_of(q) == "X · W_Qᵀ");
  CHECK_THROWS_AS(result_of<T>(op::linear, {x, w}, attribute::Projection{"query", 0, "d_k", false}),
                  std::logic_error);
}

TEST_CASE("linear: a bias of another length is a fault of the builder") {
  const Ref x = given<double>("X", {{1}});
  const Ref w = given<double>("W", {{1, 2}});
  const Ref b = given<double>("b", {{1}}, {{"d_k", 1}});
  CHECK_THROWS_WITH_AS(
      result_of<double>(op::linear, {x, w, b}, attribute::Projection{"query", 0, "d_k", false}),
      "result: operands of linear do not fit: 2 against 1", std::logic_error);
}

TEST_CASE_TEMPLATE("scale: every score times one number", T, double, float) {
  const Ref scores = given<T>("scores", {{2, -4, inf}});
  const Ref scaled = result_of<T>(op::scale, {scores}, attribute::Number{0.5, "1/√4"});
  CHECK(text_of<T>(scaled) == "[[1, -2, inf]]");
  CHECK(formula_of(scaled) == "scores · scale, scale = 1/√4 = 0.5");
  const Ref plain = result_of<T>(op::scale, {scores}, attribute::Number{2, ""});
  CHECK(formula_of(plain) == "scores · scale, scale = 2");
}

TEST_CASE_TEMPLATE("softcap: c tanh(s / c)", T, double, float) {
  const Ref scaled = given<T>("scaled", {{0, 1, inf, -inf}});
  const Ref capped = result_of<T>(op::softcap, {scaled}, attribute::Number{2, ""});
  const Matrix<T>& values = computed::values_of<T>(capped);
  CHECK(values(0, 0) == T{0});
  // 2 tanh(1/2) = 2 (e - 1) / (e + 1) = 0.92423431452001958...
  CHECK(static_cast<double>(values(0, 1)) ==
        doctest::Approx(0.92423431452001958).epsilon(std::is_same_v<T, double> ? 1e-15 : 1e-6));
  CHECK(values(0, 2) == T{2});
  CHECK(values(0, 3) == T{-2});
  CHECK(formula_of(capped) == "c · tanh(scaled / c), c = 2");
}

TEST_CASE_TEMPLATE("add_mask: a hidden key becomes -inf whatever its score was", T, double, float) {
  const Ref scores = given<T>("scaled", {{1, 2, nan, inf, nan}});
  const Ref mask = given<T>("mask", {{0, 0.5, -inf, -inf, 0}});
  const Ref masked = result_of<T>(op::add_mask, {scores, mask});
  CHECK(text_of<T>(masked) == "[[1, 2.5, -inf, -inf, nan]]");
  CHECK(formula_of(masked) == "scaled + mask");
}

TEST_CASE_TEMPLATE("select: a block, with its axes", T, double, float) {
  const Ref q = given<T>("Q", {{1, 2, 3, 4}, {5, 6, 7, 8}}, {{"query", 2}, {"heads·d_k", 4}});
  const Ref head = result_of<T>(op::select, {{q, {}, Range{2, 4}}}, attribute::Along{1, "d_k"});
  CHECK(text_of<T>(head) == "[[3, 4], [7, 8]]");
  CHECK(head->axes == Axes{{"query", 2}, {"d_k", 2}});  // columns are counted anew
  CHECK(formula_of(head) == "Q[:, 2:4]");
  const Ref tile = result_of<T>(op::select, {{q, Range{1, 2}, Range{0, 2}}});
  CHECK(text_of<T>(tile) == "[[5, 6]]");
  CHECK(tile->axes == Axes{{"query", 1, 1}, {"heads·d_k", 2, 0}});
}

TEST_CASE_TEMPLATE("concat: rows below each other, columns side by side", T, double, float) {
  const Ref a = given<T>("a", {{1, 2}});
  const Ref b = given<T>("b", {{3, 4}});
  const Ref rows = result_of<T>(op::concat, {a, b}, attribute::Along{0, "query"});
  CHECK(text_of<T>(rows) == "[[1, 2], [3, 4]]");
  CHECK(rows->axes == Axes{{"query", 2}, {"key", 2}});
  CHECK(formula_of(rows) == "[a; b]");
  const Ref columns = result_of<T>(op::concat, {a, b}, attribute::Along{1, "heads·d_v"});
  CHECK(text_of<T>(columns) == "[[1, 2, 3, 4]]");
  CHECK(columns->axes == Axes{{"query", 1}, {"heads·d_v", 4}});
  CHECK(formula_of(columns) == "[a, b]");
}

TEST_CASE_TEMPLATE("concat: columns of rank 1, and long lists", T, double, float) {
  const Ref lse = computed::given_column<T>("lse", {1, 2});
  const Ref both = result_of<T>(op::concat, {lse, lse}, attribute::Along{0, "query"});
  CHECK(text_of<T>(both) == "[[1], [2], [1], [2]]");
  CHECK(both->axes == Axes{{"query", 4}});
  const Ref one = given<T>("a", {{1}});
  CHECK(formula_of(result_of<T>(op::concat, {one}, attribute::Along{1, "x"})) == "a");
  CHECK(formula_of(result_of<T>(op::concat, {one, one, one, one}, attribute::Along{1, "x"})) ==
        "[a, a, a, a]");
  CHECK(formula_of(result_of<T>(op::concat, {one, one, one, one, one}, attribute::Along{1, "x"})) ==
        "[a, a, …, a]");
}

TEST_CASE_TEMPLATE("input: the matrix of one batch entry and head, as given", T, double, float) {
  const Input input{"Q", "p.json: Q", "bhnd", {{2, 2, 1, 2}, {1, 2, 3, 4, 5, 6, 7, 8}, false, {}}};
  const Axes axes{{"query", 1}, {"d_k", 2}};
  const Ref q = result_of<T>(op::input, {}, attribute::Slice{&input, 1, 0, axes});
  CHECK(text_of<T>(q) == "[[5, 6]]");
  CHECK(q->axes == axes);
  CHECK(formula_of(q) == "given");
}

TEST_CASE("input: numbers that are not known cannot be computed with") {
  const Input input{"Q", "p.json: Q", "nd", {{1, 2}, {}, false, {}}};
  const Axes axes{{"query", 1}, {"d_k", 2}};
  CHECK_THROWS_WITH_AS(result_of<double>(op::input, {}, attribute::Slice{&input, 0, 0, axes}),
                       "Q: the numbers are not known", std::logic_error);
}

TEST_CASE_TEMPLATE("mask: the rectangle of the bias", T, double, float) {
  const std::vector<MaskSpec> specs{computed::mask_spec("causal")};
  Sizes sizes;
  sizes.n_q = sizes.n_k = 3;
  const Masks masks(specs, sizes, false);
  const Ref mask = result_of<T>(op::mask, {}, attribute::Bias{&masks, {0, 0, {1, 3}, {1, 3}}});
  CHECK(text_of<T>(mask) == "[[0, -inf], [0, 0]]");
  CHECK(mask->axes == Axes{{"query", 2, 1}, {"key", 2, 1}});
  CHECK(formula_of(mask) == "causal");
}

TEST_CASE_TEMPLATE("fill and skip", T, double, float) {
  const Axes axes{{"query", 2, 4}};
  const Ref lowest = result_of<T>(op::fill, {}, attribute::Constant{axes, -inf});
  CHECK(text_of<T>(lowest) == "[[-inf], [-inf]]");
  CHECK(lowest->axes == axes);
  CHECK(formula_of(lowest) == "-inf, to start with");
  const Ref zero = result_of<T>(op::fill, {}, attribute::Constant{{{"query", 1}, {"d_v", 2}}, 0});
  CHECK(text_of<T>(zero) == "[[0, 0]]");
  const Ref skipped = result_of<T>(op::skip, {}, attribute::Constant{{{"query", 0}, {"key", 0}}, 0});
  CHECK(computed::values_of<T>(skipped).size() == 0);
  CHECK(formula_of(skipped) == "nothing to compute");
}

}  // namespace attn
