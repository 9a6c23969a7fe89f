// Worked examples that people published, with the verdicts of an independent check, which stand beside the
// checkout where they are present.
#include <doctest/doctest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

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

/// Where our rule says otherwise: an author has one manner in all of a text, and a row is calculated in one.
struct Other {
  std::string_view example;
  std::string_view cell;
  std::string_view ours;
  std::string_view why;
};
constexpr std::array others{
    Other{"21-single-head", "scaled 1 0", "inherited", "1.62/√2 = 1.15; nobody takes √2 for 1.43 once"},
    Other{"26-single-head", "weights 0 2", "here", "no number before it is wrong"},
    Other{"28-single-head", "weights 2 2", "here", "4.11/8.17 = 0.50306; √2 for 1.414 makes 2.829 of 2.828"},
};

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
    for (const Other& other : others)
      if (other.example == name) theirs[std::string(other.cell)] = other.ours;
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
