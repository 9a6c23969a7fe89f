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

bool Masks::hide_all(std::size_t batch, std::size_t head, std::size_t query, std::size_t n_k) const {
  constexpr std::size_t at_a_time = 64;  // most queries see a key among the first ones
  const Range keys = visible(batch, query, n_k);
  for (std::size_t begin = keys.begin; begin < keys.end; begin += at_a_time) {
    const Range part{begin, std::min(begin + at_a_time, keys.end)};
    const auto bias = terms({batch, head, {query, query + 1}, part});
    if (!bias || std::ranges::any_of(bias->storage(), [](double term) { return term != hidden; }))
      return false;
  }
  return true;
}

bool Masks::leave_empty_rows(const Sizes& sizes) const {
  if (masks_.empty()) return sizes.n_k == 0;
  const std::size_t heads = varies_by_head() ? sizes.heads : 1;
  const std::size_t batch_entries = varies_by_head() || varies_by_batch() ? sizes.batch : 1;
  for (std::size_t batch = 0; batch < batch_entries; ++batch)
    for (std::size_t head = 0; head < heads; ++head)
      for (std::size_t query = 0; query < sizes.n_q; ++query)
        if (hide_all(batch, head, query, sizes.n_k)) return true;
  return false;
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
