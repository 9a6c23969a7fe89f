#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "attn/formula.hpp"

namespace attn {

/// Text as the content of an HTML or XML element.
std::string escaped(std::string_view text);

/// "S_scaled" or "~O" as MathML.
std::string mathml_symbol(std::string_view base, std::string_view subscript, bool has_tilde);

/// The equation's right side as presentational MathML, without <math> around it. `operand` gives operands as
/// MathML.
std::string mathml_of(const Formula& formula, const OperandName& operand);

/// What the numbers in it are: "scale = 1/√d_k = 1/√2 = 0.7071067811865475".
std::vector<std::string> definitions_in(const Formula& formula);

}  // namespace attn
