// Masks that are given as values: boolean and additive, and how these broadcast.
#include <doctest/doctest.h>

#include "masks/support.hpp"

namespace attn {

using computed::bias_text;
using computed::booleans;
using computed::inf;
using computed::mask_error;
using computed::mask_spec;
using computed::nan;
using computed::numbers;
using computed::sizes_of;

namespace {

MaskSpec additive(const Array& values) {
  return mask_spec("additive", {{"values", values}});
}

}  // namespace

TEST_CASE("boolean: the polarity is said") {
  const Sizes sizes = sizes_of(1, 1, 2, 2);
  const Array values = booleans({2, 2}, {1, 0, 1, 1});
  CHECK(bias_text({mask_spec("boolean", {{"true_means", "attend"}, {"values", values}})}, sizes) ==
        "[[0, -inf], [0, 0]]");
  CHECK(bias_text({mask_spec("boolean", {{"true_means", "masked"}, {"values", values}})}, sizes) ==
        "[[-inf, 0], [-inf, -inf]]");
  CHECK(mask_error({mask_spec("boolean", {{"values", values}})}, sizes) ==
        "mask: a mask of type \"boolean\" needs \"true_means\"");
  CHECK(mask_error({mask_spec("boolean", {{"true_means", "keep"}, {"values", values}})}, sizes) ==
        "mask.true_means: found \"keep\", expected one of attend, masked");
  CHECK(mask_error({mask_spec("boolean", {{"true_means", "attend"}})}, sizes) ==
        "mask: a mask of type \"boolean\" needs \"values\"");
}

TEST_CASE("boolean: 1 and 0 will do, other numbers not") {
  const Sizes sizes = sizes_of(1, 1, 1, 2);
  const auto spec = [](const Array& values) {
    return mask_spec("boolean", {{"true_means", "attend"}, {"values", values}});
  };
  CHECK(bias_text({spec(numbers({2}, {0, 1}))}, sizes) == "[[-inf, 0]]");
  for (const double wrong : {2.0, -inf, nan})
    CHECK(mask_error({spec(numbers({2}, {0, wrong}))}, sizes) ==
          "mask.values: found an array of shape [2], expected true and false, or 1 and 0");
}

TEST_CASE("additive: values are added, -inf hides") {
  const Sizes sizes = sizes_of(1, 1, 2, 2);
  CHECK(bias_text({additive(numbers({2, 2}, {0.5, -inf, 0, -1}))}, sizes) == "[[0.5, -inf], [0, -1]]");
  CHECK(mask_error({additive(booleans({2, 2}, {1, 0, 0, 1}))}, sizes) ==
        "mask.values: found an array of shape [2, 2], expected numbers; for true and false the type is "
        "\"boolean\"");
  CHECK(mask_error({mask_spec("additive")}, sizes) == "mask: a mask of type \"additive\" needs \"values\"");
}

TEST_CASE("values broadcast from the right against [batch, heads, n_q, n_k]") {
  const Sizes sizes = sizes_of(2, 2, 2, 3);
  const auto bias = [&](const Array& values, std::size_t batch, std::size_t head) {
    return bias_text({additive(values)}, sizes, batch, head);
  };
  // Rank 1: per key.
  CHECK(bias(numbers({3}, {1, 2, 3}), 1, 1) == "[[1, 2, 3], [1, 2, 3]]");
  CHECK(bias(numbers({1}, {7}), 0, 0) == "[[7, 7, 7], [7, 7, 7]]");
  // Rank 2: per query and key, or one of the two.
  CHECK(bias(numbers({2, 3}, {1, 2, 3, 4, 5, 6}), 1, 0) == "[[1, 2, 3], [4, 5, 6]]");
  CHECK(bias(numbers({2, 1}, {1, 2}), 0, 1) == "[[1, 1, 1], [2, 2, 2]]");
  // Rank 3: the first axis is heads.
  CHECK(bias(numbers({2, 1, 3}, {1, 2, 3, 4, 5, 6}), 0, 0) == "[[1, 2, 3], [1, 2, 3]]");
  CHECK(bias(numbers({2, 1, 3}, {1, 2, 3, 4, 5, 6}), 1, 1) == "[[4, 5, 6], [4, 5, 6]]");
  // Rank 4: the first axis is batch.
  CHECK(bias(numbers({2, 1, 1, 3}, {1, 2, 3, 4, 5, 6}), 0, 1) == "[[1, 2, 3], [1, 2, 3]]");
  CHECK(bias(numbers({2, 1, 1, 3}, {1, 2, 3, 4, 5, 6}), 1, 0) == "[[4, 5, 6], [4, 5, 6]]");
  CHECK(bias(numbers({2, 2, 1, 1}, {1, 2, 3, 4}), 1, 0) == "[[3, 3, 3], [3, 3, 3]]");
}

TEST_CASE("values that do not broadcast") {
  const auto error = [](const Array& values) { return mask_error({additive(values)}, sizes_of(2, 3, 2, 4)); };
  for (const Array& wrong :
       {numbers({2}, {1, 2}), numbers({4, 2}, {1, 2, 3, 4, 5, 6, 7, 8}), numbers({2, 1, 1}, {1, 2}),
        numbers({3, 1, 1, 1}, {1, 2, 3}), numbers({1, 1, 1, 1, 1}, {1})})
    CHECK(error(wrong) ==
          "mask.values: shape " + to_string(wrong.shape) +
              " does not broadcast, from the right, against [2, 3, 2, 4] (batch, heads, n_q, n_k)");
}

TEST_CASE("masks add up, and hidden wins") {
  const Sizes sizes = sizes_of(1, 1, 2, 2);
  CHECK(bias_text({additive(numbers({2}, {1, 2})), additive(numbers({2, 1}, {10, 20}))}, sizes) ==
        "[[11, 12], [21, 22]]");
  // Key 1 is hidden from query 0, with +inf and NaN as with anything else; in either order.
  const MaskSpec causal = mask_spec("causal");
  for (const double term : {inf, nan, 5.0, -inf}) {
    const MaskSpec values = additive(numbers({2, 2}, {0, term, 0, 0}));
    CHECK(bias_text({causal, values}, sizes) == "[[0, -inf], [0, 0]]");
    CHECK(bias_text({values, causal}, sizes) == "[[0, -inf], [0, 0]]");
  }
  const MaskSpec padding = mask_spec("padding", {{"key_lengths", numbers({1}, {1})}});
  CHECK(bias_text({additive(numbers({2}, {0, nan})), padding}, sizes) == "[[0, -inf], [0, -inf]]");
  // What is not hidden stays what it is.
  CHECK(bias_text({additive(numbers({2}, {inf, nan}))}, sizes_of(1, 1, 1, 2)) == "[[inf, nan]]");
}

TEST_CASE("a block of the bias is that part of the whole") {
  const Sizes sizes = sizes_of(2, 2, 5, 6);
  std::vector<double> counting(2 * 5 * 6);
  for (std::size_t i = 0; i < counting.size(); ++i) counting[i] = static_cast<double>(i);
  const std::vector<MaskSpec> specs{
      mask_spec("causal", {{"align", "bottom-right"}}),
      mask_spec("window", {{"left", 2}, {"right", 1}, {"align", "bottom-right"}}),
      mask_spec("padding", {{"key_lengths", numbers({2}, {4, 6})}}),
      mask_spec("alibi", {{"slopes", "auto"}, {"align", "bottom-right"}}),
      additive(numbers({2, 5, 6}, counting)),
  };
  const Masks masks(specs, sizes, false);
  for (const std::size_t batch : {0U, 1U})
    for (const std::size_t head : {0U, 1U}) {
      const Matrix<double> whole = masks.bias({batch, head, {0, 5}, {0, 6}});
      const Matrix<double> block = masks.bias({batch, head, {1, 4}, {2, 6}});
      const Matrix<double> part = block_of(whole, {1, 4}, {2, 6});
      CHECK(computed::text(block) == computed::text(part));
    }
}

TEST_CASE("masks know whether they differ between batch entries and heads") {
  const Sizes sizes = sizes_of(2, 2, 2, 2);
  struct Case {
    MaskSpec spec;
    bool by_batch;
    bool by_head;
  };
  const Case cases[] = {
      {mask_spec("causal"), false, false},
      {mask_spec("padding", {{"key_lengths", numbers({2}, {1, 2})}}), true, false},
      {mask_spec("alibi", {{"slopes", "auto"}}), false, true},
      {additive(numbers({2, 2}, {0, 0, 0, 0})), false, false},
      {additive(numbers({2, 1, 1}, {0, 0})), false, true},
      {additive(numbers({2, 1, 1, 1}, {0, 0})), true, false},
  };
  for (const Case& one : cases) {
    const Masks masks(std::vector<MaskSpec>{one.spec}, sizes, false);
    CAPTURE(masks.describe());
    CHECK(masks.varies_by_batch() == one.by_batch);
    CHECK(masks.varies_by_head() == one.by_head);
  }
}

TEST_CASE("values that are not known hide nothing") {
  CHECK(bias_text({additive({{2, 2}, {}, false, {}})}, sizes_of(1, 1, 2, 2)) == "[[0, 0], [0, 0]]");
}

}  // namespace attn
