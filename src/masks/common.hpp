#pragma once

// What several masks need: the bias of one cell, the settings of a spec, and where the queries stand.

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "attn/mask.hpp"
#include "attn/problem.hpp"
#include "problem/settings.hpp"

namespace attn {

inline constexpr double hidden = -std::numeric_limits<double>::infinity();

/// Adds a finite, infinite or NaN term to a cell of a bias. Hidden wins: -inf plus anything is -inf.
inline void add_bias(double& cell, double term) {
  cell = cell == hidden || term == hidden ? hidden : cell + term;
}

/// The setting of a mask that cannot be without it.
const Setting& required(const MaskSpec& spec, std::string_view key);

/// Larger than any key.
inline constexpr std::ptrdiff_t last_key = std::numeric_limits<std::ptrdiff_t>::max();

/// [begin, end) without what is before the first key.
inline Range keys_between(std::ptrdiff_t begin, std::ptrdiff_t end) {
  const auto from_first = [](std::ptrdiff_t key) {
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(key, 0));
  };
  return {from_first(begin), from_first(end)};
}

/// Where the queries stand among the keys.
struct Positions {
  std::vector<std::ptrdiff_t> first;  ///< [batch]: the position of query 0
  std::string text;                   ///< ", bottom-right"; empty where there is only one way
};

/// By the mask's `align`, or after the cached keys. Throws InputError where `align` has to be said and is
/// not.
Positions positions_of(const MaskSpec& spec, const MaskContext& context);

/// Number of real keys of each batch entry, as a padding mask says.
std::vector<std::size_t> key_lengths_of(const MaskSpec& spec, const Sizes& sizes);

/// Values that broadcast from the right against [batch, heads, n_q, n_k].
class Broadcast {
 public:
  /// Throws InputError where the shape does not fit.
  Broadcast(const Setting& setting, const Sizes& sizes);

  bool varies_by_batch() const { return strides_[0] != 0; }
  bool varies_by_head() const { return strides_[1] != 0; }
  bool known() const { return has_values(values_); }
  double at(std::size_t batch, std::size_t head, std::size_t query, std::size_t key) const {
    return values_.values[batch * strides_[0] + head * strides_[1] + query * strides_[2] + key * strides_[3]];
  }

 private:
  Array values_;
  std::array<std::size_t, 4> strides_{};  // 0 for an axis of length 1 or none
};

/// A mask that depends on where a query stands among the keys.
class Positioned : public Mask {
 public:
  explicit Positioned(Positions positions) : positions_(std::move(positions)) {}
  bool varies_by_batch() const override;
  std::span<const std::ptrdiff_t> first_positions() const override { return positions_.first; }

 protected:
  struct Cell {
    std::ptrdiff_t position;  ///< of the query
    std::ptrdiff_t key;
  };
  const std::string& alignment() const { return positions_.text; }
  std::ptrdiff_t position(std::size_t batch, std::size_t query) const {
    return positions_.first[batch] + static_cast<std::ptrdiff_t>(query);
  }

  /// Adds term(cell) to every cell of the block.
  template <class Term>
  void add_cells(const MaskBlock& block, Matrix<double>& bias, Term term) const {
    for (std::size_t i = 0; i < block.rows.size(); ++i) {
      const std::ptrdiff_t at = position(block.batch, block.rows.begin + i);
      for (std::size_t j = 0; j < block.columns.size(); ++j)
        add_bias(bias(i, j), term(Cell{at, static_cast<std::ptrdiff_t>(block.columns.begin + j)}));
    }
  }

 private:
  Positions positions_;
};

/// A mask that is given as values, cell by cell.
class Valued : public Mask {
 public:
  explicit Valued(Broadcast values) : values_(std::move(values)) {}
  bool varies_by_batch() const override { return values_.varies_by_batch(); }
  bool varies_by_head() const override { return values_.varies_by_head(); }
  /// Values that are not known (a problem of sizes alone) hide nothing.
  void add(const MaskBlock& block, Matrix<double>& bias) const override;

 private:
  /// What a value adds to a score.
  virtual double term(double value) const = 0;

  Broadcast values_;
};

}  // namespace attn
