#include "cli/colour.hpp"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string_view>

#include "problem/settings.hpp"

namespace attn::cli {

bool wants_colour(const std::string& word, bool to_standard_output) {
  constexpr std::array<std::string_view, 3> names{"auto", "always", "never"};
  const std::size_t choice = index_of("--color", word, names);
  if (choice > 0) return choice == 1;
  const char* no_color = std::getenv("NO_COLOR");
  const bool refused = no_color != nullptr && *no_color != '\0';
  return to_standard_output && !refused && isatty(STDOUT_FILENO) == 1;
}

}  // namespace attn::cli
