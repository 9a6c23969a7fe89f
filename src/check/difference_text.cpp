#include "check/difference_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "check/cells.hpp"

namespace attn {

namespace {

using nlohmann::ordered_json;

ordered_json json_of(const Place& place) {
  ordered_json json = ordered_json::object();
  if (place.batch) json["batch"] = *place.batch;
  if (place.head) json["head"] = *place.head;
  if (place.tile_row) json["tile"] = {*place.tile_row};
  if (place.tile_col) json["tile"].push_back(*place.tile_col);
  return json;
}

}  // namespace

ordered_json json_of(const CellDifference& cell) {
  return {{"row", cell.row},
          {"column", cell.column},
          {"expected", json_number(cell.expected)},
          {"got", json_number(cell.actual)},
          {"abs", json_number(cell.gap.abs)},
          {"rel", json_number(cell.gap.rel)},
          {"ulp", json_number(cell.gap.ulp)},
          {"allowed", json_number(cell.allowed)}};
}

std::string gap_in_words(const Gap& gap) {
  if (!std::isfinite(gap.abs)) return "no finite difference";
  return fmt::format("difference {:.3g}{}, {:.3g} ulp", gap.abs,
                     std::isfinite(gap.rel) ? fmt::format(", relative {:.3g}", gap.rel) : "", gap.ulp);
}

std::string passing_in_words(const Tolerance& passing) {
  std::vector<std::string> kinds;
  const auto add = [&](std::string_view kind, const std::optional<double>& value) {
    // Rounded up, so that what is said does pass.
    if (value && std::isfinite(*value)) kinds.push_back(fmt::format("{} {:.3g}", kind, *value * 1.01));
  };
  add("atol", passing.atol);
  add("rtol", passing.rtol);
  if (passing.ulp && std::isfinite(*passing.ulp)) kinds.push_back(fmt::format("ulp {}", *passing.ulp));
  return kinds.empty() ? "none" : fmt::format("{}", fmt::join(kinds, ", or "));
}

Finding finding_of(const CheckedStep& step, const Tokens& tokens) {
  const Comparison& found = step.comparison;
  const CellDifference& worst = *found.worst;
  const ExpectedMatrix& expected = *step.expected;
  const auto name = [&](const CellDifference& cell) {
    return cell_name(expected.axes, cell.row, cell.column, tokens);
  };
  Finding finding;
  finding.step = expected.called();
  finding.message = fmt::format(
      "{} of {} {} by more than {}; the worst at {}: expected {}, got {}", found.differing, found.cells,
      found.cells == 1 ? "number differs" : "numbers differ", describe(step.tolerance), name(worst),
      number_text(worst.expected), number_text(worst.actual));
  finding.details.push_back(gap_in_words(worst.gap));
  if (found.first->row != worst.row || found.first->column != worst.column)
    finding.details.push_back(fmt::format("the first at {}: expected {}, got {}", name(*found.first),
                                          number_text(found.first->expected),
                                          number_text(found.first->actual)));
  finding.details.push_back(fmt::format("would pass: {}", passing_in_words(found.passing)));
  const Place place = parse_id(expected.id).place;
  finding.data = {{"said", expected.said},
                  {"place", json_of(place)},
                  {"differing", found.differing},
                  {"cells", found.cells},
                  {"tolerance", describe(step.tolerance)},
                  {"first", json_of(*found.first)},
                  {"worst", json_of(worst)},
                  {"largest",
                   {{"abs", json_number(found.largest.abs)},
                    {"rel", json_number(found.largest.rel)},
                    {"ulp", json_number(found.largest.ulp)}}},
                  {"passing",
                   {{"atol", json_number(*found.passing.atol)},
                    {"rtol", json_number(*found.passing.rtol)},
                    {"ulp", json_number(*found.passing.ulp)}}}};
  return finding;
}

}  // namespace attn
