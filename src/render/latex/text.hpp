#pragma once

#include <string>
#include <string_view>

#include "render/decimals.hpp"

namespace attn {

/// Text that came from outside, harmless in LaTeX's text mode, with its characters outside ASCII as they are:
/// what KaTeX takes within \text{}. Without a backslash before punctuation wherever there is another way:
/// Markdown would read that as its own.
std::string katex_text(std::string_view text);

/// The same for a document, which no engine may stumble over: what is neither ASCII nor a letter with an
/// accent is \attnchar{5B57}{字}, which shows its number where the engine or the font does not have it, and a
/// Greek letter that stands alone \alpha. Lines may end within very long words.
std::string latex_text(std::string_view text);

/// "\raggedright " in front of such text that has very long words: a paragraph, or a heading.
std::string_view ragged(std::string_view latex);

/// Words of ours for a document, with d_k and the like as formulas.
std::string latex_words(std::string_view words);

/// A number in math mode: -\infty, 1.5 \times 10^{-10}.
std::string latex_number(double value, Decimals decimals);
/// With all of its digits.
std::string latex_number(double value);

}  // namespace attn
