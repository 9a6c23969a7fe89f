#pragma once

// Words of the command line that say something of steps. Ids are said as they are printed, and come back as
// those of the trace. `where` is the option, for the message. All throw InputError.

#include <string>
#include <string_view>
#include <vector>

#include "attn/decimals.hpp"
#include "attn/naming.hpp"

namespace attn::cli {

/// "scores,head1.exp" as ids; a step that is said twice is one that is said once.
std::vector<std::string> step_ids_word(std::string_view where, std::string_view words, const Naming& naming);

/// "4,exp=3" as 4 decimals and 3 of exp, at most 17 of any.
StepDecimals step_decimals_word(std::string_view where, std::string_view words, int unsaid,
                                const Naming& naming);

/// "scores=S,weights=A" as names by step; "S,A,Z" are those of scores, weights and output.
GivenNames given_names_word(std::string_view where, std::string_view words);

}  // namespace attn::cli
