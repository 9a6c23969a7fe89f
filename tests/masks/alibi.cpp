// Attention with linear biases (Press et al. 2022, arXiv:2108.12409), and the table of mask types.
#include <doctest/doctest.h>

#include "masks/support.hpp"

namespace attn {

using computed::bias_text;
using computed::mask_error;
using computed::mask_spec;
using computed::numbers;
using computed::sizes_of;

namespace {

/// The slopes that "auto" gives: minus the bias of a query on the key before it.
std::vector<double> automatic_slopes(std::size_t heads) {
  const Sizes sizes = sizes_of(1, heads, 2, 2);
  const std::vector<MaskSpec> specs{mask_spec("alibi", {{"slopes", "auto"}})};
  const Masks masks(specs, sizes, false);
  std::vector<double> slopes;
  for (std::size_t head = 0; head < heads; ++head)
    slopes.push_back(-masks.bias({0, head, {0, 2}, {0, 2}})(1, 0));
  return slopes;
}

}  // namespace

TEST_CASE("alibi: -slope times distance, on both sides of the query") {
  const MaskSpec spec = mask_spec("alibi", {{"slopes", numbers({2}, {0.5, 2})}});
  const Sizes sizes = sizes_of(1, 2, 3, 3);
  CHECK(bias_text({spec}, sizes, 0, 0) == "[[0, -0.5, -1], [-0.5, 0, -0.5], [-1, -0.5, 0]]");
  CHECK(bias_text({spec}, sizes, 0, 1) == "[[0, -2, -4], [-2, 0, -2], [-4, -2, 0]]");
}

TEST_CASE("alibi: distances from where the query stands") {
  const MaskSpec last = mask_spec("alibi", {{"slopes", numbers({1}, {0.25})}, {"align", "bottom-right"}});
  // One query at key 2 of 3: distances 2, 1, 0.
  CHECK(bias_text({last}, sizes_of(1, 1, 1, 3)) == "[[-0.5, -0.25, 0]]");
}

TEST_CASE("alibi: slopes of a power of two heads") {
  // "for 8 heads, the slopes are the geometric sequence 1/2, 1/4, ..., 1/256" (section 3).
  CHECK(automatic_slopes(8) ==
        std::vector<double>{1.0 / 2, 1.0 / 4, 1.0 / 8, 1.0 / 16, 1.0 / 32, 1.0 / 64, 1.0 / 128, 1.0 / 256});
  CHECK(automatic_slopes(4) == std::vector<double>{1.0 / 4, 1.0 / 16, 1.0 / 64, 1.0 / 256});
  CHECK(automatic_slopes(1) == std::vector<double>{1.0 / 256});
}

TEST_CASE("alibi: slopes of other numbers of heads") {
  // The authors' code: those of the power of two below, then every second one of the power of two above.
  CHECK(automatic_slopes(6) == std::vector<double>{1.0 / 4, 1.0 / 16, 1.0 / 64, 1.0 / 256, 1.0 / 2, 1.0 / 8});
  const std::vector<double> twelve = automatic_slopes(12);
  REQUIRE(twelve.size() == 12);
  for (std::size_t i = 0; i < 8; ++i) CHECK(twelve[i] == 1.0 / static_cast<double>(2U << i));
  // 16 heads have 2^(-1/2), 2^-1, 2^(-3/2), ...; the first, third, fifth and seventh are 1/√2, that over 2,
  // ...
  for (std::size_t i = 0; i < 4; ++i)
    CHECK(twelve[8 + i] == doctest::Approx(1 / std::sqrt(2.0) / static_cast<double>(1U << i)).epsilon(1e-15));
}

TEST_CASE("alibi: errors") {
  const Sizes sizes = sizes_of(1, 3, 2, 2);
  CHECK(mask_error({mask_spec("alibi")}, sizes) == "mask: a mask of type \"alibi\" needs \"slopes\"");
  CHECK(mask_error({mask_spec("alibi", {{"slopes", numbers({2}, {1, 2})}})}, sizes) ==
        "mask.slopes: found an array of shape [2], expected \"auto\" or a list with one number for each head "
        "(heads 3)");
  CHECK(mask_error({mask_spec("alibi", {{"slopes", "none"}})}, sizes) ==
        "mask.slopes: found \"none\", expected \"auto\" or a list with one number for each head (heads 3)");
  CHECK(mask_error({mask_spec("alibi", {{"slopes", 0.5}})}, sizes) ==
        "mask.slopes: found 0.5, expected \"auto\" or a list with one number for each head (heads 3)");
}

TEST_CASE("alibi: slopes from a CSV file, which always has two axes") {
  const Sizes sizes = sizes_of(1, 3, 2, 2);
  for (const Array& file : {numbers({1, 3}, {1, 2, 3}), numbers({3, 1}, {1, 2, 3})})
    CHECK(mask_error({mask_spec("alibi", {{"slopes", file}})}, sizes) == "no error");
}

TEST_CASE("masks: an unknown type, and an unknown key") {
  std::string names;
  for (const MaskType* type : mask_types()) names.append(names.empty() ? "" : ", ").append(type->name);
  const Sizes sizes = sizes_of(1, 1, 2, 2);
  CHECK(mask_error({mask_spec("casual")}, sizes) ==
        "mask: found \"casual\", expected one of " + names + "; did you mean \"causal\"?");
  CHECK(mask_error({mask_spec("nonesuch")}, sizes) == "mask: found \"nonesuch\", expected one of " + names);
  CHECK(mask_error({mask_spec("window", {{"lefft", 1}, {"right", 1}})}, sizes) ==
        "mask.lefft: a mask of type \"window\" has no such key, it has left, right, align; did you mean "
        "\"left\"?");
  CHECK(mask_error({mask_spec("causal", {{"diagonal", 1}})}, sizes) ==
        "mask.diagonal: a mask of type \"causal\" has no such key, it has align");
}

TEST_CASE("masks: every type has a name, help and keys of its own") {
  for (const MaskType* type : mask_types()) {
    CHECK_FALSE(type->name.empty());
    CHECK_FALSE(type->help.empty());
    CHECK_FALSE(type->keys.empty());
  }
}

TEST_CASE("masks: what the trace says of them") {
  const Sizes sizes = sizes_of(2, 1, 2, 3);
  const auto description = [&](const std::vector<MaskSpec>& specs) {
    return Masks(specs, sizes, false).describe();
  };
  CHECK(description({}) == "");
  CHECK(description({mask_spec("causal", {{"align", "top-left"}})}) == "causal, top-left");
  CHECK(description({mask_spec("causal", {{"align", "bottom-right"}}),
                     mask_spec("padding", {{"key_lengths", numbers({2}, {2, 3})}})}) ==
        "causal, bottom-right + padding, real keys 2, 3");
  CHECK(description({mask_spec("window", {{"left", -1}, {"right", 2}, {"align", "top-left"}})}) ==
        "window, all left and 2 right, top-left");
  const std::vector<MaskSpec> specs{mask_spec("causal", {{"align", "bottom-right"}})};
  const Masks masks(specs, sizes, false);
  const auto first = masks.list()[0]->first_positions();
  CHECK(std::vector<std::ptrdiff_t>(first.begin(), first.end()) == std::vector<std::ptrdiff_t>{1, 1});
}

}  // namespace attn
