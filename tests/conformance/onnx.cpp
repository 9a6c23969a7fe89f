// Cases that nobody here wrote: the ONNX Attention operator's conformance suite as problem files with
// `expect`, which stand beside the checkout where they are present.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "attn/graph.hpp"
#include "computed.hpp"

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

std::shared_ptr<const Problem> read(const fs::path& file, std::optional<Tile> tile) {
  Reader reader;
  RawProblem raw = reader.problem(file.string());
  if (tile) {
    raw.settings["tile.rows"] = {"tile", static_cast<double>(tile->rows)};
    raw.settings["tile.cols"] = {"tile", static_cast<double>(tile->cols)};
  }
  return make_problem(std::move(raw));
}

/// The ids of one step over batch entries and, where the expected values have them, heads, in order.
std::vector<std::string> ids_of(const Problem& problem, std::string_view name, const Array& expected) {
  const Sizes& sizes = problem.sizes;
  const std::size_t heads = expected.shape.size() == 4 ? sizes.heads : 1;
  std::vector<std::string> ids;
  for (std::size_t batch = 0; batch < sizes.batch; ++batch)
    for (std::size_t head = 0; head < heads; ++head) {
      Place place;
      if (sizes.batch > 1) place.batch = batch;
      if (heads > 1) place.head = head;
      ids.push_back(id_of(shown_name(problem, name), place));
    }
  return ids;
}

/// |actual - expected| <= atol + rtol |expected|.
bool agrees(double actual, double expected, const Tolerance& tolerance) {
  if (actual == expected || (std::isnan(actual) && std::isnan(expected))) return true;
  return std::abs(actual - expected) <= *tolerance.atol + *tolerance.rtol * std::abs(expected);
}

void check_step(const Problem& problem, const computed::Trace& trace, const std::string& name,
                const Array& expected) {
  CAPTURE(name);
  std::size_t wrong = 0;
  auto next = expected.values.begin();
  for (const std::string& id : ids_of(problem, name, expected)) {
    const Matrix<double>& actual = trace[id];
    REQUIRE(actual.shape(1) == expected.shape.back());
    REQUIRE(expected.values.end() - next >= static_cast<std::ptrdiff_t>(actual.size()));
    for (const double value : actual)
      if (!agrees(value, *next++, problem.expect.tolerance.at("default"))) ++wrong;
  }
  CHECK(next == expected.values.end());
  CHECK(wrong == 0);
}

/// The number of steps that were compared.
std::size_t check_case(const Problem& problem) {
  const bool tiled = problem.options.tile.has_value();
  const computed::Trace trace = computed::trace_of(problem);
  std::size_t compared = 0;
  for (const auto& [name, expected] : problem.expect.steps) {
    const bool quadratic = name == "scores" || name == "scaled" || name == "masked" || name == "weights";
    if (tiled && quadratic) continue;
    check_step(problem, trace, name, expected);
    ++compared;
  }
  return compared;
}

}  // namespace

TEST_CASE("the standard pipeline agrees with every case of the ONNX suite") {
  const std::vector<fs::path> files = case_files();
  if (files.empty()) MESSAGE("no ONNX cases beside the checkout: nothing compared");
  for (const fs::path& file : files) {
    CAPTURE(file.filename().string());
    CHECK(check_case(*read(file, {})) > 0);
  }
}

TEST_CASE("the tiled mode agrees with every case of the ONNX suite") {
  for (const fs::path& file : case_files())
    for (const Tile tile : {Tile{1, 1}, Tile{2, 3}, Tile{3, 2}, Tile{1, 16}, Tile{64, 64}}) {
      CAPTURE(file.filename().string());
      CAPTURE(tile.rows);
      CAPTURE(tile.cols);
      CHECK(check_case(*read(file, tile)) > 0);
    }
}

}  // namespace attn
