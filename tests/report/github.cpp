#include <doctest/doctest.h>

#include "report/samples.hpp"

namespace attn {

using namespace samples;

TEST_CASE("a report for GitHub is this text") {
  CHECK(
      written("github", {good(), bad(), broken()}) ==
      "examples/a.json: ok: 3 steps, 24 numbers\n"
      "examples/b.json: failed: 1 of 3 steps differs\n"
      "::error file=examples/b.json,line=7,title=weights::2 of 4 numbers differ%0Arow 0: expected "
      "0.670%0A       found    0.660\n"
      "  with scale 1 everything would agree\n"
      "examples/c.json:3:8: scale: found a string \"x\", expected a number\n"
      "::error file=examples/c.json,line=3,title=attn-calc check::examples/c.json:3:8: scale: found a string "
      "\"x\", expected a number\n"
      "3 files: 1 ok, 1 failed, 1 error\n");
}

TEST_CASE("a failure without findings is annotated by its summary") {
  Report report = good();
  report.outcome = Outcome::failed;
  report.summary = "failed: nothing to check";
  CHECK(written("github", {report}) ==
        "examples/a.json: failed: nothing to check\n"
        "::error file=examples/a.json,title=attn-calc check::failed: nothing to check\n");
}

TEST_CASE("what GitHub's runner would take for syntax is escaped") {
  Report report = bad();
  report.name = "a:b,c%d.json";
  report.findings[0].step = "head1.weights, 2:3";
  report.findings[0].message = "100% off, see: x";
  report.findings[0].details.clear();
  report.closing.clear();
  CHECK(written("github", {report}) ==
        "a:b,c%d.json: failed: 1 of 3 steps differs\n"
        "::error file=a%3Ab%2Cc%25d.json,line=7,title=head1.weights%2C 2%3A3::100%25 off, see: x\n");
}

TEST_CASE("only our own annotations are commands") {
  const std::string text = written("github", {hostile_report()});
  std::size_t commands = 0;
  std::size_t begin = 0;
  for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::string line = text.substr(begin, end - begin);
    CAPTURE(line);
    if (line.starts_with("::error file=%3A%3Aerror%3A%3Aa\\nb\\r]]> & ")) {
      ++commands;
      continue;
    }
    CHECK(line.find("::") == std::string::npos);
    CHECK(line.find("##[") == std::string::npos);
  }
  CHECK(commands == 1);
}

}  // namespace attn
