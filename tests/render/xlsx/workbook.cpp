#include <doctest/doctest.h>
#include <zip.h>

#include <pugixml.hpp>

#include "computed.hpp"
#include "render/samples.hpp"

// What the formulas give is held against attn-calc in tests/xlsx, by a spreadsheet program.

namespace attn {

using computed::error_of;
using computed::parsed;
using samples::Sample;

namespace {

std::string workbook(const std::string& problem) {
  samples::TextOutput output;
  const auto sink = samples::format("xlsx").make(output, {});
  run(*parsed(problem), *sink);
  return output.text;
}

/// The parts of a workbook.
class Parts {
 public:
  explicit Parts(std::string bytes) : bytes_(std::move(bytes)) {
    zip_source_t* source = zip_source_buffer_create(bytes_.data(), bytes_.size(), 0, nullptr);
    archive_ = zip_open_from_source(source, ZIP_RDONLY, nullptr);
    REQUIRE(archive_ != nullptr);
  }
  ~Parts() { zip_discard(archive_); }
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;

  std::string operator[](const char* name) const {
    zip_file_t* file = zip_fopen(archive_, name, 0);
    REQUIRE_MESSAGE(file != nullptr, name);
    std::string text;
    char piece[4096];
    for (zip_int64_t size = 0; (size = zip_fread(file, piece, sizeof piece)) > 0;)
      text.append(piece, static_cast<std::size_t>(size));
    zip_fclose(file);
    return text;
  }

 private:
  std::string bytes_;  // read as long as the archive is open
  zip_t* archive_;
};

/// A sheet's XML.
class Sheet {
 public:
  Sheet(const Parts& parts, int number) {
    REQUIRE(xml_.load_string(parts[fmt::format("xl/worksheets/sheet{}.xml", number).c_str()].c_str()));
  }
  const pugi::xml_document& xml() const { return xml_; }
  std::string formula(const char* address) const { return cell(address).child("f").text().get(); }
  std::string value(const char* address) const { return cell(address).child("v").text().get(); }
  /// "e" for an error, "str" for the text that a formula gives, "s" for one that stands there.
  std::string type(const char* address) const { return cell(address).attribute("t").value(); }

 private:
  pugi::xml_node cell(const char* address) const {
    return xml_.select_node(fmt::format("//c[@r='{}']", address).c_str()).node();
  }
  pugi::xml_document xml_;
};

}  // namespace

TEST_CASE("xlsx: a sheet for each step, formulas with their values") {
  const Parts parts(workbook("{'Q': [[1]], 'K': [[2], [3]], 'scale': 0.5}"));
  pugi::xml_document book;
  REQUIRE(book.load_string(parts["xl/workbook.xml"].c_str()));
  std::vector<std::string> names;
  for (const auto& sheet : book.select_nodes("//sheet"))
    names.emplace_back(sheet.node().attribute("name").value());
  CHECK(names == std::vector<std::string>{"Contents", "Q", "K", "scores", "scaled", "row_max", "shifted",
                                          "exp", "row_sum", "weights", "lse"});

  const Sheet scaled(parts, 5);  // scores · scale: 3 · 0.5
  CHECK(scaled.formula("C5") == "'scores'!C5*scale");
  CHECK(scaled.value("C5") == "1.5");
  const auto pane = scaled.xml().select_node("//pane").node();
  CHECK(std::string(pane.attribute("topLeftCell").value()) == "B5");

  const std::string weights = parts["xl/worksheets/sheet10.xml"];
  CHECK(weights.find("colorScale") != std::string::npos);
}

TEST_CASE("xlsx: the scale and the cap stand once, under names") {
  const Parts parts(workbook("{'Q': [[[1]], [[2]]], 'K': [[[2]], [[3]]], 'softcap': 4, 'layout': 'hnd'}"));
  pugi::xml_document book;
  REQUIRE(book.load_string(parts["xl/workbook.xml"].c_str()));
  std::vector<std::string> names;
  const Sheet contents(parts, 1);
  for (const auto& found : book.select_nodes("//definedName")) {
    const std::string cell = found.node().text().get();  // Contents!$B$15
    std::string address = cell.substr(cell.find('!') + 1);
    std::erase(address, '$');
    names.push_back(std::string(found.node().attribute("name").value()) + " " +
                    contents.value(address.c_str()));
  }
  CHECK(names == std::vector<std::string>{"scale 1", "softcap 4"});
}

TEST_CASE("xlsx: what is given has 16 digits") {
  const std::string given =
      "{'scores': [[0.1234567890123456, 0.30000000000000004]], 'scale': 1.0000000000000002}";
  const Parts parts(workbook(given));
  const Sheet scores(parts, 2);
  CHECK(scores.value("B5") == "0.1234567890123456");
  CHECK(scores.value("C5") == "0.3");
  CHECK(parts["xl/worksheets/sheet1.xml"].find("1.0000000000000002") == std::string::npos);
}

TEST_CASE("xlsx: names of sheets are told apart without case") {
  samples::TextOutput output;
  RenderOptions options;
  options.names = {{"row_sum", "Σ"}, {"weights", "σ"}};
  const auto sink = samples::format("xlsx").make(output, options);
  run(*parsed("{'scores': [[1, 2]], 'scale': 1}"), *sink);
  const std::string book = Parts(output.text)["xl/workbook.xml"];
  CHECK(book.find("name=\"Σ\"") != std::string::npos);
  CHECK(book.find("name=\"σ (2)\"") != std::string::npos);
}

TEST_CASE("xlsx: what is not finite is an error, and so is what comes from it") {
  const Parts parts(workbook("{'scaled': [['inf', 1], ['nan', '-inf']]}"));
  const Sheet scaled(parts, 2);
  CHECK(scaled.type("B5") + scaled.value("B5") == "e#NUM!");
  CHECK(scaled.type("B6") + scaled.value("B6") == "e#N/A");
  CHECK(scaled.formula("B6").empty());
  CHECK(scaled.type("C6") == "s");

  const Sheet row_max(parts, 3);
  CHECK(row_max.type("B5") + row_max.value("B5") == "e#NUM!");
  CHECK(row_max.type("B6") + row_max.value("B6") == "e#N/A");
  // 1 - inf is -inf, and its exponential 0: not in a spreadsheet.
  const Sheet exp(parts, 5);
  CHECK(exp.type("C5") + exp.value("C5") == "e#NUM!");
  CHECK(exp.type("C6") + exp.value("C6") == "0");
}

TEST_CASE("xlsx: a row of -inf that no mask hides gives 0 / 0") {
  const Parts parts(workbook("{'scaled': [['-inf', '-inf']], 'V': [[1], [2]], 'empty_row': 'nan'}"));
  const Sheet weights(parts, 8);
  CHECK(weights.formula("B5") == "'exp'!B5/'row_sum'!B5");
  CHECK(weights.type("B5") + weights.value("B5") == "e#N/A");
  const Sheet lse(parts, 9);
  CHECK(lse.type("B5") + lse.value("B5") == "str-inf");
}

TEST_CASE("xlsx: the same trace is the same bytes") {
  const std::string problem = "{'Q': [[1]], 'K': [[2]], 'V': [[3]]}";
  CHECK(workbook(problem) == workbook(problem));
  const std::string with_errors = "{'scaled': [['nan']]}";
  CHECK(workbook(with_errors) == workbook(with_errors));
}

TEST_CASE("xlsx: what does not fit is refused") {
  const auto error = [](const Sample& sample) {
    return error_of([&] { samples::render("xlsx", samples::header(), {sample}); });
  };
  CHECK(error({"X", {{"query", 1}, {"d_model", 16384}}, std::vector<double>(16384)}) ==
        "--format xlsx: X has 1 rows and 16384 columns, a sheet of Excel 1048576 and 16384; choose with "
        "--steps, "
        "--heads or --rows");
  CHECK(
      error({"X", {{"query", 2001}, {"d_model", 1000}}, std::vector<double>(2001000)}) ==
      "--format xlsx holds up to 2000 steps and 2000000 numbers, found more; choose with --steps, --heads or "
      "--rows");
}

}  // namespace attn
