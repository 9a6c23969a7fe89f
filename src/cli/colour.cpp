#include "cli/colour.hpp"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string_view>

#include "problem/settings.hpp"

namespace attn::cli {

/// Colour is for a terminal, unless NO_COLOR is set to something (no-color.org).
bool wants_colour(const std::string& word, const std::string& output) {
  constexpr std::array<std::string_view, 3> names{"auto", "always", "never"};
  const std::size_t choice = index_of("--color", word, names);
  if (choice > 0) return choice == 1;
  const char* no_color = std::getenv("NO_COLOR");
  const bool refused = no_color != nullptr && *no_color != '\0';
  return output.empty() && !refused && isatty(STDOUT_FILENO) == 1;
}

}  // namespace attn::cli
