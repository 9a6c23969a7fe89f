#include "cli/usage.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "attn/options.hpp"
#include "cli/subcommand.hpp"
#include "text/suggest.hpp"
#include "text/visible.hpp"

namespace attn::cli {

namespace {

const CLI::App* parsed_subcommand(const CLI::App& app) {
  const auto parsed = app.get_subcommands();
  return parsed.empty() ? nullptr : parsed.front();
}

/// "; did you mean "--steps"?", or where to look.
std::string advice(std::string_view word, std::span<const std::string_view> candidates,
                   std::string_view help) {
  const std::string meant = did_you_mean(word, candidates);
  return meant.empty() ? fmt::format("; see {} --help", help) : meant;
}

/// ", which run and check have": the other subcommands that have an option; "" where none has.
std::string owners_of(const CLI::App& app, const std::string& option) {
  std::vector<std::string> owners;
  for (const CLI::App* subcommand : app.get_subcommands({}))
    if (subcommand->get_option_no_throw(option)) owners.push_back(subcommand->get_name());
  if (owners.empty()) return "";
  return fmt::format(", which is one of {}", fmt::join(owners, ", "));
}

std::string unknown_option(const CLI::App& app, std::string_view help, const std::string& argument) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  const std::string word = argument.substr(0, argument.find('='));
  if (const std::string owners = app.get_parent() ? owners_of(*app.get_parent(), word) : ""; !owners.empty())
    return fmt::format("unknown option {}{}; see {} --help", shown(word), owners, help);
  return fmt::format("unknown option {}{}", shown(word), advice(word, candidates, help));
}

std::string unknown_subcommand(const std::string& word) {
  if (word.ends_with(".json")) return fmt::format("say what to do with {0}: attn-calc run {0}", shown(word));
  std::vector<std::string_view> names;
  for (const Subcommand* subcommand : subcommands()) names.push_back(subcommand->name);
  return fmt::format("unknown subcommand {}{}", shown(word), advice(word, names, "attn-calc"));
}

/// "; say it once", and for what takes several things ("STEPS", "LIST", "STEP=NAME,...") how that is done.
std::string how_to_say_once(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  if (type.ends_with(",...")) return "; say it once, with commas between";
  if (type != "STEPS" && type != "LIST") return "; say it once";
  return visible(fmt::format("; say it once, with commas between: {} {}", option.get_name(),
                             fmt::join(option.results(), ",")));
}

/// What to do about an option that is there twice; "" where none is.
std::string option_there_twice(const CLI::App& subcommand) {
  for (const CLI::Option* option : subcommand.get_options()) {
    const bool may_be = option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
    if (option->nonpositional() && !may_be && option->count() > 1)
      return fmt::format("{} is there twice{}", option->get_name(), how_to_say_once(*option));
  }
  return "";
}

/// The option at the end of the line, or in front of another one, whose word is missing; "" where none is.
std::string option_without_word(const CLI::App& subcommand, const CLI::ParseError& error) {
  const std::string why = error.what();
  const CLI::Option* const option = subcommand.get_option_no_throw(why.substr(0, why.find(':')));
  if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::ArgumentMismatch) || !option) return "";
  return fmt::format("{}: expected {} behind it", option->get_name(), option->get_type_name());
}

}  // namespace

std::string usage_error(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* subcommand = parsed_subcommand(app);
  const auto unexpected = app.remaining(true);
  const bool option =
      !unexpected.empty() && unexpected.front().size() > 1 && unexpected.front().front() == '-';
  if (!subcommand) {
    if (unexpected.empty()) return "say what to do: a subcommand is missing; see attn-calc --help";
    return option ? unknown_option(app, "attn-calc", unexpected.front())
                  : unknown_subcommand(unexpected.front());
  }
  const std::string help = "attn-calc " + subcommand->get_name();
  if (option)
    return fmt::format("{}: {}", subcommand->get_name(),
                       unknown_option(*subcommand, help, unexpected.front()));
  const bool alignment = !unexpected.empty() &&
                         std::ranges::find(aligns, unexpected.front(), &Choice<Align>::name) != aligns.end();
  if (alignment)
    return fmt::format("{}: write --causal={}, with \"=\"", subcommand->get_name(), unexpected.front());
  if (!unexpected.empty())
    return fmt::format("{}: found {} where nothing more is expected; see {} --help", subcommand->get_name(),
                       in_quotes(unexpected.front()), help);
  if (const std::string twice = option_there_twice(*subcommand); !twice.empty())
    return fmt::format("{}: {}", subcommand->get_name(), twice);
  if (const std::string missing = option_without_word(*subcommand, error); !missing.empty())
    return fmt::format("{}: {}; see {} --help", subcommand->get_name(), missing, help);
  return fmt::format("{}: {}; see {} --help", subcommand->get_name(), visible(error.what()), help);
}

}  // namespace attn::cli
