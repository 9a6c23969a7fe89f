#include <algorithm>

#include "masks/common.hpp"
#include "masks/types.hpp"

namespace attn {

namespace {

/// Query i, at position p among the keys, sees keys 0 ... p.
class Causal : public Positioned {
 public:
  using Positioned::Positioned;

  std::string describe() const override { return "causal" + alignment(); }

  std::optional<Range> visible(std::size_t batch, std::size_t query) const override {
    return keys_between(0, position(batch, query) + 1);
  }
  void add(const MaskBlock& block, Matrix<double>& bias) const override {
    add_cells(block, bias, [](const Cell& cell) { return cell.key > cell.position ? hidden : 0; });
  }
};

constexpr std::array<std::string_view, 1> keys{"align"};

std::unique_ptr<const Mask> make(const MaskSpec& spec, const MaskContext& context) {
  return std::make_unique<Causal>(positions_of(spec, context));
}

}  // namespace

constinit const MaskType causal_mask{"causal", "a query sees the keys up to its own position", keys, &make};

}  // namespace attn
