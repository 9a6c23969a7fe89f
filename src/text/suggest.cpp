#include "text/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace attn {

namespace {

/// No key or option is that long, and the distance costs the product of the two lengths.
constexpr std::size_t longest = 64;

/// Lower case, without '_' and '-': "Wq", "w_q" and "W_Q" are the same word.
std::string folded(std::string_view word) {
  std::string out;
  for (const char c : word)
    if (c != '_' && c != '-') out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

/// Typing errors between two words: letters left out, added, replaced, or two neighbours swapped (the
/// optimal string alignment distance).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

/// How many typing errors still leave a word of that length recognisable.
std::size_t most_errors(std::size_t length) {
  return (length + 1) / 3;
}

}  // namespace

std::optional<std::string> closest(std::string_view word, std::span<const std::string_view> candidates) {
  const std::string wanted = folded(word);
  if (wanted.empty() || wanted.size() > longest) return std::nullopt;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  std::optional<std::string> best;
  for (const std::string_view candidate : candidates) {
    const std::size_t errors = distance(wanted, folded(candidate));
    if (errors >= least) continue;
    least = errors;
    best = candidate;
  }
  if (least > most_errors(wanted.size())) return std::nullopt;
  return best;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates) {
  const auto best = closest(word, candidates);
  return best ? fmt::format("; did you mean \"{}\"?", *best) : std::string();
}

}  // namespace attn
