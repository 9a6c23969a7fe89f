#include "text/display.hpp"
#include "text/visible.hpp"

#include <doctest/doctest.h>

namespace attn {

TEST_CASE("what would steer a terminal is spelled out") {
  CHECK(visible("the cat") == "the cat");
  CHECK(visible("a\nb\tc\rd") == "a\\nb\\tc\\rd");
  CHECK(visible("\x1b[31mred\x07\x7f") == "\\x1b[31mred\\x07\\x7f");
  CHECK(visible(std::string_view("\0", 1)) == "\\x00");
  CHECK(visible("\u009b31m\u0085") == "\\u009b31m\\u0085");
  CHECK(visible("\u202eabc\u2066") == "\\u202eabc\\u2066");
  CHECK(visible("\u200b\ufeff\u2028") == "\\u200b\\ufeff\\u2028");
  CHECK(visible("\U000e0041") == "\\U000e0041");
  CHECK(visible("\uffff\U0001fffe") == "\\uffff\\U0001fffe");
  CHECK(visible("\uFFFD") == "\uFFFD");
}

TEST_CASE("what people write stays") {
  for (const auto* text : {"Q·Kᵀ √ Σ −", "naïve", "猫", "👩‍💻", "e\u0301", "▁the", "Ġcat", ""})
    CHECK(visible(text) == text);
}

TEST_CASE("bytes that are no UTF-8 are spelled out one by one") {
  CHECK(visible("a\xff") == "a\\xff");
  CHECK(visible("\xc3") == "\\xc3");                             // cut short
  CHECK(visible("\xe4\xb8") == "\\xe4\\xb8");                    // cut short
  CHECK(visible("\xc0\xaf") == "\\xc0\\xaf");                    // longer than need be
  CHECK(visible("\xe0\x80\xaf") == "\\xe0\\x80\\xaf");           // longer than need be
  CHECK(visible("\xed\xa0\x80") == "\\xed\\xa0\\x80");           // a surrogate
  CHECK(visible("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");  // beyond Unicode
  CHECK(visible("\x9b") == "\\x9b");
}

TEST_CASE("width on a terminal") {
  CHECK(display_width("") == 0);
  CHECK(display_width("cat") == 3);
  CHECK(display_width("Kᵀ") == 2);
  CHECK(display_width("猫") == 2);
  CHECK(display_width("ｃ") == 2);
  CHECK(display_width("😀") == 2);
  CHECK(display_width("e\u0301") == 1);
  CHECK(display_width("…") == 1);
}

TEST_CASE("shortened text takes no more than its width") {
  CHECK(shortened("cat", 3) == "cat");
  CHECK(shortened("cats", 3) == "ca…");
  CHECK(shortened("猫猫", 4) == "猫猫");
  CHECK(shortened("猫猫猫", 4) == "猫…");
  CHECK(shortened("猫猫猫", 5) == "猫猫…");
}

}  // namespace attn
