#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "attn/error.hpp"
#include "masks/common.hpp"
#include "masks/types.hpp"

namespace attn {

namespace {

/// Attention with linear biases: -slope · |p - j| for a query at position p and key j (Press et al. 2022,
/// arXiv:2108.12409).
class Alibi : public Positioned {
 public:
  Alibi(Positions positions, std::vector<double> slopes)
      : Positioned(std::move(positions)), slopes_(std::move(slopes)) {}

  std::string describe() const override {
    return fmt::format("alibi, slopes {}{}", fmt::join(slopes_, ", "), alignment());
  }
  bool varies_by_head() const override { return slopes_.size() > 1; }

  void add(const MaskBlock& block, Matrix<double>& bias) const override {
    const double slope = slopes_[block.head];
    add_cells(block, bias, [slope](const Cell& cell) {
      return -slope * static_cast<double>(std::abs(cell.position - cell.key));
    });
  }

 private:
  std::vector<double> slopes_;
};

/// The paper's slopes for a power of two heads: a geometric sequence from 2^(-8/n) with that ratio.
std::vector<double> geometric_slopes(std::size_t heads) {
  std::vector<double> slopes;
  for (std::size_t head = 1; head <= heads; ++head)
    slopes.push_back(std::exp2(-8.0 * static_cast<double>(head) / static_cast<double>(heads)));
  return slopes;
}

/// For other numbers of heads the paper's own code takes the slopes of the power of two below, and fills up
/// with every second slope of the one above.
std::vector<double> automatic_slopes(std::size_t heads) {
  const std::size_t below = std::bit_floor(heads);
  std::vector<double> slopes = geometric_slopes(below);
  const std::vector<double> above = geometric_slopes(2 * below);
  for (std::size_t i = 0; slopes.size() < heads; i += 2) slopes.push_back(above[i]);
  return slopes;
}

std::vector<double> slopes_of(const Setting& setting, std::size_t heads) {
  if (const auto* word = std::get_if<std::string>(&setting.value); word && *word == "auto")
    return automatic_slopes(heads);
  const auto* slopes = std::get_if<Array>(&setting.value);
  if (!slopes || !is_vector(slopes->shape, heads) || !has_values(*slopes))
    refuse(setting, fmt::format("\"auto\" or a list with one number for each head (heads {})", heads));
  if (!std::ranges::all_of(slopes->values, [](double slope) { return std::isfinite(slope); }))
    refuse(setting, "finite slopes");
  return slopes->values;
}

constexpr std::array<std::string_view, 2> keys{"slopes", "align"};

std::unique_ptr<const Mask> make(const MaskSpec& spec, const MaskContext& context) {
  return std::make_unique<Alibi>(positions_of(spec, context),
                                 slopes_of(required(spec, "slopes"), context.sizes.heads));
}

}  // namespace

constinit const MaskType alibi_mask{"alibi", "-slope · distance per head; `slopes` is \"auto\" or a list",
                                    keys, &make};

}  // namespace attn
