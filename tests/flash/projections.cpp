// From X to the output by the kernel's own products: every layout of Q, K, V and of their weights.
#include "flash/backends.hpp"

namespace attn {

using namespace flash_tests;

namespace {

/// Two roundings of each scalar in every product, and more inputs than one slice of them.
constexpr double most = 16;

/// W_Q and the others for `heads` query heads and one or two kv heads, [d_model, heads·d] or transposed.
std::vector<Said> weights(const char* layout, std::size_t d_model, std::size_t d_memory) {
  const bool in_out = std::string(layout) == "in_out";
  const auto shape = [&](std::size_t in, std::size_t out) {
    return in_out ? Shape{in, out} : Shape{out, in};
  };
  return {{"weights_layout", layout},
          {"heads", 4},
          {"kv_heads", 2},
          {"W_Q", random_array(shape(d_model, 12), 1)},
          {"W_K", random_array(shape(d_memory, 6), 2)},
          {"W_V", random_array(shape(d_memory, 10), 3)}};
}

std::vector<Said> joined(std::vector<Said> said, const std::vector<Said>& more) {
  said.insert(said.end(), more.begin(), more.end());
  return said;
}

const std::vector<Said> biases{
    {"b_Q", random_array({12}, 5)}, {"b_K", random_array({6}, 6)}, {"b_V", random_array({10}, 7)}};

}  // namespace

TEST_CASE("flash: every layout of Q, K and V") {
  struct Given {
    const char* layout;
    Shape q, k, v;
  };
  const Given all[] = {
      {"nd", {9, 20}, {13, 10}, {13, 6}},
      {"hnd", {4, 9, 5}, {2, 13, 5}, {2, 13, 3}},
      {"bhnd", {3, 4, 9, 5}, {3, 2, 13, 5}, {3, 2, 13, 3}},
      {"bnd", {3, 9, 20}, {3, 13, 10}, {3, 13, 6}},
      {"bnhd", {3, 9, 4, 5}, {3, 13, 2, 5}, {3, 13, 2, 3}},
  };
  for (const Given& given : all) {
    CAPTURE(given.layout);
    const std::vector<Said> said{{"layout", given.layout},
                                 {"heads", 4},
                                 {"kv_heads", 2},
                                 {"Q", random_array(given.q, 1)},
                                 {"K", random_array(given.k, 2)},
                                 {"V", random_array(given.v, 3)}};
    check_backends(said, {}, most);
    check_backends(said, {computed::mask_spec("causal", {{"align", "bottom-right"}})}, most);
    check_backends(joined(said, {{"W_O", random_array({12, 7}, 4)}, {"b_O", random_array({7}, 8)}}), {},
                   most);
  }
}

TEST_CASE("flash: caches of every layout") {
  const std::vector<Said> said{{"layout", "bnhd"},
                               {"Q", random_array({2, 3, 4, 5}, 1)},
                               {"K", random_array({2, 3, 2, 5}, 2)},
                               {"V", random_array({2, 3, 2, 3}, 3)},
                               {"past.K", random_array({2, 2, 9, 5}, 4)},
                               {"past.V", random_array({2, 2, 9, 3}, 5)}};
  check_backends(said, {computed::mask_spec("causal")}, most);
}

TEST_CASE("flash: projections, stored either way, with and without biases, in a batch") {
  for (const char* layout : {"in_out", "out_in"})
    for (const Shape& x : {Shape{9, 8}, Shape{3, 9, 8}}) {
      CAPTURE(layout);
      CAPTURE(to_string(x));
      const std::vector<Said> said = joined(weights(layout, 8, 8), {{"X", random_array(x, 4)}});
      check_backends(said, {}, most);
      check_backends(joined(said, biases), {computed::mask_spec("causal")}, most);
    }
}

TEST_CASE("flash: cross-attention to a memory of another width and length") {
  for (const std::size_t batch : {1U, 2U}) {
    const std::vector<Said> said =
        joined(weights("in_out", 8, 5),
               {{"X", random_array({batch, 3, 8}, 4)}, {"X_kv", random_array({batch, 11, 5}, 5)}});
    check_backends(said, {}, most);
    check_backends(joined(said, {{"W_O", random_array({20, 3}, 8)}}), {}, most);
  }
}

TEST_CASE("flash: one matrix per head") {
  const std::vector<Said> said{{"X", random_array({6, 7}, 1)},      {"heads", 4},
                               {"W_Q", random_array({4, 7, 3}, 2)}, {"W_K", random_array({4, 7, 3}, 3)},
                               {"W_V", random_array({4, 7, 5}, 4)}, {"W_O", random_array({20, 2}, 5)},
                               {"b_O", random_array({2}, 6)}};
  check_backends(said, {}, most);
  check_backends({{"X", random_array({6, 7}, 1)},
                  {"heads", 4},
                  {"weights_layout", "out_in"},
                  {"W_Q", random_array({4, 3, 7}, 2)},
                  {"W_K", random_array({4, 3, 7}, 3)},
                  {"W_V", random_array({4, 5, 7}, 4)},
                  {"W_O", random_array({2, 20}, 5)}},
                 {}, most);
}

TEST_CASE("flash: a fused projection in both packings, with biases") {
  for (const char* packing : {"q_k_v", "per_head"})
    for (const char* layout : {"in_out", "out_in"}) {
      CAPTURE(packing);
      CAPTURE(layout);
      const std::size_t columns = 4 * 3 + 2 * 3 + 2 * 5;
      const Shape shape = layout == std::string("in_out") ? Shape{7, columns} : Shape{columns, 7};
      const std::vector<Said> said{{"X", random_array({2, 6, 7}, 1)},
                                   {"heads", 4},
                                   {"kv_heads", 2},
                                   {"d_k", 3},
                                   {"weights_layout", layout},
                                   {"qkv_packing", packing},
                                   {"W_QKV", random_array(shape, 2)}};
      check_backends(said, {}, most);
      check_backends(joined(said, {{"b_QKV", random_array({columns}, 3)}}), {}, most);
    }
}

TEST_CASE("flash: more inputs than a slice, more outputs than a strip, odd numbers of rows") {
  for (const std::size_t d_model : {191U, 192U, 193U, 400U})
    for (const std::size_t n : {1U, 7U, 200U}) {
      if (n == 200 && d_model != 193) continue;
      CAPTURE(d_model);
      CAPTURE(n);
      const std::size_t d = 53;
      check_backends({{"X", random_array({n, d_model}, 1, -0.1, 0.1)},
                      {"W_Q", random_array({d_model, d}, 2, -0.1, 0.1)},
                      {"W_K", random_array({d_model, d}, 3, -0.1, 0.1)},
                      {"W_V", random_array({d_model, 2 * d}, 4)},
                      {"b_V", random_array({2 * d}, 6)},
                      {"W_O", random_array({2 * d, 49}, 5)}},
                     {}, most);
    }
}

TEST_CASE("flash: rows without a key give W_O nothing but its bias") {
  const std::vector<Said> said = joined(
      weights("in_out", 8, 8),
      {{"X", random_array({4, 8}, 4)}, {"W_O", random_array({20, 3}, 5)}, {"b_O", random_array({3}, 6)}});
  const std::vector<MaskSpec> nothing{
      computed::mask_spec("padding", {{"key_lengths", Array{{1}, {0}, false, {}}}})};
  check_backends(said, nothing, most);
  check_backends(joined(said, {{"empty_row", "nan"}}), nothing, most);
}

}  // namespace attn
