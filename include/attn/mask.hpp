#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "attn/raw_problem.hpp"
#include "attn/tensor.hpp"

namespace attn {

struct Sizes;

/// A rectangle of one head's [n_q, n_k] score matrix.
struct MaskBlock {
  std::size_t batch = 0;
  std::size_t head = 0;
  Range rows;
  Range columns;
};

/// What a mask rule reads of the problem around it.
struct MaskContext {
  const Sizes& sizes;
  bool cached = false;  ///< the problem has `past`: queries stand after the cached keys
  /// Per batch entry the number of real keys, where the problem has a padding mask; otherwise empty.
  std::vector<std::size_t> key_lengths;
};

/// One mask of a problem: an additive bias on the scores, -inf where a key is hidden.
class Mask {
 public:
  virtual ~Mask() = default;

  /// For people: "causal, bottom-right".
  virtual std::string describe() const = 0;
  virtual bool varies_by_batch() const { return false; }
  virtual bool varies_by_head() const { return false; }
  /// Position of query 0 among the keys, per batch entry; empty where the mask has no use for it.
  virtual std::span<const std::ptrdiff_t> first_positions() const { return {}; }
  /// The keys that a query sees, where the mask is a rule that hides all others and adds nothing; nothing
  /// where only the bias says it.
  virtual std::optional<Range> visible(std::size_t /*batch*/, std::size_t /*query*/) const {
    return std::nullopt;
  }
  /// Adds this mask's bias to `bias` [block rows, block columns]. A cell that is -inf stays -inf.
  virtual void add(const MaskBlock& block, Matrix<double>& bias) const = 0;
};

/// A row of the table of masks: `type` in the problem file, its keys, and how one is made.
struct MaskType {
  std::string_view name;
  std::string_view help;
  std::span<const std::string_view> keys;
  /// Throws InputError where the settings do not fit the type or the sizes.
  std::unique_ptr<const Mask> (*make)(const MaskSpec& spec, const MaskContext& context);
};

std::span<const MaskType* const> mask_types();

/// The masks of a problem, added up.
class Masks {
 public:
  Masks() = default;
  /// Throws InputError where a mask does not fit the sizes. `cached`: the problem has `past`.
  Masks(std::span<const MaskSpec> specs, const Sizes& sizes, bool cached);

  bool empty() const { return masks_.empty(); }
  std::span<const std::unique_ptr<const Mask>> list() const { return masks_; }
  /// The types of the masks, in the same order.
  std::span<const MaskType* const> types() const { return types_; }
  bool varies_by_batch() const;
  bool varies_by_head() const;
  /// "causal, bottom-right + padding, key lengths 4 5".
  std::string describe() const;
  /// The sum of all masks over a block: [block rows, block columns].
  Matrix<double> bias(const MaskBlock& block) const;
  /// The keys, of `n_k`, that a query sees by those masks that are rules (see Mask::visible).
  Range visible(std::size_t batch, std::size_t query, std::size_t n_k) const;
  /// Whether all masks together hide every key of `n_k` from a query.
  bool hide_all(std::size_t batch, std::size_t head, std::size_t query, std::size_t n_k) const;
  /// Whether they do so for some query of the problem.
  bool leave_empty_rows(const Sizes& sizes) const;
  /// The sum of the masks that are not rules over a block, [block rows, block columns]; nothing where all
  /// are.
  std::optional<Matrix<double>> terms(const MaskBlock& block) const;

 private:
  std::vector<std::unique_ptr<const Mask>> masks_;
  std::vector<const MaskType*> types_;
};

}  // namespace attn
