#include "cli/tolerance_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <optional>

#include "attn/error.hpp"
#include "cli/words.hpp"
#include "text/visible.hpp"

namespace attn::cli {

namespace {

std::optional<double> tolerance_word(std::string_view option, const std::string& word) {
  if (word.empty()) return std::nullopt;
  const double number = number_word(option, word);
  if (number < 0)
    throw InputError(fmt::format("{}: found {}, expected a number that is not negative", option,
                                 in_quotes(word)));
  return number;
}

}  // namespace

void ToleranceOptions::define(CLI::App& app) {
  const auto add = [&](const char* name, std::string& word, const char* help) {
    app.add_option(name, word, help)->type_name("X")->group("What passes");
  };
  add("--atol", atol_, "|candidate - reference| <= ATOL + RTOL |reference|");
  add("--rtol", rtol_, "likewise; each is 0 where only the other is said");
  add("--ulp", ulp_, "at most so many numbers of their type between the two; a cell passes by either rule");
}

Tolerance ToleranceOptions::tolerance(const Tolerance& unsaid) const {
  const Tolerance said{tolerance_word("--atol", atol_), tolerance_word("--rtol", rtol_),
                       tolerance_word("--ulp", ulp_), {}};
  return said.empty() ? unsaid : said;
}

}  // namespace attn::cli
