#include "diagnose/variants.hpp"

#include <algorithm>

#include "attn/error.hpp"

namespace attn::diagnosis {

namespace {

/// Names of rows would have to be changed with the sizes, and nothing that is computed depends on them.
void leave_out_names(RawProblem& raw) {
  std::erase_if(raw.settings, [](const auto& said) {
    const std::string_view key = said.first;
    return key.starts_with("tokens") || key == "title" || key == "notes";
  });
}

void leave_out_expectations(RawProblem& raw) {
  std::erase_if(raw.settings, [](const auto& said) {
    const std::string_view key = said.first;
    return key.starts_with("expect.") || key.starts_with("tolerance.") || key == "compare";
  });
}

void leave_out_tiles(RawProblem& raw) {
  for (const char* key : {"tile.rows", "tile.cols", "backend"}) raw.settings.erase(key);
}

}  // namespace

Variants::Variants(RawProblem raw, const Arithmetic& arithmetic)
    : raw_(std::move(raw)), arithmetic_(arithmetic) {
  leave_out_names(raw_);
  const bool fused = raw_.settings.contains("backend");
  if (!fused) tile_ = make_problem(raw_)->options.tile;
  leave_out_tiles(raw_);
  base_ = make_problem(raw_);
  leave_out_expectations(raw_);
}

std::shared_ptr<const Problem> Variants::restated(const Attempt& attempt) const {
  const bool only_rewired =
      std::ranges::none_of(attempt.slips, [](const Slip* slip) { return slip->restate != nullptr; });
  if (only_rewired && !attempt.tile) return base_;
  RawProblem raw = raw_;
  try {
    for (const Slip* slip : attempt.slips)
      if (slip->restate && !slip->restate(raw, *base_)) return nullptr;
    if (attempt.tile) {
      const std::size_t rows = tile_ ? tile_->rows : std::max<std::size_t>(base_->sizes.n_q, 1);
      raw.settings["tile.rows"] = {"tile", static_cast<double>(rows)};
      raw.settings["tile.cols"] = {"tile", static_cast<double>(*attempt.tile)};
    }
    return make_problem(std::move(raw));
  } catch (const InputError&) {
    return nullptr;  // the slip needs what this problem's shapes do not allow
  }
}

std::optional<Variant> Variants::make(const Attempt& attempt) const {
  std::shared_ptr<const Problem> problem = restated(attempt);
  if (!problem) return std::nullopt;
  const Problem& of = *problem;
  Variant variant{std::move(problem), EditedGraph(of, attempt.tile.has_value()), &arithmetic_};
  for (const Slip* slip : attempt.slips) {
    if (slip->rewire && !slip->rewire(variant.graph)) return std::nullopt;
    if (slip->arithmetic) variant.arithmetic = slip->arithmetic;
  }
  return variant;
}

std::vector<std::size_t> Variants::tiles() const {
  if (tile_) return {tile_->cols};
  const std::size_t n_k = base_->sizes.n_k;
  std::vector<std::size_t> tiles;
  for (const std::size_t keys :
       {std::size_t{16}, std::size_t{32}, std::size_t{64}, std::size_t{128}, n_k / 2})
    if (keys > 0 && keys < n_k && std::ranges::find(tiles, keys) == tiles.end()) tiles.push_back(keys);
  return tiles;
}

}  // namespace attn::diagnosis
