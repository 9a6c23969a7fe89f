#pragma once

// Texts of problem files, and what is in them.

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "check/rewrite.hpp"
#include "folders.hpp"
#include "input/support.hpp"

namespace attn::rewriting {

/// The text of every example.
inline std::vector<std::string> example_texts() {
  std::vector<std::string> texts;
  for (const auto& entry : std::filesystem::directory_iterator(examples_folder().string())) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return texts;
}

/// What is expected, by step.
inline std::map<std::string, Array> expected_in(const std::string& text) {
  std::map<std::string, Array> steps;
  for (const auto& [key, setting] : problem_of(text, examples_folder().string()).settings)
    if (key.starts_with("expect.")) steps[key.substr(7)] = std::get<Array>(setting.value);
  return steps;
}

inline bool same(const std::vector<double>& a, const std::vector<double>& b) {
  const auto same_number = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_number);
}

inline bool same(const Array& a, const Array& b) {
  return a.shape == b.shape && a.booleans == b.booleans && a.unstated == b.unstated &&
         same(a.values, b.values);
}

inline bool same(const Settings& a, const Settings& b) {
  const auto same_setting = [](const auto& x, const auto& y) {
    if (x.first != y.first || x.second.value.index() != y.second.value.index()) return false;
    if (const auto* array = std::get_if<Array>(&x.second.value))
      return same(*array, std::get<Array>(y.second.value));
    return std::visit(
        [&](const auto& value) {
          using T = std::decay_t<decltype(value)>;
          if constexpr (std::is_same_v<T, Array>)
            return false;
          else
            return value == std::get<T>(y.second.value);
        },
        x.second.value);
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_setting);
}

/// Whether two texts are the same problem but for what they expect.
inline bool same_but_expectations(const std::string& a, const std::string& b) {
  RawProblem first = problem_of(a, examples_folder().string());
  RawProblem second = problem_of(b, examples_folder().string());
  const auto is_expectation = [](const auto& item) { return item.first.starts_with("expect."); };
  std::erase_if(first.settings, is_expectation);
  std::erase_if(second.settings, is_expectation);
  const auto same_mask = [](const MaskSpec& x, const MaskSpec& y) {
    return x.type == y.type && same(x.settings, y.settings);
  };
  return same(first.settings, second.settings) &&
         std::equal(first.masks.begin(), first.masks.end(), second.masks.begin(), second.masks.end(),
                    same_mask);
}

}  // namespace attn::rewriting
