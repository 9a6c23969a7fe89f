#include "cli/list.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "as_written/verdicts.hpp"
#include "attn/diagnose.hpp"
#include "attn/evaluate.hpp"
#include "attn/mask.hpp"
#include "attn/op.hpp"
#include "attn/options.hpp"
#include "attn/read.hpp"
#include "attn/render.hpp"
#include "attn/trace.hpp"
#include "cli/completion.hpp"
#include "cli/names.hpp"
#include "cli/subcommand.hpp"
#include "problem/settings.hpp"
#include "report/report.hpp"

namespace attn::cli {

namespace {

template <class Table>
Rows rows_of(const Table& table) {
  Rows rows;
  for (const auto& entry : table) {
    if constexpr (std::is_pointer_v<std::decay_t<decltype(entry)>>)
      rows.push_back({std::string(entry->name), std::string(entry->help)});
    else
      rows.push_back({std::string(entry.name), std::string(entry.help)});
  }
  return rows;
}

Rows keys() {
  Rows rows;
  for (const ProblemKey& key : problem_keys())
    rows.push_back({std::string(key.name), fmt::format("{}: {}", key.kind, key.help)});
  return rows;
}

Rows steps() {
  Rows rows;
  for (const StepName& step : step_names())
    rows.push_back({std::string(step.name), fmt::format("{}  {}", step.shape, step.help)});
  return rows;
}

constexpr std::array all_topics{
    Topic{"formats", [] { return rows_of(output_formats()); }},
    Topic{"inputs", [] { return rows_of(input_formats()); }},
    Topic{"keys", keys},
    Topic{"layouts", [] { return rows_of(layouts); }},
    Topic{"masks", [] { return rows_of(mask_types()); }},
    Topic{"aligns", [] { return rows_of(aligns); }},
    Topic{"steps", steps},
    Topic{"operations", [] { return rows_of(ops()); }},
    Topic{"backends", [] { return rows_of(backends); }},
    Topic{"orientations", [] { return rows_of(orientations); }},
    Topic{"dtypes", [] { return rows_of(arithmetics()); }},
    Topic{"softmax", [] { return rows_of(softmaxes); }},
    Topic{"empty_row", [] { return rows_of(empty_rows); }},
    Topic{"weights_layout", [] { return rows_of(weights_layouts); }},
    Topic{"qkv_packing", [] { return rows_of(qkv_packings); }},
    Topic{"compare", [] { return rows_of(compares); }},
    Topic{"verdicts", [] { return rows_of(verdicts); }},
    Topic{"reports", [] { return rows_of(report_formats()); }},
    Topic{"slips", [] { return rows_of(slip_names()); }},
    Topic{"subcommands", [] { return rows_of(subcommands()); }},
    Topic{"shells", [] { return rows_of(shells()); }},
};

void print(const Topic& topic, Output& output) {
  const Rows rows = topic.rows();
  std::size_t width = 0;
  for (const Row& row : rows) width = std::max(width, row.name.size());
  output.write(fmt::format("{}\n", topic.name));
  for (const Row& row : rows) output.write(fmt::format("  {:{}}  {}\n", row.name, width, row.help));
}

int list(const std::vector<std::string>& names) {
  std::vector<const Topic*> chosen;
  for (const std::string& name : names)
    chosen.push_back(&all_topics[index_of("list", name, names_of(all_topics))]);
  if (names.empty())
    for (const Topic& topic : all_topics) chosen.push_back(&topic);
  const auto output = standard_output();
  for (const Topic* topic : chosen) print(*topic, *output);
  output->commit();
  return 0;
}

Action define(CLI::App& app) {
  const auto names = std::make_shared<std::vector<std::string>>();
  app.add_option("topic", *names, "which tables (default: all)")->type_name(one_of(names_of(all_topics)));
  return [names] { return list(*names); };
}

}  // namespace

std::span<const Topic> topics() {
  return all_topics;
}

constinit const Subcommand list_subcommand{
    "list", "Lists what attn-calc knows: the tables that it reads its input by",
    "  attn-calc list masks\n  attn-calc list formats steps operations\n", &define};

}  // namespace attn::cli
