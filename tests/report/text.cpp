#include <doctest/doctest.h>

#include "report/samples.hpp"

namespace attn {

using namespace samples;

TEST_CASE("one report is its line and what is wrong") {
  CHECK(written("text", {good()}) == "examples/a.json: ok: 3 steps, 24 numbers\n");
  CHECK(written("text", {bad()}) ==
        "examples/b.json: failed: 1 of 3 steps differs\n"
        "  weights: 2 of 4 numbers differ\n"
        "    row 0: expected 0.670\n"
        "           found    0.660\n"
        "  output is not checked\n"
        "  with scale 1 everything would agree\n");
}

TEST_CASE("an error that says where it is has no name in front") {
  CHECK(written("text", {broken()}) ==
        "examples/c.json:3:8: scale: found a string \"x\", expected a number\n");
  Report other_file = broken();
  other_file.summary = "q.csv:1:2: found x, expected a number";
  CHECK(written("text", {other_file}) == "examples/c.json: q.csv:1:2: found x, expected a number\n");
}

TEST_CASE("several reports end in their counts") {
  CHECK(written("text", {good(), good()}).ends_with("numbers\n2 files: 2 ok\n"));
  CHECK(written("text", {good(), bad(), good()}).ends_with("\n3 files: 2 ok, 1 failed\n"));
  CHECK(written("text", {broken(), bad()}).ends_with("\n2 files: 1 failed, 1 error\n"));
  CHECK(written("text", {broken(), broken()}).ends_with("\n2 files: 2 errors\n"));
  CHECK(written("text", {}) == "0 files\n");
}

TEST_CASE("colour tells the outcome, and only where it is asked for") {
  CHECK(written("text", {good()}, true) == "examples/a.json: \x1b[32mok: 3 steps, 24 numbers\x1b[0m\n");
  CHECK(written("text", {bad()}, true)
            .starts_with("examples/b.json: \x1b[31mfailed: 1 of 3 steps differs\x1b[0m\n"));
  CHECK(written("text", {broken()}, true).starts_with("\x1b[35mexamples/c.json:3:8: "));
  CHECK(written("text", {broken()}, true).ends_with("number\x1b[0m\n"));
}

TEST_CASE("text shows hostile names on one line, without control characters") {
  const std::string shown =
      "::error::a\\nb\\r]]> & <x> \"q\" 'r' % , #[ ##[error] # TODO \\ \\x1b[31m \\xff \\u2028 \\uffff";
  CHECK(written("text", {hostile_report()}) ==
        shown + ": " + shown + "\n  " + shown + ": " + shown + "\n    " + shown + "\n  " + shown + "\n");
}

}  // namespace attn
