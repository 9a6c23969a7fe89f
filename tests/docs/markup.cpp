#include "docs/markup.hpp"

#include <doctest/doctest.h>

#include <string>

namespace attn {

TEST_CASE("numbers, rows and words are no markup") {
  for (const std::string text :
       {"", "0.576", "-1e-05", "-inf", "[0.2364, 0.5763, 0.1872]", "[-inf, nan]", "[]",
        "output[2,1] = concat[2] · W_O[:,1] ≈ 1.10", "a.json: ok: 3 steps", "a > b!"})
    CHECK_MESSAGE(markup_in(text).empty(), text);
}

TEST_CASE("the first character that Markdown may read is named") {
  // Of CommonMark 0.31, sections 2.4, 2.5 and 6; tables and strikethrough of GitHub's, and its formulas.
  for (const std::string character : {"\\", "`", "*", "_", "[", "]", "<", "&", "|", "~", "$"}) {
    CAPTURE(character);
    CHECK(markup_in("0.5 " + character + "a") == character);
  }
  CHECK(markup_in("<!-- /attn-calc -->") == "<");
  CHECK(markup_in("[the](x)") == "[");
  CHECK(markup_in("[0.5, a]") == "[");
  CHECK(markup_in("[0.5") == "[");
  CHECK(markup_in("[0.5] *") == "*");
  CHECK(markup_in("_a") == "_");
  CHECK(markup_in("a_") == "_");
  CHECK(markup_in("__init__") == "_");
}

}  // namespace attn
