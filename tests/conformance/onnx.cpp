// Cases that nobody here wrote: the ONNX Attention operator's conformance suite as problem files with
// `expect`, which stand beside the checkout where they are present.
#include <doctest/doctest.h>

#include <filesystem>

#include "conformance/checked.hpp"
#include "folders.hpp"

namespace attn {

namespace {

std::vector<std::filesystem::path> case_files() {
  return conformance::problem_files(cases_folder() / "onnx-attention");
}

}  // namespace

TEST_CASE("the standard pipeline agrees with every case of the ONNX suite") {
  const auto files = case_files();
  if (files.empty()) MESSAGE("no ONNX cases beside the checkout: nothing compared");
  CheckSettings settings;
  conformance::on_backend(settings, Backend::reference);
  for (const auto& file : files) conformance::check(file, settings);
}

TEST_CASE("the tiled mode agrees with every case of the ONNX suite") {
  CheckSettings settings;
  for (const auto& file : case_files())
    for (const Tile tile : {Tile{1, 1}, Tile{2, 3}, Tile{3, 2}, Tile{1, 16}, Tile{64, 64}}) {
      CAPTURE(tile.rows);
      CAPTURE(tile.cols);
      conformance::on_backend(settings, Backend::tiled, tile);
      conformance::check(file, settings);
    }
}

TEST_CASE("the fused kernel agrees with every case of the ONNX suite, in both types") {
  CheckSettings settings;
  conformance::on_backend(settings, Backend::flash);
  for (const auto& file : case_files())
    for (const Arithmetic* arithmetic : {&float64, &float32}) {
      CAPTURE(arithmetic->name);
      settings.execution.arithmetic = arithmetic;
      conformance::check(file, settings);
    }
}

}  // namespace attn
