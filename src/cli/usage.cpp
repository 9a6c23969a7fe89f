#include "cli/usage.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string_view>
#include <vector>

#include "cli/subcommand.hpp"
#include "text/suggest.hpp"
#include "text/visible.hpp"

namespace attn::cli {

namespace {

const CLI::App* parsed_subcommand(const CLI::App& app) {
  const auto parsed = app.get_subcommands();
  return parsed.empty() ? nullptr : parsed.front();
}

std::string unknown_option(const CLI::App& subcommand, const std::string& argument) {
  std::vector<std::string> names;
  for (const CLI::Option* option : subcommand.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  const std::string word = argument.substr(0, argument.find('='));
  return fmt::format("{}: unknown option {}{}; see attn-calc {} --help", subcommand.get_name(), shown(word),
                     did_you_mean(word, candidates), subcommand.get_name());
}

std::string unknown_subcommand(const std::string& word) {
  std::vector<std::string_view> names;
  for (const Subcommand* subcommand : subcommands()) names.push_back(subcommand->name);
  return fmt::format("unknown subcommand {}{}; see attn-calc --help", shown(word), did_you_mean(word, names));
}

}  // namespace

std::string usage_error(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* subcommand = parsed_subcommand(app);
  const auto unexpected = app.remaining(true);
  if (!subcommand) {
    if (unexpected.empty()) return "say what to do: a subcommand is missing; see attn-calc --help";
    return unknown_subcommand(unexpected.front());
  }
  if (!unexpected.empty()) {
    const std::string& first = unexpected.front();
    if (first.size() > 1 && first.front() == '-') return unknown_option(*subcommand, first);
    return fmt::format("{}: found {} where nothing more is expected; see attn-calc {} --help",
                       subcommand->get_name(), in_quotes(first), subcommand->get_name());
  }
  return fmt::format("{}: {}; see attn-calc {} --help", subcommand->get_name(), error.what(),
                     subcommand->get_name());
}

}  // namespace attn::cli
