#pragma once

#include "attn/diagnose.hpp"
#include "diagnose/search.hpp"

namespace attn::diagnosis {

/// A problem file on which attempts differ that do not differ here.
struct TellingInput {
  std::string text;                     ///< empty: none was found
  std::vector<std::size_t> told_apart;  ///< which of the attempts give other results than the first
};

/// Searches problems of the same kind for one on which all others differ from the first attempt, or most.
TellingInput telling_input(const Variants& variants, const std::vector<Attempt>& attempts,
                           const std::vector<Target>& targets);

}  // namespace attn::diagnosis
