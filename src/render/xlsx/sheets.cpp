#include "render/xlsx/sheets.hpp"

#include <utility>

namespace attn::xlsx {

namespace {

/// All keys of these queries: a tile's row block.
Place row_block(Place place) {
  place.tile_col.reset();
  return place;
}

bool is_score(const Step& step) {
  if (step.axes.size() != 2) return false;
  const std::size_t rows = step.is_transposed ? 1 : 0;
  return step.axes[rows].name == "query" && step.axes[1 - rows].name == "key";
}

}  // namespace

Sheet& Sheets::add(const Step& step, const std::string& called, std::size_t first_row) {
  Sheet& sheet = sheets_[step.id];
  sheet.name = names_.take(called);
  sheet.first_row = first_row;
  const std::size_t rows = step.values.shape(step.is_transposed ? 1 : 0);
  sheet.rows = {step.first_row, step.first_row + rows};
  sheet.columns = step.values.shape(step.is_transposed ? 0 : 1);
  sheet.is_transposed = step.is_transposed;
  sheet.is_typed = is_typed(step);
  sheet.values = xt::zeros<double>({rows, sheet.columns});
  if (step.name != "masked" || step.operands.size() < 2) return sheet;
  if (const auto mask = sheets_.find(step.operands[1].id); mask != sheets_.end())
    masks_.push_back({row_block(step.place), {Block(mask->second, 0, 0), mask->second.columns}});
  return sheet;
}

bool Sheets::is_typed(const Step& step) const {
  if (step.operands.empty()) return is_score(step);
  if (!step.equation || step.equation->kind != Formula::Kind::whole) return false;
  const auto copied = sheets_.find(step.operands[0].id);
  return copied != sheets_.end() && copied->second.is_typed;
}

std::vector<SpreadsheetFormula::Mask> Sheets::masks_of(const Place& place) const {
  std::vector<SpreadsheetFormula::Mask> masks;
  for (const auto& [at, mask] : masks_)
    if (at == row_block(place)) masks.push_back(mask);
  return masks;
}

std::optional<SpreadsheetFormula> Sheets::formula_of(const Step& step, Constants& constants) const {
  if (!step.equation || step.operands.empty()) return std::nullopt;
  SpreadsheetFormula::Context context{
      .name_of_number = [&](const Formula& n) { return constants.name_of(n); },
      .empty_row = empty_row_,
      .masks = masks_of(step.place),
      .empty_rows = step.empty_rows,
      .rounded_to = step.rounded_to};
  for (const StepOperand& operand : step.operands) {
    const auto sheet = sheets_.find(operand.id);
    if (sheet == sheets_.end()) return std::nullopt;
    context.operands.emplace_back(sheet->second, operand.rows ? operand.rows->begin : 0,
                                  operand.columns ? operand.columns->begin : 0);
  }
  return SpreadsheetFormula(*step.equation, std::move(context));
}

}  // namespace attn::xlsx
