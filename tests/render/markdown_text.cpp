#include "render/markdown/text.hpp"

#include <doctest/doctest.h>

namespace attn {

TEST_CASE("text is itself on a Markdown page") {
  CHECK(markdown_text("a | b") == "a \\| b");
  CHECK(markdown_text("`x` *y* _z_ [l](u) <b>") == "\\`x\\` \\*y\\* \\_z\\_ \\[l\\](u) \\<b\\>");
  CHECK(markdown_text("costs $5 and $6") == "costs <span>$</span>5 and <span>$</span>6");
  CHECK(markdown_text("\\begin") == "\\\\begin");
  CHECK(markdown_text("two\nlines") == "two\\\\nlines");        // spelled out, as everywhere
  CHECK(markdown_text("\u202egnp.exe") == "\\\\u202egnp.exe");  // no change of direction
  CHECK(markdown_text("字 😀 é") == "字 😀 é");
}

TEST_CASE("nothing begins a list, a heading, code or a line under a heading") {
  CHECK(markdown_text("- one") == "\\- one");
  CHECK(markdown_text("+ one") == "\\+ one");
  CHECK(markdown_text("1. one") == "1\\. one");
  CHECK(markdown_text("12) one") == "12\\) one");
  CHECK(markdown_text("1.5 is no list") == "1.5 is no list");
  CHECK(markdown_text("# one") == "\\# one");
  CHECK(markdown_text("    code") == "code");
  CHECK(markdown_text("===") == "\\===");
  CHECK(markdown_text("---") == "\\---");
  CHECK(markdown_text("-inf") == "-inf");
  CHECK(markdown_text("12") == "12");
}

TEST_CASE("code holds backticks") {
  CHECK(code_span("head1.scores") == "`head1.scores`");
  CHECK(code_span("a`b") == "`` a`b ``");
  CHECK(code_span("``") == "``` `` ```");
}

}  // namespace attn
