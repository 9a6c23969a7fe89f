#include "explain/cell_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "text/display.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

constexpr std::size_t widest_token = 16;

std::string subscripted(const std::string& name, const std::vector<std::string>& subscripts) {
  return fmt::format("{}[{}]", name, fmt::join(subscripts, ","));
}

/// A row of a whole matrix goes without its last ":".
std::vector<std::string> shortest(std::vector<std::string> subscripts) {
  if (subscripts.size() > 1 && subscripts.back() == ":") subscripts.pop_back();
  return subscripts;
}

}  // namespace

std::string CellNames::at(const Axis& axis, std::size_t index) const {
  return fmt::format("{}", axis.at(index) + index_from_);
}

std::string CellNames::cell(std::size_t row, std::size_t column) const {
  std::vector<std::string> subscripts;
  // One number per row, printed as a row, has a first axis that counts nothing.
  if (!step_.axes[0].name.empty() || !step_.is_transposed) subscripts.push_back(at(step_.axes[0], row));
  if (step_.axes.size() > 1) subscripts.push_back(at(step_.axes[1], column));
  return subscripted(notation_.id(step_), subscripts);
}

std::string CellNames::row(std::size_t row) const {
  return subscripted(notation_.id(step_), {at(step_.axes[0], row)});
}

std::string CellNames::column(std::size_t column) const {
  return subscripted(notation_.id(step_), {":", at(step_.axes[1], column)});
}

std::string CellNames::token(std::size_t axis, std::size_t index, const Tokens& tokens) const {
  if (axis >= step_.axes.size()) return "";
  const Axis& along = step_.axes[axis];
  const auto* const names = along.name == "query" ? &tokens.query
                            : along.name == "key" ? &tokens.key
                                                  : nullptr;
  const std::size_t place = along.at(index);
  return names && place < names->size() ? shortened(visible((*names)[place]), widest_token) : "";
}

std::string CellNames::tokens(std::size_t row, std::size_t column, const Tokens& tokens) const {
  const std::string first = token(0, row, tokens);
  const std::string second = token(1, column, tokens);
  return first + (first.empty() || second.empty() ? "" : ", ") + second;
}

std::string CellNames::named(std::size_t operand, std::vector<std::string> subscripts) const {
  if (step_.is_transposed) std::ranges::reverse(subscripts);
  return subscripted(notation_.operand_name(step_, operand), shortest(std::move(subscripts)));
}

/// ":", or the part of the axis that the block has.
std::string CellNames::all(std::size_t operand, std::size_t dimension) const {
  const StepOperand& said = step_.operands[operand];
  if (!(dimension == 0 ? said.rows : said.columns)) return ":";
  const Axis& axis = said.axes[dimension];
  return fmt::format("{}:{}", axis.begin + index_from_, axis.begin + axis.size);
}

std::string CellNames::operand_cell(std::size_t operand, std::size_t row, std::size_t column) const {
  const Axes& axes = step_.operands[operand].axes;
  if (axes.size() == 1) return named(operand, {at(axes[0], row)});
  return named(operand, {at(axes[0], row), at(axes[1], column)});
}

std::string CellNames::operand_row(std::size_t operand, std::size_t row) const {
  return named(operand, {at(step_.operands[operand].axes[0], row), all(operand, 1)});
}

std::string CellNames::operand_column(std::size_t operand, std::size_t column) const {
  return named(operand, {all(operand, 0), at(step_.operands[operand].axes[1], column)});
}

std::string CellNames::operand_cells(std::size_t operand, std::size_t row) const {
  const std::string name = operand_row(operand, row);
  return name.find(':') == std::string::npos ? name.substr(0, name.size() - 1) + ",:]" : name;
}

}  // namespace attn
