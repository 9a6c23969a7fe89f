#pragma once

#include <string>

#include "attn/trace.hpp"
#include "render/notation.hpp"

namespace attn {

/// The tree as JSON; null for none. Members that do not apply to a kind are left out.
std::string formula_json(const Formula* formula);

/// A step's equation as the JSON string of an HTML text: "<math>...</math> <span>scale = ...</span>", or
/// "given". null where it has none.
std::string equation_mathml(const Step& step, const Notation& notation);

}  // namespace attn
