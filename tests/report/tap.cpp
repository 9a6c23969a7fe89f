#include <doctest/doctest.h>

#include <algorithm>

#include "report/samples.hpp"

// Expected texts follow testanything.org/tap-version-14-specification.html.

namespace attn {

using namespace samples;

TEST_CASE("a TAP report is this text") {
  CHECK(written("tap", {good(), bad(), broken()}) == R"(TAP version 14
1..3
ok 1 - examples/a.json
# ok: 3 steps, 24 numbers
not ok 2 - examples/b.json
  ---
  message: "failed: 1 of 3 steps differs"
  severity: fail
  findings:
    - message: "2 of 4 numbers differ"
      step: "weights"
      line: 7
      details:
        - "row 0: expected 0.670"
        - "       found    0.660"
    - message: "output is not checked"
  closing:
    - "with scale 1 everything would agree"
  ...
not ok 3 - examples/c.json
  ---
  message: "examples/c.json:3:8: scale: found a string \"x\", expected a number"
  severity: error
  ...
)");
}

TEST_CASE("an empty TAP run has the plan of one") {
  CHECK(written("tap", {}) == "TAP version 14\n1..0\n");
}

TEST_CASE("a TAP run that ends early bails out, under the plan that it had") {
  CHECK(written("tap", {good()}, false, 2) ==
        "TAP version 14\n1..3\nok 1 - examples/a.json\n# ok: 3 steps, 24 numbers\nBail out! 1 of 3 done\n");
}

TEST_CASE("TAP escapes '#' and '\\' in descriptions") {
  Report report = good();
  report.name = R"(a # TODO \# b)";
  CHECK(written("tap", {report}) ==
        "TAP version 14\n1..1\nok 1 - a \\# TODO \\\\\\# b\n# ok: 3 steps, 24 numbers\n");
}

TEST_CASE("no line of a TAP report comes from a hostile name") {
  const std::string text = written("tap", {hostile_report()});
  CHECK(text.starts_with(
      "TAP version 14\n1..1\n"
      "not ok 1 - ::error::a\\\\nb\\\\r]]> & <x> \"q\" 'r' % , \\#[ \\#\\#[error] \\# TODO \\\\ \\\\x1b[31m "
      "\\\\xff "
      "\\\\u2028 \\\\uffff\n"
      "  ---\n"
      "  message: \"::error::a\\\\nb\\\\r]]> & <x> \\\"q\\\" 'r' % , #[ ##[error] # TODO \\\\ \\\\x1b[31m"));
  CHECK(std::count(text.begin(), text.end(), '\n') == 14);
}

}  // namespace attn
