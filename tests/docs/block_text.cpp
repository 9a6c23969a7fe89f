#include "docs/block_text.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "docs/fingerprint.hpp"

namespace attn {

namespace {

/// The text with other content in its only block.
std::string rewritten(const std::string& text, const TextLines& content) {
  const std::vector<Line> lines = lines_of(text);
  return with_content(lines, find_blocks(text, "a.md").at(0), content);
}

TextLines content_in(const std::string& text) {
  const std::vector<Line> lines = lines_of(text);
  return content_of(lines, find_blocks(text, "a.md").at(0));
}

}  // namespace

TEST_CASE("a fence is longer than the backticks within") {
  CHECK(fenced("a\nb\n", "text") == TextLines{"```text", "a", "b", "```"});
  CHECK(fenced("a", "json") == TextLines{"```json", "a", "```"});
  CHECK(fenced("", "text") == TextLines{"```text", "```"});
  CHECK(fenced("a ```` b ``\n", "text") == TextLines{"`````text", "a ```` b ``", "`````"});
  CHECK(fenced("\n\na\n\n", "text") == TextLines{"```text", "", "", "a", "", "```"});
}

TEST_CASE("Markdown is not fenced, and ends where its text does") {
  CHECK(fenced("\n| a |\n\n| b |\n\n", "") == TextLines{"| a |", "", "| b |"});
  CHECK(fenced("", "").empty());
}

TEST_CASE("content has no prefix and no blank ends") {
  CHECK(content_in("<!-- attn-calc: list -->\n\n a\n\nb\n \n<!-- /attn-calc -->\n") ==
        TextLines{" a", "", "b"});
  CHECK(content_in("  <!-- attn-calc: list -->\r\n  a\r\n\r\n    b\r\n c\r\n  <!-- /attn-calc -->\r\n") ==
        TextLines{"a", "", "  b", " c"});
  CHECK(content_in("> <!-- attn-calc: list -->\n>\n> a\n>\n> b\n> <!-- /attn-calc -->\n") ==
        TextLines{"a", "", "b"});
  CHECK(content_in("<!-- attn-calc: list -->\n<!-- /attn-calc -->\n").empty());
}

TEST_CASE("the fingerprint is the CRC-32 of the lines, as zlib of Python computes it") {
  const TextLines lines{"one", "two"};
  CHECK(fingerprint_of(lines) == "12ba0be6");
  CHECK(fingerprint_of({}) == "00000000");
  const TextLines joined{"onetwo"};
  CHECK(fingerprint_of(joined) != fingerprint_of(lines));
  CHECK(is_fingerprint("12ba0be6"));
  CHECK_FALSE(is_fingerprint("12ba0be"));
  CHECK_FALSE(is_fingerprint("12BA0BE6"));
  CHECK_FALSE(is_fingerprint("12ba0be6 "));
}

TEST_CASE("new content takes the place of the old one, and nothing else changes") {
  const std::string code = "```text\none\n```\n";
  const TextLines content{"```text", "one", "```"};
  const std::string mark = fingerprint_of(content);
  CHECK(rewritten("<!-- attn-calc: list -->\n<!-- /attn-calc -->\nrest", content) ==
        "<!-- attn-calc: list -->\n" + code + "<!-- /attn-calc " + mark + " -->\n");
  // Blank lines at the ends stay, and so does how comments are written.
  CHECK(rewritten("<!--attn-calc:list-->\n\n\nold\n\n<!-- /attn-calc 00000000-->  ", content) ==
        "<!--attn-calc:list-->\n\n\n" + code + "\n<!-- /attn-calc " + mark + " -->  ");
}

TEST_CASE("new lines end and begin as their block does") {
  const TextLines content{"```text", "", "one", "```"};
  const std::string mark = fingerprint_of(content);
  CHECK(rewritten("  <!-- attn-calc: list -->\r\n  <!-- /attn-calc -->", content) ==
        "  <!-- attn-calc: list -->\r\n  ```text\r\n\r\n  one\r\n  ```\r\n  <!-- /attn-calc " + mark +
            " -->");
  CHECK(rewritten("> - <!-- attn-calc: list -->\n>   <!-- /attn-calc -->\n", content) ==
        "> - <!-- attn-calc: list -->\n>   ```text\n>\n>   one\n>   ```\n>   <!-- /attn-calc " + mark +
            " -->\n");
}

TEST_CASE("Markdown stands between blank lines, so that no table or HTML takes the comment in") {
  const TextLines content{"| a |", "| - |"};
  const std::string mark = fingerprint_of(content);
  const std::string expected =
      "<!-- attn-calc: list -->\n\n| a |\n| - |\n\n<!-- /attn-calc " + mark + " -->\n";
  CHECK(rewritten("<!-- attn-calc: list -->\n<!-- /attn-calc -->\n", content) == expected);
  CHECK(rewritten(expected, content) == expected);
}

TEST_CASE("within a line the content changes, and the fingerprint behind it") {
  const TextLines content{"0.25"};
  const std::string text = "It is <!-- attn-calc: list -->0.1 <!-- /attn-calc 00000000 -->.\n";
  CHECK(content_in(text) == TextLines{"0.1 "});
  CHECK(rewritten(text, content) ==
        "<!-- attn-calc: list -->0.25<!-- /attn-calc " + fingerprint_of(content) + " -->");
  CHECK(content_in("a <!-- attn-calc: list --><!-- /attn-calc -->\n").empty());
}

TEST_CASE("a fingerprint alone changes in the closing comment") {
  const std::string text = "- <!-- attn-calc: list -->\r\n  ![a](a.svg)\r\n  <!--/attn-calc--> \r\nb";
  CHECK(with_fingerprint(lines_of(text), find_blocks(text, "a.md").at(0), "12ba0be6") ==
        "- <!-- attn-calc: list -->\r\n  ![a](a.svg)\r\n  <!-- /attn-calc 12ba0be6 --> \r\n");
}

TEST_CASE("what was written is read back, and has the fingerprint that was written") {
  const TextLines content{"````text", "", "  ```", "> b", "\tc", "````"};
  for (const std::string prefix : {"", "   ", "> ", "- ", "1. > "}) {
    CAPTURE(prefix);
    const std::string text = rewritten(prefix + "<!-- attn-calc: list -->\n<!-- /attn-calc -->\n", content);
    const std::vector<Line> lines = lines_of(text);
    const Block block = find_blocks(text, "a.md").at(0);
    CHECK(content_of(lines, block) == content);
    CHECK(block.fingerprint == fingerprint_of(content));
  }
}

}  // namespace attn
