// Masks that are rules: causal, window, padding, and where the queries stand.
#include <doctest/doctest.h>

#include "masks/support.hpp"

namespace attn {

using computed::bias_text;
using computed::mask_error;
using computed::mask_spec;
using computed::numbers;
using computed::sizes_of;

TEST_CASE("causal: query i sees keys 0 ... i") {
  CHECK(bias_text({mask_spec("causal")}, sizes_of(1, 1, 3, 3)) ==
        "[[0, -inf, -inf], [0, 0, -inf], [0, 0, 0]]");
}

TEST_CASE("causal: top-left counts from the first key, bottom-right from the last") {
  const auto top_left = mask_spec("causal", {{"align", "top-left"}});
  const auto bottom_right = mask_spec("causal", {{"align", "bottom-right"}});
  CHECK(bias_text({top_left}, sizes_of(1, 1, 2, 3)) == "[[0, -inf, -inf], [0, 0, -inf]]");
  CHECK(bias_text({bottom_right}, sizes_of(1, 1, 2, 3)) == "[[0, 0, -inf], [0, 0, 0]]");
  // More queries than keys: query 0 stands one before the first key and sees none.
  CHECK(bias_text({bottom_right}, sizes_of(1, 1, 3, 2)) == "[[-inf, -inf], [0, -inf], [0, 0]]");
  CHECK(bias_text({top_left}, sizes_of(1, 1, 3, 2)) == "[[0, -inf], [0, 0], [0, 0]]");
  // With as many queries as keys both are the same.
  CHECK(bias_text({top_left}, sizes_of(1, 1, 2, 2)) == bias_text({bottom_right}, sizes_of(1, 1, 2, 2)));
}

TEST_CASE("causal: with a cache the queries stand after it") {
  Sizes sizes = sizes_of(1, 1, 2, 4);
  sizes.n_past = 2;
  const std::vector<MaskSpec> causal{mask_spec("causal")};
  CHECK(bias_text(Masks(causal, sizes, true), sizes) == "[[0, 0, 0, -inf], [0, 0, 0, 0]]");
  // Also where there are more new keys than queries: query 0 stands at key 1, the first after the cache.
  sizes.n_past = 1;
  CHECK(bias_text(Masks(causal, sizes, true), sizes) == "[[0, 0, -inf, -inf], [0, 0, 0, -inf]]");
}

TEST_CASE("align: has to be said where it makes a difference") {
  for (const std::string type : {"causal", "window", "alibi"}) {
    const std::vector<computed::Said> settings =
        type == "window"  ? std::vector<computed::Said>{{"left", 1}, {"right", 0}}
        : type == "alibi" ? std::vector<computed::Said>{{"slopes", "auto"}}
                          : std::vector<computed::Said>{};
    const MaskSpec spec = mask_spec(type, settings);
    CHECK(mask_error({spec}, sizes_of(1, 1, 2, 2)) == "no error");
    CHECK(mask_error({spec}, sizes_of(1, 1, 2, 3)) ==
          "mask: n_q 2 and n_k 3 differ, so a mask of type \"" + type +
              "\" has to say \"align\": \"top-left\" (query i stands at key i) or \"bottom-right\" (the "
              "last query stands at the last real key)");
    const MaskSpec padding = mask_spec("padding", {{"key_lengths", numbers({2}, {2, 1})}});
    CHECK(mask_error({padding, spec}, sizes_of(2, 1, 2, 2)) ==
          "mask: key_lengths [2, 1] differ from n_q 2, so a mask of type \"" + type +
              "\" has to say \"align\": \"top-left\" (query i stands at key i) or \"bottom-right\" (the "
              "last query stands at the last real key)");
  }
  CHECK(mask_error({mask_spec("causal", {{"align", "bottom"}})}, sizes_of(1, 1, 2, 3)) ==
        "mask.align: found \"bottom\", expected one of top-left, bottom-right");
  CHECK(mask_error({mask_spec("causal", {{"align", "bottom_right"}})}, sizes_of(1, 1, 2, 3)) ==
        "mask.align: found \"bottom_right\", expected one of top-left, bottom-right; did you mean "
        "\"bottom-right\"?");
}

TEST_CASE("align: must not contradict a cache") {
  Sizes sizes = sizes_of(1, 1, 2, 4);
  sizes.n_past = 2;
  CHECK(mask_error({mask_spec("causal")}, sizes, true) == "no error");
  // The last query stands at the last key: that is where the cache puts it too.
  CHECK(mask_error({mask_spec("causal", {{"align", "bottom-right"}})}, sizes, true) == "no error");
  CHECK(
      mask_error({mask_spec("causal", {{"align", "top-left"}})}, sizes, true) ==
      "mask.align: \"top-left\" contradicts `past`: the queries stand after the 2 cached keys; leave it out");
  const MaskSpec padding = mask_spec("padding", {{"key_lengths", numbers({1}, {3})}});
  CHECK(
      mask_error({padding, mask_spec("causal", {{"align", "bottom-right"}})}, sizes, true) ==
      "mask.align: \"bottom-right\" contradicts `past`: the queries stand after the 2 cached keys; leave it "
      "out");
}

TEST_CASE("padding: per batch entry, the first keys are real") {
  const MaskSpec padding = mask_spec("padding", {{"key_lengths", numbers({2}, {1, 3})}});
  const Sizes sizes = sizes_of(2, 1, 2, 3);
  CHECK(bias_text({padding}, sizes, 0) == "[[0, -inf, -inf], [0, -inf, -inf]]");
  CHECK(bias_text({padding}, sizes, 1) == "[[0, 0, 0], [0, 0, 0]]");
  const MaskSpec none = mask_spec("padding", {{"key_lengths", numbers({1}, {0})}});
  CHECK(bias_text({none}, sizes_of(1, 1, 1, 2)) == "[[-inf, -inf]]");
}

TEST_CASE("padding: bottom-right is where the last real key is") {
  const std::vector<MaskSpec> masks{mask_spec("padding", {{"key_lengths", numbers({2}, {3, 2})}}),
                                    mask_spec("causal", {{"align", "bottom-right"}})};
  const Sizes sizes = sizes_of(2, 1, 2, 4);
  // Entry 0: the queries stand at keys 1 and 2. Entry 1: at 0 and 1.
  CHECK(bias_text(masks, sizes, 0) == "[[0, 0, -inf, -inf], [0, 0, 0, -inf]]");
  CHECK(bias_text(masks, sizes, 1) == "[[0, -inf, -inf, -inf], [0, 0, -inf, -inf]]");
  // In whichever order the two are said.
  CHECK(bias_text({masks[1], masks[0]}, sizes, 0) == bias_text(masks, sizes, 0));
}

TEST_CASE("padding: of two padding masks a key has to pass both") {
  const std::vector<MaskSpec> masks{mask_spec("padding", {{"key_lengths", numbers({2}, {1, 3})}}),
                                    mask_spec("padding", {{"key_lengths", numbers({2}, {2, 2})}}),
                                    mask_spec("causal", {{"align", "bottom-right"}})};
  const Sizes sizes = sizes_of(2, 1, 1, 3);
  CHECK(bias_text(masks, sizes, 0) == "[[0, -inf, -inf]]");
  CHECK(bias_text(masks, sizes, 1) == "[[0, 0, -inf]]");  // the query stands at key 1
}

TEST_CASE("padding: errors") {
  const auto error = [](const Array& lengths) {
    return mask_error({mask_spec("padding", {{"key_lengths", lengths}})}, sizes_of(2, 1, 2, 3));
  };
  CHECK(error(numbers({1}, {2})) == "mask.key_lengths: shape [1], expected [2] (one length per batch entry)");
  CHECK(error(numbers({2}, {2, 4})) == "mask.key_lengths: found 4, expected at most n_k 3");
  CHECK(error(numbers({2}, {2, 1.5})) ==
        "mask.key_lengths: found 1.5, expected a whole number from 0 to 1000000000");
  CHECK(error(numbers({2}, {2, -1})) ==
        "mask.key_lengths: found -1, expected a whole number from 0 to 1000000000");
  // A CSV file with one row or one column.
  CHECK(error(numbers({1, 2}, {2, 1})) == "no error");
  CHECK(error(numbers({2, 1}, {2, 1})) == "no error");
  CHECK(mask_error({mask_spec("padding", {{"key_lengths", "all"}})}, sizes_of(1, 1, 2, 2)) ==
        "mask.key_lengths: found \"all\", expected an array of numbers");
  CHECK(mask_error({mask_spec("padding")}, sizes_of(1, 1, 2, 2)) ==
        "mask: a mask of type \"padding\" needs \"key_lengths\"");
}

TEST_CASE("window: p - left ... p + right, both included") {
  const Sizes sizes = sizes_of(1, 1, 4, 4);
  const auto window = [&](int left, int right) {
    return bias_text({mask_spec("window", {{"left", left}, {"right", right}})}, sizes);
  };
  CHECK(window(1, 0) ==
        "[[0, -inf, -inf, -inf], [0, 0, -inf, -inf], [-inf, 0, 0, -inf], [-inf, -inf, 0, 0]]");
  CHECK(window(0, 0) ==
        "[[0, -inf, -inf, -inf], [-inf, 0, -inf, -inf], [-inf, -inf, 0, -inf], [-inf, -inf, -inf, 0]]");
  CHECK(window(0, 2) == "[[0, 0, 0, -inf], [-inf, 0, 0, 0], [-inf, -inf, 0, 0], [-inf, -inf, -inf, 0]]");
}

TEST_CASE("window: -1 is unbounded") {
  const Sizes sizes = sizes_of(1, 1, 3, 3);
  const MaskSpec causal = mask_spec("window", {{"left", -1}, {"right", 0}});
  CHECK(bias_text({causal}, sizes) == bias_text({mask_spec("causal")}, sizes));
  const MaskSpec all = mask_spec("window", {{"left", -1}, {"right", -1}});
  CHECK(bias_text({all}, sizes) == "[[0, 0, 0], [0, 0, 0], [0, 0, 0]]");
  const MaskSpec later = mask_spec("window", {{"left", 0}, {"right", -1}});
  CHECK(bias_text({later}, sizes) == "[[0, 0, 0], [-inf, 0, 0], [-inf, -inf, 0]]");
}

TEST_CASE("window: aligned as causal is") {
  const MaskSpec window = mask_spec("window", {{"left", 1}, {"right", 0}, {"align", "bottom-right"}});
  CHECK(bias_text({window}, sizes_of(1, 1, 2, 4)) == "[[-inf, 0, 0, -inf], [-inf, -inf, 0, 0]]");
}

TEST_CASE("window: errors") {
  const auto error = [](const std::vector<computed::Said>& said) {
    return mask_error({mask_spec("window", said)}, sizes_of(1, 1, 2, 2));
  };
  CHECK(error({{"right", 0}}) == "mask: a mask of type \"window\" needs \"left\"");
  CHECK(error({{"left", 0}}) == "mask: a mask of type \"window\" needs \"right\"");
  CHECK(error({{"left", -2}, {"right", 0}}) ==
        "mask.left: found -2, expected a number of keys, 0 or more, or -1 for all");
  CHECK(error({{"left", 0}, {"right", "all"}}) ==
        "mask.right: found \"all\", expected a number of keys, 0 or more, or -1 for all");
  CHECK(error({{"left", 0.5}, {"right", 0}}) ==
        "mask.left: found 0.5, expected a whole number from 0 to 1000000000");
}

}  // namespace attn
