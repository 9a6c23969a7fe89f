#include "cli/step_words.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

#include "attn/error.hpp"
#include "attn/trace.hpp"
#include "cli/words.hpp"
#include "text/visible.hpp"

namespace attn::cli {

namespace {

[[noreturn]] void refuse(std::string_view where, std::string_view words, std::string_view why) {
  throw InputError(fmt::format("{}: found {}{}", where, in_quotes(words), why));
}

std::string meant_step(std::string_view option, std::string_view said, const Naming& naming) {
  return naming.meant_id(said, fmt::format("{}: step {}", option, in_quotes(said)));
}

/// "exp=3" taken apart at its first "="; nothing where it has none.
std::optional<std::pair<std::string, std::string>> pair_of(const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos) return std::nullopt;
  return std::pair(word.substr(0, equals), word.substr(equals + 1));
}

}  // namespace

std::vector<std::string> step_ids_word(std::string_view where, std::string_view words, const Naming& naming) {
  std::vector<std::string> ids;
  for (const std::string& word : step_words(where, words))
    ids.push_back(naming.meant_id(word, fmt::format("step {}", in_quotes(word))));
  return ids;
}

StepDecimals step_decimals_word(std::string_view where, std::string_view words, int unsaid,
                                const Naming& naming) {
  constexpr std::size_t most = 17;  // a double has no more digits
  std::optional<int> of_all;
  StepDecimals decimals;
  for (const std::string& word : step_words(where, words)) {
    const auto pair = pair_of(word);
    const auto count = static_cast<int>(whole_number_word(where, pair ? pair->second : word, most));
    if (!pair) {
      if (std::exchange(of_all, count)) refuse(where, words, ": the decimals of all steps are there twice");
      continue;
    }
    if (!decimals.of_step.emplace(meant_step(where, pair->first, naming), count).second)
      refuse(where, words, fmt::format(": the decimals of {} are there twice", visible(pair->first)));
  }
  decimals.count = of_all.value_or(unsaid);
  return decimals;
}

GivenNames given_names_word(std::string_view where, std::string_view words) {
  constexpr std::array<const char*, 3> unsaid{"scores", "weights", "output"};
  GivenNames names;
  std::size_t position = 0;
  for (const std::string& word : list_words(where, words)) {
    const auto pair = pair_of(word);
    if (!pair && position == unsaid.size())
      refuse(where, words, ", expected STEP=NAME,..., or at most three names: of scores, weights and output");
    const auto [said, name] = pair ? *pair : std::pair<std::string, std::string>(unsaid[position++], word);
    const std::string step = meant_step(where, said, {});
    if (step.find('.') != std::string::npos)
      refuse(where, word,
             fmt::format("; a name is that of a step in every place: {}=NAME", parse_id(step).name));
    if (name.empty()) refuse(where, word, ", expected a name behind \"=\"");
    if (!names.emplace(step, name).second)
      refuse(where, words, fmt::format(": the name of {} is there twice", step));
  }
  check_names(names, where);
  return names;
}

}  // namespace attn::cli
