#include "diff/nonfinite.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "diff/cell_text.hpp"
#include "diff/operand_cells.hpp"

namespace attn {

namespace {

struct Cell {
  std::size_t index = 0;  ///< of the step, among the pairs
  std::size_t row = 0;
  std::size_t column = 0;
};

/// A cell of an operand, in the operand's whole matrix.
struct Part {
  Cell cell;
  double value = 0;
};

bool is_new(double candidate, double reference) {
  return !std::isfinite(candidate) && candidate != reference &&
         !(std::isnan(candidate) && std::isnan(reference));
}

std::optional<Cell> first_new(const StepPairs& pairs, const std::vector<std::size_t>& differing) {
  for (const std::size_t index : differing) {
    const Matrix<double>& candidate = pairs.all()[index].candidate->values;
    const Matrix<double>& reference = pairs.all()[index].reference->values;
    for (std::size_t cell = 0; cell < candidate.size(); ++cell)
      if (is_new(candidate.flat(cell), reference.flat(cell)))
        return Cell{index, cell / candidate.shape(1), cell % candidate.shape(1)};
  }
  return std::nullopt;
}

/// The operands of one cell.
class CellOperands {
 public:
  CellOperands(const StepPairs& pairs, const Structure& from, const CandidateValues& values)
      : pairs_(pairs),
        from_(from),
        operands_(operands_of(pairs, from, [&](std::size_t index) { return values.of(index); })) {}

  std::vector<Part> of(const Cell& cell) const {
    if (!operands_.why_not.empty()) return {};
    if (from_.step.op == "concat") return of_concat(cell);
    const auto cells = cells_of(from_.step, operands_.operands, stores_transposed(from_.trace));
    if (!cells) return {};
    const std::size_t term = telling_term(*cells, cell);
    std::vector<Part> parts;
    for (std::size_t i = 0; i < cells->size(); ++i)
      if (!is_mask_of_product(*cells, i)) parts.push_back(part(i, (*cells)[i], cell, term));
    return parts;
  }

 private:
  static std::size_t position(char letter, const Cell& cell, std::size_t term) {
    return letter == 'r' ? cell.row : letter == 'c' ? cell.column : letter == 'p' ? term : 0;
  }
  double value(std::size_t operand, std::string_view cells, const Cell& cell, std::size_t term) const {
    return (*operands_.operands[operand])(position(cells[0], cell, term), position(cells[1], cell, term));
  }
  /// A mask beside a sum over p only says which terms take part.
  static bool is_mask_of_product(const std::vector<std::string_view>& cells, std::size_t operand) {
    return operand >= 2 && cells[operand] == "rp" && cells[operand - 1] == "pc";
  }

  Part part(std::size_t operand, std::string_view cells, const Cell& cell, std::size_t term) const {
    const StepOperand& said = from_.step.operands[operand];
    return {{*pairs_.find(said.id), (said.rows ? said.rows->begin : 0) + position(cells[0], cell, term),
             (said.columns ? said.columns->begin : 0) + position(cells[1], cell, term)},
            value(operand, cells, cell, term)};
  }

  /// Of a sum or maximum over p the term that tells most: the first NaN, else the largest product.
  std::size_t telling_term(const std::vector<std::string_view>& cells, const Cell& cell) const {
    std::size_t best = 0;
    double most = -1;
    for (std::size_t term = 0; term < terms(cells); ++term) {
      double product = 1;
      bool takes_part = true;
      for (std::size_t i = 0; i < cells.size(); ++i) {
        if (cells[i].find('p') == std::string_view::npos) continue;
        const double factor = value(i, cells[i], cell, term);
        if (is_mask_of_product(cells, i))
          takes_part = factor != -std::numeric_limits<double>::infinity();
        else
          product *= factor;
      }
      if (takes_part && std::isnan(product)) return term;
      if (takes_part && std::abs(product) > most) {
        most = std::abs(product);
        best = term;
      }
    }
    return best;
  }
  std::size_t terms(const std::vector<std::string_view>& cells) const {
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (const std::size_t axis = cells[i].find('p'); axis != std::string_view::npos)
        return operands_.operands[i]->shape(axis);
    return 0;
  }

  std::vector<Part> of_concat(const Cell& cell) const {
    const auto axis = concat_axis(from_.step.values, operands_.operands);
    if (!axis) return {};
    Cell inside = cell;
    std::size_t& at = *axis == 0 ? inside.row : inside.column;
    for (std::size_t i = 0; i < operands_.operands.size(); ++i) {
      const std::size_t length = operands_.operands[i]->shape(*axis);
      if (at < length) return {part(i, "rc", inside, 0)};
      at -= length;
    }
    return {};
  }

  const StepPairs& pairs_;
  const Structure& from_;
  OperandValues operands_;
};

/// Where the candidate lacks a step that is computed from what it has, the number may have arisen there.
std::optional<Cell> earlier(const StepPairs& pairs, const CandidateValues& values,
                            const std::vector<Part>& parts) {
  for (const Part& part : parts) {
    const StoredStep* reference = pairs.all()[part.cell.index].reference;
    if (values.is_recomputed(part.cell.index) && reference &&
        is_new(part.value, reference->values(part.cell.row, part.cell.column)))
      return part.cell;
  }
  return std::nullopt;
}

const StoredStep& step_of(const StepPair& pair) {
  return pair.candidate ? *pair.candidate : *pair.reference;
}

std::string with_value(const StepPairs& pairs, const Cell& cell, double value) {
  return fmt::format("{} = {}", cell_name(step_of(pairs.all()[cell.index]), cell.row, cell.column),
                     number_text(value));
}

}  // namespace

std::optional<NonFinite> first_nonfinite(const StepPairs& pairs, const std::vector<std::size_t>& differing,
                                         const CandidateValues& values) {
  std::optional<Cell> cell = first_new(pairs, differing);
  if (!cell) return std::nullopt;
  NonFinite found;
  for (std::optional<Cell> next = cell; next;) {
    cell = next;
    next.reset();
    found = {with_value(pairs, *cell, (*values.of(cell->index))(cell->row, cell->column)),
             {},
             "",
             values.is_recomputed(cell->index)};
    const auto from = pairs.candidates_structure(cell->index);
    if (!from) break;
    found.op = from->step.op;
    const std::vector<Part> parts = CellOperands(pairs, *from, values).of(*cell);
    for (const Part& part : parts) found.parts.push_back(with_value(pairs, part.cell, part.value));
    next = earlier(pairs, values, parts);
  }
  return found;
}

}  // namespace attn
