#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "attn/version.hpp"
#include "report/samples.hpp"

namespace attn {

using namespace samples;
using nlohmann::json;

TEST_CASE("a JSON report is this text") {
  const std::string expected = R"({
  "attn_calc_report": 1,
  "version": "VERSION",
  "command": "check",
  "files": [
    {
      "name": "examples/a.json",
      "outcome": "ok",
      "summary": "ok: 3 steps, 24 numbers",
      "steps": 3,
      "findings": [],
      "closing": []
    },
    {
      "name": "examples/b.json",
      "outcome": "failed",
      "summary": "failed: 1 of 3 steps differs",
      "findings": [
        {
          "step": "weights",
          "outcome": "failed",
          "line": 7,
          "message": "2 of 4 numbers differ",
          "details": [
            "row 0: expected 0.670",
            "       found    0.660"
          ],
          "differing": 2,
          "largest": "inf"
        },
        {
          "step": "",
          "outcome": "ok",
          "line": null,
          "message": "output is not checked",
          "details": []
        }
      ],
      "closing": [
        "with scale 1 everything would agree"
      ]
    }
  ],
  "totals": {"files": 2, "ok": 1, "failed": 1, "error": 0}
}
)";
  std::string text = written("json", {good(), bad()});
  text.replace(text.find(version()), version().size(), "VERSION");
  CHECK(text == expected);
}

TEST_CASE("an empty run is a whole JSON object") {
  const json run = json::parse(written("json", {}));
  CHECK(run["files"] == json::array());
  CHECK(run["totals"] == json{{"files", 0}, {"ok", 0}, {"failed", 0}, {"error", 0}});
}

TEST_CASE("each JSON report is written when it comes") {
  TextOutput output;
  const auto writer = report_format("json").make(output, {false, "check"});
  writer->begin(2);
  CHECK(output.text.find("\"files\"") != std::string::npos);
  writer->add(good());
  CHECK(output.text.find("examples/a.json") != std::string::npos);
}

TEST_CASE("JSON gives names as they are, what is no UTF-8 as U+FFFD") {
  const json run = json::parse(written("json", {hostile_report()}));
  std::string expected(hostile);
  expected.replace(expected.find('\xff'), 1, "\uFFFD");
  const json& file = run["files"][0];
  CHECK(file["name"] == expected);
  CHECK(file["summary"] == expected);
  CHECK(file["closing"][0] == expected);
  CHECK(file["findings"][0]["step"] == expected);
  CHECK(file["findings"][0]["details"][0] == expected);
  CHECK(file["findings"][0]["text"] == expected);
}

TEST_CASE("numbers that JSON does not have are strings") {
  CHECK(json_number(0.1) == 0.1);
  CHECK(json_number(inf) == "inf");
  CHECK(json_number(-inf) == "-inf");
  CHECK(json_number(samples::nan) == "nan");
  CHECK(json_number(-samples::nan) == "nan");
}

}  // namespace attn
