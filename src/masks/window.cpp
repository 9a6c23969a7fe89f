#include "masks/common.hpp"
#include "masks/types.hpp"

namespace attn {

namespace {

/// How many keys a window reaches to one side; nothing: all of them.
using Reach = std::optional<std::ptrdiff_t>;

/// Query i, at position p among the keys, sees keys p - left ... p + right, both included.
class Window : public Positioned {
 public:
  Window(Positions positions, Reach left, Reach right)
      : Positioned(std::move(positions)), left_(left), right_(right) {}

  std::string describe() const override {
    const auto shown = [](const Reach& reach) {
      return reach ? fmt::format("{}", *reach) : std::string("all");
    };
    return fmt::format("window, {} left and {} right{}", shown(left_), shown(right_), alignment());
  }

  std::optional<Range> visible(std::size_t batch, std::size_t query) const override {
    const std::ptrdiff_t at = position(batch, query);
    return keys_between(left_ ? at - *left_ : 0, right_ ? at + *right_ + 1 : last_key);
  }
  void add(const MaskBlock& block, Matrix<double>& bias) const override {
    add_cells(block, bias, [this](const Cell& cell) {
      const bool too_early = left_ && cell.key < cell.position - *left_;
      const bool too_late = right_ && cell.key > cell.position + *right_;
      return too_early || too_late ? hidden : 0;
    });
  }

 private:
  Reach left_;
  Reach right_;
};

Reach reach(const Setting& setting) {
  const auto* value = std::get_if<double>(&setting.value);
  if (value && *value == -1) return {};
  if (!value || *value < 0) refuse(setting, "a number of keys, 0 or more, or -1 for all");
  return static_cast<std::ptrdiff_t>(count(setting, 0));
}

constexpr std::array<std::string_view, 3> keys{"left", "right", "align"};

std::unique_ptr<const Mask> make(const MaskSpec& spec, const MaskContext& context) {
  return std::make_unique<Window>(positions_of(spec, context), reach(required(spec, "left")),
                                  reach(required(spec, "right")));
}

}  // namespace

constinit const MaskType window_mask{
    "window", "a query sees `left` keys before its position and `right` after it; -1 is unbounded", keys,
    &make};

}  // namespace attn
