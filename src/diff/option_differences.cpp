#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "diff/cell_text.hpp"
#include "diff/report.hpp"

namespace attn {

namespace {

struct Convention {
  std::string_view name;
  std::string (*text)(const Options& options);
};

std::string number_or_none(const std::optional<double>& number) {
  return number ? number_text(*number) : "none";
}

/// What changes results; how they came about (layouts, tiles) does not.
constexpr std::array conventions{
    Convention{"scale", [](const Options& o) { return number_or_none(o.scale); }},
    Convention{"softcap", [](const Options& o) { return number_or_none(o.softcap); }},
    Convention{"softmax", [](const Options& o) { return std::string(name_of(softmaxes, o.softmax)); }},
    Convention{"empty_row", [](const Options& o) { return std::string(name_of(empty_rows, o.empty_row)); }},
    Convention{"weights_layout",
               [](const Options& o) { return std::string(name_of(weights_layouts, o.weights_layout)); }},
};

std::string mask_text(const std::vector<std::string>& masks) {
  return masks.empty() ? "none" : fmt::format("{}", fmt::join(masks, " + "));
}

}  // namespace

std::vector<std::string> option_differences(const StoredTrace& reference, const StoredTrace& candidate) {
  std::vector<std::string> differences;
  const auto hold = [&](std::string_view name, const std::string& expected, const std::string& actual) {
    if (actual != expected) differences.push_back(fmt::format("{} {} against {}", name, actual, expected));
  };
  if (reference.options && candidate.options)
    for (const Convention& convention : conventions)
      hold(convention.name, convention.text(*reference.options), convention.text(*candidate.options));
  if (reference.masks && candidate.masks)
    hold("mask", mask_text(*reference.masks), mask_text(*candidate.masks));
  if (!reference.dtype.empty() && !candidate.dtype.empty()) hold("dtype", reference.dtype, candidate.dtype);
  return differences;
}

}  // namespace attn
