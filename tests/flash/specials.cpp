// NaN and infinity in Q, K and V: where a key is hidden it takes no part at all, where it is seen the kernel
// gives what the standard pipeline gives.
#include "flash/backends.hpp"

namespace attn {

using namespace flash_tests;
using computed::inf;
using computed::mask_spec;
using computed::nan;

namespace {

constexpr double most = 16;
constexpr std::size_t n_q = 20;
constexpr std::size_t n_k = 200;  // two tiles
constexpr std::size_t d = 3;

/// Some numbers in Q, K and V that take the place of random ones.
struct Placed {
  const char* name;
  std::size_t row;
  std::size_t column;
  double number;
};

std::vector<Said> with(const std::vector<Placed>& placed) {
  std::vector<Said> said{{"Q", random_array({n_q, d}, 1, 0.5, 1)},
                         {"K", random_array({n_k, d}, 2, 0.5, 1)},
                         {"V", random_array({n_k, d}, 3)},
                         {"scale", 1}};
  for (const Placed& one : placed)
    for (Said& setting : said)
      if (setting.key == one.name)
        std::get<Array>(setting.value).values[one.row * d + one.column] = one.number;
  return said;
}

const std::vector<std::vector<MaskSpec>>& all_masks() {
  static const std::vector<std::vector<MaskSpec>> masks = [] {
    Array seen{{n_q, n_k}, std::vector<double>(n_q * n_k, 1), true, {}};
    for (std::size_t i = 0; i < seen.values.size(); i += 3) seen.values[i] = 0;
    Array terms = random_array({n_q, n_k}, 7);
    for (std::size_t i = 0; i < terms.values.size(); i += 5) terms.values[i] = -inf;
    const Array eight{{1}, {8}, false, {}};
    return std::vector<std::vector<MaskSpec>>{
        {},
        {mask_spec("causal", {{"align", "top-left"}})},
        {mask_spec("causal", {{"align", "bottom-right"}})},
        {mask_spec("padding", {{"key_lengths", eight}})},
        {mask_spec("boolean", {{"true_means", "attend"}, {"values", seen}})},
        {mask_spec("additive", {{"values", terms}}), mask_spec("causal", {{"align", "bottom-right"}})},
        {mask_spec("alibi", {{"slopes", "auto"}, {"align", "top-left"}})},
    };
  }();
  return masks;
}

void check_everywhere(const std::vector<Said>& said) {
  for (const std::vector<MaskSpec>& masks : all_masks()) {
    CAPTURE(masks.empty() ? "no mask" : masks[0].type);
    check_backends(said, masks, most);
  }
}

}  // namespace

TEST_CASE("flash: NaN and infinity in Q: in that row alone") {
  for (const double number : {nan, inf, -inf}) {
    CAPTURE(number);
    check_everywhere(with({{"Q", 4, 1, number}}));
  }
}

TEST_CASE("flash: NaN and infinity in K, in the first tile, the last, and both") {
  for (const double number : {nan, inf, -inf}) {
    CAPTURE(number);
    check_everywhere(with({{"K", 6, 1, number}}));
    check_everywhere(with({{"K", 195, 0, number}}));
    check_everywhere(with({{"K", 0, 0, number}, {"K", 199, 2, nan}}));
  }
}

TEST_CASE("flash: NaN and infinity in V: in that column of the rows that see the key") {
  for (const double number : {nan, inf, -inf}) {
    CAPTURE(number);
    check_everywhere(with({{"V", 6, 1, number}}));
    check_everywhere(with({{"V", 195, 0, number}}));
    check_everywhere(with({{"V", 1, 1, inf}, {"V", 7, 1, number}, {"V", 7, 2, inf}}));
  }
}

TEST_CASE("flash: every score NaN, every score infinite") {
  std::vector<Placed> placed;
  for (std::size_t key = 0; key < n_k; ++key) placed.push_back({"K", key, 0, nan});
  check_everywhere(with(placed));
  for (Placed& one : placed) one.number = -inf;  // as if every key were hidden, but by no mask
  check_everywhere(with(placed));
  for (Placed& one : placed) one.number = inf;
  check_everywhere(with(placed));
}

TEST_CASE("flash: a score of -inf takes no part, though no mask hides its key") {
  check_everywhere(with({{"K", 0, 0, -inf}, {"K", 1, 0, -inf}, {"K", 195, 0, -inf}}));
}

TEST_CASE("flash: NaN and infinity meet a softcap and the naive softmax") {
  for (const double number : {nan, inf, -inf}) {
    CAPTURE(number);
    std::vector<Said> said = with({{"K", 6, 1, number}});
    said.push_back({"softcap", 3});
    check_everywhere(said);
    said.push_back({"softmax", "naive"});
    check_everywhere(said);
    said = with({{"K", 6, 1, number}, {"V", 9, 1, number}});
    said.push_back({"softmax", "naive"});
    check_everywhere(said);
  }
}

TEST_CASE("flash: additive terms that are NaN or +inf, and a rule that hides them") {
  for (const double term : {nan, inf}) {
    CAPTURE(term);
    Array terms = random_array({n_q, n_k}, 7);
    terms.values[3 * n_k + 2] = terms.values[3 * n_k + 195] = term;
    const MaskSpec additive = mask_spec("additive", {{"values", terms}});
    check_backends(with({}), {additive}, most);
    check_backends(with({}), {additive, mask_spec("causal", {{"align", "top-left"}})}, most);
  }
}

TEST_CASE("flash: NaN in hidden rows of X reaches nothing") {
  Array x = random_array({6, 4}, 1);
  for (std::size_t i = 4 * 4; i < x.values.size(); ++i) x.values[i] = i % 2 == 0 ? nan : inf;
  const Array four{{1}, {4}, false, {}};
  check_backends({{"X", random_array({6, 4}, 1)},
                  {"X_kv", x},
                  {"W_Q", random_array({4, 3}, 2)},
                  {"W_K", random_array({4, 3}, 3)},
                  {"W_V", random_array({4, 9}, 4)}},
                 {mask_spec("padding", {{"key_lengths", four}})}, most);
}

TEST_CASE("flash: many keys cut into pieces, with NaN and infinity in one of them") {
  for (const double number : {nan, inf, -inf})
    for (const std::size_t at : {0U, 2304U, 4999U})
      for (const char* name : {"K", "V"}) {
        CAPTURE(number);
        CAPTURE(at);
        std::vector<Said> said{{"Q", random_array({1, 2}, 1, 0.5, 1)},
                               {"K", random_array({5000, 2}, 2, 0.5, 1)},
                               {"V", random_array({5000, 2}, 3)}};
        for (Said& setting : said)
          if (setting.key == name) std::get<Array>(setting.value).values[at * 2] = number;
        check_backends(said, {}, 2 * most);
      }
}

}  // namespace attn
