#include "text/suggest.hpp"

#include <doctest/doctest.h>

#include <array>

using attn::closest;

namespace {

constexpr std::array<std::string_view, 8> words{"Q",     "W_Q",      "W_K",  "weights_layout",
                                                "heads", "kv_heads", "mask", "scale"};

std::string suggestion(std::string_view word) {
  return closest(word, words).value_or("nothing");
}

}  // namespace

TEST_CASE("suggestions: case and separators do not count") {
  CHECK(suggestion("q") == "Q");
  CHECK(suggestion("Wq") == "W_Q");
  CHECK(suggestion("w_k") == "W_K");
  CHECK(suggestion("kv-heads") == "kv_heads");
  CHECK(suggestion("WeightsLayout") == "weights_layout");
}

TEST_CASE("suggestions: typing errors") {
  CHECK(suggestion("heds") == "heads");       // left out
  CHECK(suggestion("maask") == "mask");       // added
  CHECK(suggestion("scele") == "scale");      // replaced
  CHECK(suggestion("haeds") == "heads");      // swapped
  CHECK(suggestion("num_heads") == "heads");  // longer, and still near
}

TEST_CASE("suggestions: nothing for what is not near") {
  for (const auto* word : {"", "_", "z", "foo", "dropout", "temperature", "zz"})
    CHECK(suggestion(word) == "nothing");
  CHECK(suggestion(std::string(100000, 'a')) == "nothing");
  CHECK_FALSE(closest("q", {}).has_value());
}

TEST_CASE("did you mean") {
  CHECK(attn::did_you_mean("q", words) == "; did you mean \"Q\"?");
  CHECK(attn::did_you_mean("temperature", words).empty());
}
