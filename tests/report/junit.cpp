#include <doctest/doctest.h>

#include <map>
#include <pugixml.hpp>
#include <set>

#include "report/samples.hpp"

namespace attn {

using namespace samples;

namespace {

/// The parser must find it well-formed.
pugi::xml_document parsed(const std::string& text) {
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_buffer(text.data(), text.size(), pugi::parse_full);
  CAPTURE(text);
  CHECK_MESSAGE(result, result.description());
  return document;
}

/// junit-10.xsd (jenkinsci/xunit-plugin, as of 2018), the part of it that has to do with us: attributes that
/// an element may have, and elements inside it.
const std::map<std::string, std::set<std::string>> schema_attributes{
    {"testsuites", {"name", "time", "tests", "failures", "disabled", "errors"}},
    {"testsuite",
     {"name", "tests", "failures", "errors", "time", "disabled", "skipped", "timestamp", "hostname", "id",
      "package", "assertions", "file", "log", "url"}},
    {"testcase",
     {"name", "assertions", "time", "timestamp", "classname", "status", "class", "file", "line", "log",
      "group", "url"}},
    {"failure", {"type", "message"}},
    {"error", {"type", "message"}},
    {"system-out", {}},
};
const std::map<std::string, std::set<std::string>> schema_children{
    {"testsuites", {"testsuite"}},
    {"testsuite", {"testsuite", "properties", "testcase", "system-out", "system-err"}},
    {"testcase", {"skipped", "error", "failure", "system-out", "system-err"}},
    {"failure", {}},
    {"error", {}},
    {"system-out", {}},
};

void check_schema(const pugi::xml_node& element) {
  CAPTURE(element.name());
  REQUIRE(schema_attributes.count(element.name()) == 1);
  for (const auto& attribute : element.attributes())
    CHECK_MESSAGE(schema_attributes.at(element.name()).count(attribute.name()) == 1, attribute.name());
  for (const auto& child : element.children()) {
    if (child.type() == pugi::node_pcdata) continue;
    CHECK_MESSAGE(schema_children.at(element.name()).count(child.name()) == 1, child.name());
    check_schema(child);
  }
}

/// The characters of XML 1.0 (section 2.2); of UTF-8 text, which the parser does not check.
bool is_xml_text(std::string_view text) {
  for (const char c : text)
    if (static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r') return false;
  return text.find("\uFFFE") == std::string_view::npos && text.find("\uFFFF") == std::string_view::npos &&
         text.find('\xff') == std::string_view::npos;
}

}  // namespace

TEST_CASE("a JUnit report is this text") {
  CHECK(written("junit", {good(), bad(), broken()}) == R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="3" failures="1" errors="1">
  <testsuite name="attn-calc check" tests="3" failures="1" errors="1" skipped="0">
    <testcase classname="attn-calc.check" name="examples/a.json" file="examples/a.json">
      <system-out>examples/a.json: ok: 3 steps, 24 numbers</system-out>
    </testcase>
    <testcase classname="attn-calc.check" name="examples/b.json" file="examples/b.json" line="7">
      <failure message="failed: 1 of 3 steps differs" type="failed">examples/b.json: failed: 1 of 3 steps differs
examples/b.json:7: weights: 2 of 4 numbers differ
  row 0: expected 0.670
         found    0.660
output is not checked
with scale 1 everything would agree</failure>
    </testcase>
    <testcase classname="attn-calc.check" name="examples/c.json" file="examples/c.json" line="3">
      <error message="examples/c.json:3:8: scale: found a string &quot;x&quot;, expected a number" type="error">examples/c.json:3:8: scale: found a string "x", expected a number</error>
    </testcase>
  </testsuite>
</testsuites>
)");
}

TEST_CASE("JUnit reports keep to the schema, whatever the names") {
  const std::vector<std::vector<Report>> runs{{}, {good()}, {good(), bad(), broken(), hostile_report()}};
  for (const auto& reports : runs) {
    const std::string text = written("junit", reports);
    CHECK(is_xml_text(text));
    const auto document = parsed(text);
    check_schema(document.document_element());
    const auto suite = document.child("testsuites").child("testsuite");
    CHECK(suite.attribute("tests").as_uint() == reports.size());
    const auto cases = suite.children("testcase");
    CHECK(static_cast<std::size_t>(std::distance(cases.begin(), cases.end())) == reports.size());
  }
}

TEST_CASE("JUnit readers get hostile names back as they are shown") {
  const auto document = parsed(written("junit", {hostile_report()}));
  const std::string shown =
      "::error::a\\nb\\r]]> & <x> \"q\" 'r' % , #[ ##[error] # TODO \\ \\x1b[31m \\xff \\u2028 \\uffff";
  const auto test = document.child("testsuites").child("testsuite").child("testcase");
  CHECK(test.attribute("name").value() == shown);
  CHECK(test.child("failure").attribute("message").value() == shown);
  CHECK(test.child("failure").text().get() ==
        shown + ": " + shown + "\n" + shown + ": " + shown + "\n  " + shown + "\n" + shown);
}

}  // namespace attn
