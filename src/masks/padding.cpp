#include <fmt/ranges.h>

#include "attn/error.hpp"
#include "masks/common.hpp"
#include "masks/types.hpp"

namespace attn {

std::vector<std::size_t> key_lengths_of(const MaskSpec& spec, const Sizes& sizes) {
  const Setting& setting = required(spec, "key_lengths");
  const Array& lengths = array(setting);
  if (!is_vector(lengths.shape, sizes.batch) || !has_values(lengths))
    throw InputError(fmt::format("{}: shape {}, expected [{}] (one length per batch entry)", setting.where,
                                 to_string(lengths.shape), sizes.batch));
  std::vector<std::size_t> result;
  for (const double length : lengths.values) result.push_back(count({setting.where, length}, 0));
  for (const std::size_t length : result)
    if (length > sizes.n_k)
      throw InputError(
          fmt::format("{}: found {}, expected at most n_k {}", setting.where, length, sizes.n_k));
  return result;
}

namespace {

/// The first `key_lengths[batch]` keys are real.
class Padding : public Mask {
 public:
  explicit Padding(std::vector<std::size_t> key_lengths) : key_lengths_(std::move(key_lengths)) {}

  std::string describe() const override {
    return fmt::format("padding, real keys {}", fmt::join(key_lengths_, ", "));
  }
  bool varies_by_batch() const override { return key_lengths_.size() > 1; }

  std::optional<Range> visible(std::size_t batch, std::size_t /*query*/) const override {
    return Range{0, key_lengths_[batch]};
  }
  void add(const MaskBlock& block, Matrix<double>& bias) const override {
    for (std::size_t key = std::max(block.columns.begin, key_lengths_[block.batch]); key < block.columns.end;
         ++key)
      for (std::size_t i = 0; i < block.rows.size(); ++i) bias(i, key - block.columns.begin) = hidden;
  }

 private:
  std::vector<std::size_t> key_lengths_;
};

constexpr std::array<std::string_view, 1> keys{"key_lengths"};

std::unique_ptr<const Mask> make(const MaskSpec& spec, const MaskContext& context) {
  return std::make_unique<Padding>(key_lengths_of(spec, context.sizes));
}

}  // namespace

constinit const MaskType padding_mask{"padding", "per batch entry, only the first keys are real", keys,
                                      &make};

}  // namespace attn
