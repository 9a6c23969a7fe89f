#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "attn/error.hpp"
#include "masks/common.hpp"
#include "masks/types.hpp"
#include "text/suggest.hpp"

namespace attn {

std::span<const MaskType* const> mask_types() {
  static constexpr std::array table{&causal_mask,  &window_mask,   &padding_mask,
                                    &boolean_mask, &additive_mask, &alibi_mask};
  return table;
}

namespace {

const MaskType& type_of(const MaskSpec& spec) {
  std::vector<std::string_view> names;
  for (const MaskType* type : mask_types()) names.push_back(type->name);
  return *mask_types()[index_of(spec.where, spec.type, names)];
}

void check_keys(const MaskSpec& spec, const MaskType& type) {
  for (const auto& [key, setting] : spec.settings) {
    if (std::ranges::find(type.keys, key) != type.keys.end()) continue;
    throw InputError(fmt::format("{}: a mask of type \"{}\" has no such key, it has {}{}", setting.where,
                                 type.name, fmt::join(type.keys, ", "), did_you_mean(key, type.keys)));
  }
}

/// Several padding masks: a key is real where all of them say so.
std::vector<std::size_t> shortest_key_lengths(std::span<const MaskSpec> specs, const Sizes& sizes) {
  std::vector<std::size_t> shortest;
  for (const MaskSpec& spec : specs) {
    if (spec.type != padding_mask.name) continue;
    const std::vector<std::size_t> lengths = key_lengths_of(spec, sizes);
    if (shortest.empty()) shortest = lengths;
    for (std::size_t batch = 0; batch < lengths.size(); ++batch)
      shortest[batch] = std::min(shortest[batch], lengths[batch]);
  }
  return shortest;
}

}  // namespace

Masks::Masks(std::span<const MaskSpec> specs, const Sizes& sizes, bool cached) {
  for (const MaskSpec& spec : specs) {
    types_.push_back(&type_of(spec));
    check_keys(spec, *types_.back());
  }
  const MaskContext context{sizes, cached, shortest_key_lengths(specs, sizes)};
  for (std::size_t i = 0; i < specs.size(); ++i) masks_.push_back(types_[i]->make(specs[i], context));
}

bool Masks::varies_by_batch() const {
  return std::ranges::any_of(masks_, [](const auto& mask) { return mask->varies_by_batch(); });
}

bool Masks::varies_by_head() const {
  return std::ranges::any_of(masks_, [](const auto& mask) { return mask->varies_by_head(); });
}

std::string Masks::describe() const {
  std::vector<std::string> descriptions;
  for (const auto& mask : masks_) descriptions.push_back(mask->describe());
  return fmt::format("{}", fmt::join(descriptions, " + "));
}

Range Masks::visible(std::size_t batch, std::size_t query, std::size_t n_k) const {
  Range keys{0, n_k};
  for (const auto& mask : masks_)
    if (const auto seen = mask->visible(batch, query))
      keys = {std::max(keys.begin, seen->begin), std::min(keys.end, seen->end)};
  return {std::min(keys.begin, keys.end), keys.end};
}

std::optional<Matrix<double>> Masks::terms(const MaskBlock& block) const {
  std::optional<Matrix<double>> sum;
  for (const auto& mask : masks_) {
    if (mask->visible(block.batch, 0)) continue;
    if (!sum) sum = xt::zeros<double>({block.rows.size(), block.columns.size()});
    mask->add(block, *sum);
  }
  return sum;
}

Matrix<double> Masks::bias(const MaskBlock& block) const {
  Matrix<double> bias = xt::zeros<double>({block.rows.size(), block.columns.size()});
  for (const auto& mask : masks_) mask->add(block, bias);
  return bias;
}

}  // namespace attn
