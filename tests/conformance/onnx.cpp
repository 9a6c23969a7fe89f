// Cases that nobody here wrote: the ONNX Attention operator's conformance suite as problem files with
// `expect`, which stand beside the checkout where they are present.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "conformance/expectations.hpp"

namespace attn {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> case_files() {
  const fs::path folder = fs::path(ATTN_SOURCE_DIR) / ".." / "shared" / "cases" / "onnx-attention";
  std::vector<fs::path> files;
  if (!fs::is_directory(folder)) return files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::shared_ptr<const Problem> read(const fs::path& file, Backend backend, std::optional<Tile> tile = {}) {
  Reader reader;
  RawProblem raw = reader.problem(file.string());
  raw.settings["backend"] = {"--backend", std::string(name_of(backends, backend))};
  if (tile) {
    raw.settings["tile.rows"] = {"tile", static_cast<double>(tile->rows)};
    raw.settings["tile.cols"] = {"tile", static_cast<double>(tile->cols)};
  }
  return make_problem(std::move(raw));
}

}  // namespace

TEST_CASE("the standard pipeline agrees with every case of the ONNX suite") {
  const std::vector<fs::path> files = case_files();
  if (files.empty()) MESSAGE("no ONNX cases beside the checkout: nothing compared");
  for (const fs::path& file : files) {
    CAPTURE(file.filename().string());
    const auto problem = read(file, Backend::reference);
    CHECK(conformance::check_case(*problem, problem->expect.tolerance.at("default")) > 0);
  }
}

TEST_CASE("the tiled mode agrees with every case of the ONNX suite") {
  for (const fs::path& file : case_files())
    for (const Tile tile : {Tile{1, 1}, Tile{2, 3}, Tile{3, 2}, Tile{1, 16}, Tile{64, 64}}) {
      CAPTURE(file.filename().string());
      CAPTURE(tile.rows);
      CAPTURE(tile.cols);
      const auto problem = read(file, Backend::tiled, tile);
      CHECK(conformance::check_case(*problem, problem->expect.tolerance.at("default")) > 0);
    }
}

TEST_CASE("the fused kernel agrees with every case of the ONNX suite, in both types") {
  for (const fs::path& file : case_files())
    for (const Arithmetic* arithmetic : {&float64, &float32}) {
      CAPTURE(file.filename().string());
      CAPTURE(arithmetic->name);
      const auto problem = read(file, Backend::flash);
      const Tolerance& tolerance = problem->expect.tolerance.at("default");
      CHECK(conformance::check_case(*problem, tolerance, *arithmetic) > 0);
    }
}

}  // namespace attn
