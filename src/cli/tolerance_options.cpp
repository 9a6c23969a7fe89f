#include "cli/tolerance_options.hpp"

#include <CLI/CLI.hpp>
#include <utility>

#include "cli/names.hpp"
#include "cli/words.hpp"
#include "problem/settings.hpp"

namespace attn::cli {

namespace {

constexpr const char* group = "What passes";

void take(std::optional<double>& value, const char* option, const std::string& word) {
  if (word.empty()) return;
  const double number = number_word(option, word);
  if (!(number >= 0)) refuse({option, number}, "a number, 0 or more");
  value = number;
}

}  // namespace

void ToleranceOptions::define(CLI::App& app) {
  const auto add = [&](const char* name, std::string& word, const char* help) {
    app.add_option(name, word, help)->type_name("NUMBER")->group(group);
  };
  add("--atol", atol_, "|actual - expected| <= atol + rtol |expected|");
  add("--rtol", rtol_, "likewise");
  add("--ulp", ulp_, "or so many floating-point numbers apart");
}

void ToleranceOptions::define_derived(CLI::App& app) {
  app.add_flag("--derived", derived_,
               "or as far as rounding can take it, in the type that the numbers were computed in "
               "(default: float64)")
      ->type_name("[=" + names<precisions>() + "]")
      ->multi_option_policy(CLI::MultiOptionPolicy::Throw)
      ->group(group);
}

const char* ToleranceOptions::said() const {
  for (const auto& [option, word] : {std::pair("--atol", &atol_), std::pair("--rtol", &rtol_),
                                     std::pair("--ulp", &ulp_), std::pair("--derived", &derived_)})
    if (!word->empty()) return option;
  return nullptr;
}

std::optional<Tolerance> ToleranceOptions::tolerance() const {
  Tolerance tolerance;
  take(tolerance.atol, "--atol", atol_);
  take(tolerance.rtol, "--rtol", rtol_);
  take(tolerance.ulp, "--ulp", ulp_);
  if (derived_ == "true") tolerance.derived = Precision::float64;
  if (!derived_.empty() && derived_ != "true")
    tolerance.derived = choice(Setting{"--derived", derived_}, precisions);
  return tolerance.empty() ? std::nullopt : std::optional(tolerance);
}

}  // namespace attn::cli
