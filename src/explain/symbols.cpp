#include "explain/symbols.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "formula/square_root.hpp"
#include "formula/text.hpp"

namespace attn {

namespace {

using Kind = Formula::Kind;

class Symbols {
 public:
  Symbols(const Step& step, const CellNames& names) : step_(step), names_(names) {}

  std::string at(const Formula& formula, std::size_t row, std::size_t column) const {
    return text_with(formula, [&](const Formula& part) { return own(part, row, column); });
  }

 private:
  std::optional<std::string> own(const Formula& formula, std::size_t row, std::size_t column) const {
    switch (formula.kind) {
      case Kind::whole:
      case Kind::per_row:
      case Kind::per_column:
      case Kind::beside:
      case Kind::below:
        return cell(formula, row, column);
      case Kind::transposed:
        return at(formula.terms[0], column, row);
      case Kind::matmul:
        return dot_product(formula, row, column);
      case Kind::times:
        return over_root(formula, row, column);
      case Kind::row_max:
        return fmt::format("max({})", names_.operand_cells(formula.terms[0].operand, row));
      case Kind::row_sum:
        return fmt::format("sum of {}", names_.operand_cells(formula.terms[0].operand, row));
      default:
        return std::nullopt;
    }
  }

  std::optional<std::string> over_root(const Formula& formula, std::size_t row, std::size_t column) const {
    const auto root = inverse_square_root(formula.terms[1].origin);
    if (!root) return std::nullopt;
    return fmt::format("{} / √{}", at(formula.terms[0], row, column), root->name);
  }

  std::string cell(const Formula& formula, std::size_t row, std::size_t column) const {
    const CellFormula leaf = cell_of(formula, row, column, step_.operand_value);
    return names_.operand_cell(leaf.operand, leaf.row, leaf.column);
  }

  std::string dot_product(const Formula& formula, std::size_t row, std::size_t column) const {
    std::string left = line(formula.terms[0], row, true);
    std::string right = line(formula.terms[1], column, false);
    if (step_.is_transposed) std::swap(left, right);
    return fmt::format("{} · {}", left, right);
  }

  /// A row, or a column, of a factor.
  std::string line(const Formula& factor, std::size_t index, bool is_row) const {
    if (factor.kind == Kind::transposed) return line(factor.terms[0], index, !is_row);
    if (factor.kind != Kind::whole) throw std::logic_error("a product of something else than matrices");
    return is_row ? names_.operand_row(factor.operand, index) : names_.operand_column(factor.operand, index);
  }

  const Step& step_;
  const CellNames& names_;
};

}  // namespace

std::string symbols_at(const Formula& formula, const Step& step, const CellNames& names, std::size_t row,
                       std::size_t column) {
  return Symbols(step, names).at(formula, row, column);
}

}  // namespace attn
