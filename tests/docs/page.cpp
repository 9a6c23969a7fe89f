#include "docs/page.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "attn/error.hpp"

namespace attn {

namespace {

std::vector<Block> blocks_in(std::string_view text) {
  return find_blocks(text, "a.md");
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
  for (const std::string_view text :
       {"", "\n", "a", "a\n", "a\r\nb\n\nc", "\r\n\r\n", "a\rb\r\n", "\r", "\n\r"}) {
    CAPTURE(text);
    std::string joined;
    for (const Line& line : lines_of(text)) joined.append(line.text).append(line.ending);
    CHECK(joined == text);
  }
  const std::vector<Line> lines = lines_of("a\rb\r\n\nc");
  REQUIRE(lines.size() == 4);
  CHECK(lines[0].text == "a");
  CHECK(lines[0].ending == "\r");
  CHECK(lines[1].ending == "\r\n");
  CHECK(lines[2].text.empty());
  CHECK(lines[3].ending.empty());
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
  CHECK(prefix(">\t") == ">\t");
  CHECK(prefix("> ") == "> ");
  CHECK(prefix("> > ") == "> > ");
  CHECK(prefix("- ") == "  ");
  CHECK(prefix("> 12. ") == ">     ");
  CHECK(prefix("3) ") == "   ");
}

TEST_CASE("both comments in one line hold what stands between them") {
  const std::string page =
      "a\nIt is <!-- attn-calc: list -->0.1<!-- /attn-calc 0123abcd -->, not "
      "<!--attn-calc:run a--><!--/attn-calc-->.\n";
  const auto blocks = blocks_in(page);
  REQUIRE(blocks.size() == 2);
  CHECK(blocks[0].is_inline);
  CHECK(blocks[0].begin == 1);
  CHECK(blocks[0].end == 1);
  CHECK(blocks[0].command == "list");
  CHECK(blocks[0].between == "0.1");
  CHECK(blocks[0].fingerprint == "0123abcd");
  CHECK(blocks[0].source == "<!-- attn-calc: list -->0.1<!-- /attn-calc 0123abcd -->");
  CHECK(blocks[1].command == "run a");
  CHECK(blocks[1].between.empty());
  CHECK(blocks[1].fingerprint.empty());
  // In a heading, a table, a list, and where the line is HTML to CommonMark.
  const std::string both = "<!-- attn-calc: list -->1<!-- /attn-calc -->";
  for (const std::string begin : {"# ", "| a |\n|--|\n| ", "- ", "> 1. a\n>    b ", "", "<p>", "\\`a` "})
    CHECK(blocks_in(begin + both + " |\n").size() == 1);
}

TEST_CASE("what follows an underlined heading, or front matter, belongs to it no more") {
  const std::string value = "<!-- attn-calc: value a.json w[0,0] --><!-- /attn-calc -->";
  const std::string block = "<!-- attn-calc: run a.json -->\n<!-- /attn-calc -->\n";
  for (const std::string_view heading : {"Title\n=====\n", "Title\n---\n", "a title\nof two lines\n===\n",
                                         "---\ntitle: x\n---\n", "===\n---\n===\n"}) {
    CAPTURE(heading);
    const auto line = static_cast<std::size_t>(std::ranges::count(heading, '\n'));
    for (const std::string& next : {"it is " + value + " here\n", "- it is " + value + "\n- b\n",
                                    "> " + value + "\n", "it is\n" + value, value + "\n===\nb\n"}) {
      CAPTURE(next);
      const std::string page = std::string(heading) + next;
      const auto blocks = blocks_in(page);
      REQUIRE(blocks.size() == 1);
      CHECK(blocks[0].is_inline);
      CHECK(blocks[0].begin == line + (next.starts_with("it is\n") ? 1 : 0));
    }
    const std::string page = std::string(heading) + block;
    const auto blocks = blocks_in(page);
    REQUIRE(blocks.size() == 1);
    CHECK_FALSE(blocks[0].is_inline);
    CHECK(blocks[0].begin == line);
  }
  // In a list and in a quote, and a value in the heading itself.
  CHECK(blocks_in("- Title\n  ===\n  x " + value + "\n\nb\n").size() == 1);
  CHECK(blocks_in("> Title\n> ===\n> x " + value + "\nb\n").size() == 1);
  CHECK(blocks_in("It is " + value + "\n===\nx " + value + "\n===\n" + value).size() == 3);
}

TEST_CASE("a comment in the middle of a line needs the other one there") {
  const std::string message =
      "a comment of attn-calc in the middle of a line, which has to hold both, <!-- attn-calc: value FILE "
      "CELL "
      "--><!-- /attn-calc -->; or give each a line of its own";
  CHECK(error_of("-<!-- attn-calc: list -->\n") == "a.md:1: " + message);
  CHECK(error_of("a <!-- attn-calc: list -->\n<!-- /attn-calc -->\n") == "a.md:1: " + message);
  CHECK(error_of("`a` 1 <!-- /attn-calc --> b\n") == "a.md:1: " + message);
  CHECK(error_of("a <!-- attn-calc: list --> <!-- attn-calc: list -->\n") == "a.md:1: " + message);
  CHECK(error_of("<!-- attn-calc: list --> text\n") == "a.md:1: " + message);
  CHECK(error_of("a\n    <!-- attn-calc: list -->\n<!-- /attn-calc -->\n") ==
        "a.md:2: " + message);  // still the paragraph
  CHECK(error_of("<!-- attn-calc: list -->\na <!-- attn-calc: list -->1<!-- /attn-calc -->\n") ==
        "a.md:2: " + message);
  CHECK(error_of("a <!-- attn-calc: run a --full --> <!-- /attn-calc -->\n") ==
        "a.md:1: \"--\" in a comment in the middle of a line, which GitHub and others then show as text "
        "(CommonMark up to 0.30); say -d, -i, -n, -r, -t for --decimals, --index-from, --names, --round, "
        "--tile");
}

TEST_CASE("comments that are not ours, or in code, are text") {
  CHECK(blocks_in("<!-- attn-calculator: x -->\n<!-- a -->\n<!---->\n").empty());
  CHECK(blocks_in("Write `<!-- attn-calc: run x -->` before it.\n").empty());
  CHECK(blocks_in("Write ``a ` <!-- attn-calc: run x -->\nb`` or \\<!-- /attn-calc -->.\n").empty());
}

TEST_CASE("comments in indented code, preformatted text and longer comments are text") {
  const std::string ours = "<!-- attn-calc: list -->\n";
  CHECK(blocks_in("a\n\n    " + ours + "\t" + ours).empty());
  CHECK(blocks_in("- a\n\n      " + ours).empty());
  CHECK(blocks_in("<pre>\n\n" + ours + "</pre>\n").empty());
  CHECK(blocks_in("<PRE class=\"a\"><code>\n" + ours + "</code></PRE>\n").empty());
  CHECK(blocks_in("<script>\n" + ours + "</script>\n").empty());
  CHECK(blocks_in("<div>\n<pre>\n" + ours + "</pre>\n</div>\n").empty());
  CHECK(blocks_in("<!-- to do:\n\n" + ours + "\n").empty());
  CHECK(blocks_in("<!-- to do: " + ours).empty());
  // Right behind them they count.
  const std::string block = ours + "<!-- /attn-calc -->\n";
  CHECK(blocks_in("    code\n\n" + block).size() == 1);
  CHECK(blocks_in("<pre>\na\n</pre>\n" + block).size() == 1);
  CHECK(blocks_in("<!-- a\nb -->\n" + block).size() == 1);
  CHECK(blocks_in("<preface>\n\n" + block).size() == 1);
  CHECK(blocks_in("<details>\n" + block + "</details>\n").size() == 1);
  CHECK(blocks_in("a\n" + block).size() == 1);
  CHECK(blocks_in("- a\n\n    " + ours + "    <!-- /attn-calc -->\n").size() == 1);
}

TEST_CASE("lines may end as on old Macs") {
  const auto blocks = blocks_in("a\r<!-- attn-calc: list -->\r<!-- /attn-calc -->\r");
  REQUIRE(blocks.size() == 1);
  CHECK(blocks[0].begin == 1);
  CHECK(blocks[0].end == 2);
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
  CHECK(error_of("<!-- attn-calc: list -->\n<!-- /attn-calc 12 -->\n") ==
        "a.md:2: found \"12\", expected <!-- /attn-calc -->, and between, nothing or the 8 digits that "
        "--update "
        "wrote there");
  CHECK(error_of("<!-- attn-calc: list -->\n```text\na\n<!-- /attn-calc -->\n") ==
        "a.md:2: fenced code begins here and has no end, so that line 4 belongs to it; close it");
}

}  // namespace attn
