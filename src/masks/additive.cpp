#include "masks/common.hpp"
#include "masks/types.hpp"

namespace attn {

namespace {

class Additive : public Valued {
 public:
  using Valued::Valued;

  std::string describe() const override { return "additive"; }

 private:
  double term(double value) const override { return value; }
};

constexpr std::array<std::string_view, 1> keys{"values"};

std::unique_ptr<const Mask> make(const MaskSpec& spec, const MaskContext& context) {
  const Setting& values = required(spec, "values");
  if (array(values).booleans) refuse(values, "numbers; for true and false the type is \"boolean\"");
  return std::make_unique<Additive>(Broadcast(values, context.sizes));
}

}  // namespace

constinit const MaskType additive_mask{"additive", "values added to the scores; -inf hides a key", keys,
                                       &make};

}  // namespace attn
