#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "attn/explain.hpp"
#include "explain/cell_names.hpp"
#include "explain/number_texts.hpp"

namespace attn {

/// Writes cells of one step, and whole rows. Rows and columns as in `step.values`.
class CellTexts {
 public:
  CellTexts(const Step& step, const Tokens& tokens, const RenderOptions& options)
      : step_(step), tokens_(tokens), options_(options), names_(step, options), numbers_(step, options) {}

  CellText cell(std::size_t row, std::size_t column) const;
  /// Of a weighted sum the rows of V, weighted: 0.670·[2.0, 0.0] + 0.330·[1.0, 3.0]. Of any other step the
  /// arithmetic of each cell. Of a long row the middle is left out.
  CellText row(std::size_t row) const;
  CellText column(std::size_t column) const;

 private:
  using Cell = std::pair<std::size_t, std::size_t>;
  /// `cells`: with a `gap` for those left out.
  CellText listed(const std::vector<Cell>& cells) const;
  struct WeightedRow {
    ShownNumbers name;     ///< weights[0,1]·V[1]
    ShownNumbers factors;  ///< 0.330·[1.0, 3.0]
    ShownNumbers product;  ///< [0.330, 0.990]
  };
  WeightedRow weighted_row(const CellFormula& product) const;
  ShownNumbers product_of(double weight, double v) const;
  std::optional<CellFormula> weights_of(std::size_t query) const;
  CellText weighted_rows(std::size_t query, const CellFormula& weights) const;
  /// The cell of a query and a column of V.
  Cell of_query(std::size_t query, std::size_t column) const {
    return step_.is_transposed ? Cell{column, query} : Cell{query, column};
  }
  ShownNumbers value_of(std::size_t row, std::size_t column, const CellFormula& arithmetic) const;
  ShownNumbers row_of(std::size_t count, const std::function<ShownNumbers(std::size_t)>& number) const;
  std::vector<std::size_t> shown(std::size_t count) const;

  const Step& step_;
  const Tokens& tokens_;
  const RenderOptions& options_;
  CellNames names_;
  NumberTexts numbers_;
};

}  // namespace attn
