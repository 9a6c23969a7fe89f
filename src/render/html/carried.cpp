#include "render/html/carried.hpp"

#include <algorithm>
#include <optional>

namespace attn {

namespace {

Range shifted(const Range& range, const std::optional<Range>& block) {
  const std::size_t begin = block ? block->begin : 0;
  return {range.begin + begin, range.end + begin};
}

bool contains(const Range& range, const Range& part) {
  return range.begin <= part.begin && part.end <= range.end;
}

}  // namespace

Cells whole_cells_of(const StepOperand& operand, const Cells& cells) {
  return {shifted(cells.rows, operand.rows), shifted(cells.columns, operand.columns)};
}

void CarriedSteps::add(const std::string& id, const Cells& cells, bool is_whole) {
  parts_[id].push_back({count_++, cells, is_whole});
}

const CarriedSteps::Part* CarriedSteps::find(const StepOperand& operand, const Cells& cells) const {
  const auto parts = parts_.find(operand.id);
  if (parts == parts_.end()) return nullptr;
  const Cells needed = whole_cells_of(operand, cells);
  const auto has_them = [&](const Part& part) {
    return contains(part.cells.rows, needed.rows) && contains(part.cells.columns, needed.columns);
  };
  const auto found = std::ranges::find_if(parts->second, has_them);
  return found == parts->second.end() ? nullptr : &*found;
}

const CarriedSteps::Part* CarriedSteps::find(const StepOperand& operand) const {
  const auto parts = parts_.find(operand.id);
  return parts == parts_.end() ? nullptr : &parts->second.front();
}

}  // namespace attn
