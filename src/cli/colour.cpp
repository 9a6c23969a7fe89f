#include "cli/colour.hpp"

#include <unistd.h>

#include <cstdlib>

#include "problem/settings.hpp"

namespace attn::cli {

bool wants_colour(const std::string& word, bool to_standard_output) {
  const std::size_t choice = index_of("--color", word, colour_words);
  if (choice > 0) return choice == 1;
  const char* no_color = std::getenv("NO_COLOR");
  const bool refused = no_color != nullptr && *no_color != '\0';
  return to_standard_output && !refused && isatty(STDOUT_FILENO) == 1;
}

}  // namespace attn::cli
