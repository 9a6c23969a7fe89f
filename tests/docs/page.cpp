#include "docs/page.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "attn/error.hpp"

namespace attn {

namespace {

std::vector<Block> blocks_in(std::string_view text) {
  return find_blocks(lines_of(text), "a.md");
}

std::string error_of(std::string_view text) {
  try {
    blocks_in(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("lines are the text, byte for byte") {
  for (const std::string_view text : {"", "\n", "a", "a\n", "a\r\nb\n\nc", "\r\n\r\n", "a\rb\r\n", "\r"}) {
    CAPTURE(text);
    std::string joined;
    for (const Line& line : lines_of(text)) joined.append(line.text).append(line.ending);
    CHECK(joined == text);
  }
  const std::vector<Line> lines = lines_of("a\rb\r\n\nc");
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].text == "a\rb");
  CHECK(lines[0].ending == "\r\n");
  CHECK(lines[1].text.empty());
  CHECK(lines[2].ending.empty());
}

TEST_CASE("a block has a command, and a fingerprint once it was written") {
  const auto blocks = blocks_in(
      "text\n"
      "<!-- attn-calc: run a.json --steps 'Q,K' -->\n"
      "<!-- /attn-calc -->\n"
      "<!--attn-calc:list-->\r\n"
      "old\r\n"
      "<!--  /attn-calc 0123abcd  -->  \r\n");
  REQUIRE(blocks.size() == 2);
  CHECK(blocks[0].begin == 1);
  CHECK(blocks[0].end == 2);
  CHECK(blocks[0].command == "run a.json --steps 'Q,K'");
  CHECK(blocks[0].fingerprint.empty());
  CHECK(blocks[1].begin == 3);
  CHECK(blocks[1].end == 5);
  CHECK(blocks[1].command == "list");
  CHECK(blocks[1].fingerprint == "0123abcd");
  CHECK(blocks_in("\xEF\xBB\xBF<!-- attn-calc: list -->\n<!-- /attn-calc -->\n").size() == 1);
}

TEST_CASE("lines of a block begin as the list or quote that it stands in asks for") {
  const auto prefix = [](const std::string& begin) {
    return blocks_in(begin + "<!-- attn-calc: list -->\n" + begin + "<!-- /attn-calc -->\n").at(0).prefix;
  };
  CHECK(prefix("").empty());
  CHECK(prefix("   ") == "   ");
  CHECK(prefix("\t") == "\t");
  CHECK(prefix("> ") == "> ");
  CHECK(prefix("> > ") == "> > ");
  CHECK(prefix("- ") == "  ");
  CHECK(prefix("> 12. ") == ">     ");
  CHECK(prefix("3) ") == "   ");
}

TEST_CASE("a comment of ours within a line is an error, but for code") {
  CHECK_THROWS_WITH_AS(blocks_in("-<!-- attn-calc: list -->\n"),
                       "a.md:1: a comment of attn-calc in the middle of a line; give it a line of its own",
                       InputError);
  CHECK_THROWS_AS(blocks_in("a\n\nThe weight is <!-- attn-calc: list --> 1 <!-- /attn-calc -->.\n"),
                  InputError);
  CHECK_THROWS_AS(blocks_in("`a` 1 <!-- /attn-calc --> b\n"), InputError);
}

TEST_CASE("comments that are not ours, or in code, are text") {
  CHECK(blocks_in("<!-- attn-calculator: x -->\n<!-- a -->\n<!---->\n").empty());
  CHECK(blocks_in("Write `<!-- attn-calc: run x -->` before it.\n").empty());
}

TEST_CASE("comments in fenced code are code") {
  const std::string ours = "<!-- attn-calc: list -->\n";
  CHECK(blocks_in("```\n" + ours + "```\n").empty());
  CHECK(blocks_in("~~~md\n" + ours + "```\n" + ours + "~~~~\n").empty());
  // A fence is closed by one that is as long, and has nothing behind it.
  CHECK(blocks_in("````\n```\n" + ours + "````text\n" + ours + "`````  \n").empty());
  // In a list, and in a quote, which ends its code with itself.
  CHECK(blocks_in("- a\n  ```\n  " + ours + "  ```\n").empty());
  CHECK(blocks_in("- ```\n  " + ours + "  ```\n").empty());
  CHECK(blocks_in("> ```\n> " + ours + "\n```\n" + ours + "```\n").empty());
  // What would close it, but is four deeper, or quoted within.
  CHECK(blocks_in("```\n    ```\n" + ours + "> ```\n" + ours + "```\n").empty());
  // Inline code begins no fence.
  CHECK(blocks_in("```a``` b\n" + ours + "<!-- /attn-calc -->\n").size() == 1);
  // A fence that is never closed hides nothing of ours here.
  CHECK(blocks_in(ours + "<!-- /attn-calc -->\n```\ncode\n").size() == 1);
}

TEST_CASE("fenced code within a block may show our comments") {
  const auto blocks =
      blocks_in("<!-- attn-calc: list -->\n```text\n<!-- /attn-calc -->\n```\n<!-- /attn-calc -->\n");
  REQUIRE(blocks.size() == 1);
  CHECK(blocks[0].end == 4);
}

TEST_CASE("what is wrong with a page has a line") {
  CHECK(error_of("\n<!-- attn-calc: list -->\n") ==
        "a.md:2: a block begins here and has no end; write <!-- /attn-calc --> behind it");
  CHECK(error_of("a\n<!-- /attn-calc -->\n") ==
        "a.md:2: a block ends here that has not begun; <!-- attn-calc: COMMAND --> begins one");
  CHECK(error_of("<!-- attn-calc: list -->\n\n<!-- attn-calc: list -->\n") ==
        "a.md:3: a block begins within that of line 1; write <!-- /attn-calc --> before it");
  CHECK(error_of("<!-- attn-calc: -->\n") ==
        "a.md:1: the command is empty, expected <!-- attn-calc: run problem.json --> or the like");
  CHECK(error_of("<!-- attn-calc run x.json -->\n") ==
        "a.md:1: found \"run x.json\", expected a colon: <!-- attn-calc: COMMAND -->");
  CHECK(error_of("<!-- attn-calc: list\n-->\n") ==
        "a.md:1: the comment does not end in its line; write --> behind it");
  CHECK(error_of("<!-- attn-calc: list --> text\n") ==
        "a.md:1: found \"text\" behind the comment; it has a line of its own");
  CHECK(error_of("<!-- attn-calc: list -->\n<!-- /attn-calc 12 -->\n") ==
        "a.md:2: found \"12\", expected <!-- /attn-calc -->, and between, nothing or the 8 digits that "
        "--update "
        "wrote there");
  CHECK(error_of("<!-- attn-calc: list -->\n```text\na\n<!-- /attn-calc -->\n") ==
        "a.md:2: fenced code begins here and has no end, so that line 4 belongs to it; close it");
}

}  // namespace attn
