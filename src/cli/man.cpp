#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>

#include "attn/render.hpp"
#include "cli/man_page.hpp"
#include "cli/names.hpp"
#include "cli/subcommand.hpp"
#include "problem/settings.hpp"

namespace attn::cli {

namespace {

std::string page_of(const std::string& subcommand, const Reference& reference) {
  if (subcommand.empty()) return main_page(reference);
  const std::size_t index = index_of("man", subcommand, names_of(subcommands()));
  return subcommand_page(reference, reference.subcommands[index]);
}

int print_page(const std::string& subcommand, const CLI::App& program) {
  const std::string page = page_of(subcommand, reference_of(program));
  const auto output = standard_output();
  output->write(page);
  output->commit();
  return 0;
}

Action define(CLI::App& app) {
  const auto subcommand = std::make_shared<std::string>();
  app.add_option("subcommand", *subcommand, "whose page (default: that of attn-calc)")
      ->type_name(one_of(names_of(subcommands())));
  return [subcommand, &app] { return print_page(*subcommand, *app.get_parent()); };
}

}  // namespace

constinit const Subcommand man_subcommand{"man",
                                          "Prints a page of the manual, in the format that man(1) reads",
                                          "  attn-calc man run | man -l -\n", &define};

}  // namespace attn::cli
