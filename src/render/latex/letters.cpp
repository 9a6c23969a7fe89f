#include "render/latex/letters.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace attn {

namespace {

using Letter = std::pair<std::string_view, std::string_view>;

// Greek capitals that look like Latin ones have no command.
constexpr std::array letters{
    Letter{"ℓ", "\\ell"},    Letter{"α", "\\alpha"},   Letter{"β", "\\beta"},     Letter{"γ", "\\gamma"},
    Letter{"δ", "\\delta"},  Letter{"ε", "\\epsilon"}, Letter{"ζ", "\\zeta"},     Letter{"η", "\\eta"},
    Letter{"θ", "\\theta"},  Letter{"ι", "\\iota"},    Letter{"κ", "\\kappa"},    Letter{"λ", "\\lambda"},
    Letter{"μ", "\\mu"},     Letter{"µ", "\\mu"},      Letter{"ν", "\\nu"},       Letter{"ξ", "\\xi"},
    Letter{"π", "\\pi"},     Letter{"ρ", "\\rho"},     Letter{"ς", "\\varsigma"}, Letter{"σ", "\\sigma"},
    Letter{"τ", "\\tau"},    Letter{"υ", "\\upsilon"}, Letter{"φ", "\\phi"},      Letter{"χ", "\\chi"},
    Letter{"ψ", "\\psi"},    Letter{"ω", "\\omega"},   Letter{"ϑ", "\\vartheta"}, Letter{"ϕ", "\\phi"},
    Letter{"ϱ", "\\varrho"}, Letter{"ϖ", "\\varpi"},   Letter{"ϵ", "\\epsilon"},  Letter{"ο", "o"},
    Letter{"Γ", "\\Gamma"},  Letter{"Δ", "\\Delta"},   Letter{"Θ", "\\Theta"},    Letter{"Λ", "\\Lambda"},
    Letter{"Ξ", "\\Xi"},     Letter{"Π", "\\Pi"},      Letter{"Σ", "\\Sigma"},    Letter{"Υ", "\\Upsilon"},
    Letter{"Φ", "\\Phi"},    Letter{"Ψ", "\\Psi"},     Letter{"Ω", "\\Omega"},
};

}  // namespace

std::string_view letter_command(std::string_view letter) {
  const auto* const row = std::ranges::find(letters, letter, &Letter::first);
  return row == letters.end() ? "" : row->second;
}

}  // namespace attn
