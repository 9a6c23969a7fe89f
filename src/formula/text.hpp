#pragma once

#include <functional>
#include <optional>
#include <string>

#include "attn/formula.hpp"

namespace attn {

/// How somebody writes a part of a formula; nothing: as everybody does.
using OwnText = std::function<std::optional<std::string>(const Formula& formula)>;

/// The formula in a line of text, without the definitions of its numbers. Operands have no names but their
/// own text's.
std::string text_with(const Formula& formula, const OwnText& own);

}  // namespace attn
