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

  pugi::xml_document scaled;  // scores · scale: 3 · 0.5
  REQUIRE(scaled.load_string(parts["xl/worksheets/sheet5.xml"].c_str()));
  const auto cell = [&](const char* address) {
    return scaled.select_node(fmt::format("//c[@r='{}']", address).c_str()).node();
  };
  CHECK(cell("B3").child("v").text().as_double() == 0.5);
  CHECK(std::string(cell("C5").child("f").text().get()) == "'scores'!C5*$B$3");
  CHECK(cell("C5").child("v").text().as_double() == 1.5);
  const auto pane = scaled.select_node("//pane").node();
  CHECK(std::string(pane.attribute("topLeftCell").value()) == "B5");

  const std::string weights = parts["xl/worksheets/sheet10.xml"];
  CHECK(weights.find("colorScale") != std::string::npos);
}

TEST_CASE("xlsx: the same trace is the same bytes") {
  const std::string problem = "{'Q': [[1]], 'K': [[2]], 'V': [[3]]}";
  CHECK(workbook(problem) == workbook(problem));
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
