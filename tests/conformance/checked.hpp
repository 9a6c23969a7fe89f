#pragma once

// Problem files, checked against their own `expect`.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "check/check_file.hpp"

namespace attn::conformance {

/// Sorted; none where there is no such folder.
inline std::vector<std::filesystem::path> problem_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  if (!std::filesystem::is_directory(folder)) return files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

inline void on_backend(CheckSettings& settings, Backend backend, const Tile& tile = {}) {
  settings.prepare = [backend, tile](RawProblem& raw) {
    raw.settings["backend"] = {"--backend", std::string(name_of(backends, backend))};
    if (backend != Backend::tiled) return;
    raw.settings["tile.rows"] = {"tile", static_cast<double>(tile.rows)};
    raw.settings["tile.cols"] = {"tile", static_cast<double>(tile.cols)};
  };
}

inline void check(const std::filesystem::path& file, const CheckSettings& settings) {
  const Report report = check_file(file.string(), settings);
  CHECK_MESSAGE(report.outcome == Outcome::ok, file.filename().string(), ": ", report.summary);
}

}  // namespace attn::conformance
