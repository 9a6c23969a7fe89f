#include <algorithm>

#include "attn/error.hpp"
#include "masks/common.hpp"
#include "masks/types.hpp"

namespace attn {

namespace {

enum class TrueMeans { attend, masked };
constexpr std::array true_means{
    Choice<TrueMeans>{TrueMeans::attend, "attend", "true: the key is seen"},
    Choice<TrueMeans>{TrueMeans::masked, "masked", "true: the key is hidden"},
};

class Boolean : public Valued {
 public:
  Boolean(Broadcast values, TrueMeans meaning) : Valued(std::move(values)), meaning_(meaning) {}

  std::string describe() const override {
    return fmt::format("boolean, true means {}", name_of(true_means, meaning_));
  }

 private:
  double term(double value) const override {
    return (value != 0) == (meaning_ == TrueMeans::attend) ? 0 : hidden;
  }

  TrueMeans meaning_;
};

constexpr std::array<std::string_view, 2> keys{"true_means", "values"};

std::unique_ptr<const Mask> make(const MaskSpec& spec, const MaskContext& context) {
  const Setting& values = required(spec, "values");
  const TrueMeans meaning = choice(required(spec, "true_means"), true_means);
  const auto is_boolean = [](double value) { return value == 0 || value == 1; };
  if (!std::ranges::all_of(array(values).values, is_boolean)) refuse(values, "true and false, or 1 and 0");
  return std::make_unique<Boolean>(Broadcast(values, context.sizes), meaning);
}

}  // namespace

constinit const MaskType boolean_mask{
    "boolean", "true and false per cell; `true_means` says \"attend\" or \"masked\"", keys, &make};

}  // namespace attn
