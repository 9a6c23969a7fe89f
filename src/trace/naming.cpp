#include "attn/naming.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "attn/error.hpp"
#include "attn/trace.hpp"
#include "text/suggest.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

/// The step of the table that is called so.
std::optional<std::string_view> step_called(std::string_view said, const Naming& naming) {
  for (const StepName& step : step_names())
    if (naming.name(step.name) == said) return step.name;
  for (const StepName& step : step_names())
    if (step.name == said) return step.name;
  return std::nullopt;
}

/// "; did you mean "head1.weights"?", or where all names are.
std::string advice(std::string_view place, std::string_view name, const Naming& naming) {
  std::vector<std::string> called;
  for (const StepName& step : step_names()) {
    called.push_back(naming.name(step.name));
    if (called.back() != step.name) called.emplace_back(step.name);
  }
  const std::vector<std::string_view> known(called.begin(), called.end());
  const auto meant = closest(name, known);
  if (!meant) return "; \"attn-calc list steps\" shows all";
  return fmt::format("; did you mean \"{}{}\"?", visible(place), visible(*meant));
}

/// Whether a name alone reads as the place of an id.
bool is_place(std::string_view name) {
  constexpr std::array<std::string_view, 3> places{"batch", "head", "tile"};
  return std::ranges::any_of(places, [&](std::string_view place) {
    return name.size() > place.size() && name.starts_with(place) &&
           name.find_first_not_of("0123456789", place.size()) == std::string_view::npos;
  });
}

/// Why an id with this name could not be typed; "" where it can.
std::string why_untypable(std::string_view name) {
  constexpr std::string_view of_ids = "[],.=";  // of cells, lists, places, and pairs STEP=NAME
  if (name.find_first_of(of_ids) != std::string_view::npos)
    return "a name has none of [ ] , . = in it, which mean something in the ids of steps and cells";
  if (name.find('\\') != std::string_view::npos)
    return "a name has no \\ in it: write the character itself, as in α, which LaTeX and Markdown print as "
           "\\alpha";
  if (name.starts_with(' ') || name.ends_with(' ')) return "a name has no blank at its ends";
  if (visible(name) != name) return "a name has characters that can be seen, and is UTF-8";
  if (is_place(name)) return "this is how an id says a place";
  return "";
}

}  // namespace

std::string Naming::name(std::string_view step_name) const {
  const auto given = names.find(step_name);
  return given == names.end() ? std::string(step_name) : given->second;
}

Place Naming::place(const Place& at) const {
  Place shown = at;
  for (auto* coordinate : {&shown.batch, &shown.head, &shown.tile_row, &shown.tile_col})
    if (*coordinate) **coordinate += index_from;
  return shown;
}

std::string Naming::id(std::string_view trace_id) const {
  const auto [name, at] = parse_id(trace_id);
  return id(name, at);
}

std::string Naming::meant_id(std::string_view said, std::string_view where) const {
  const auto refuse = [&](const std::string& why) { throw InputError(fmt::format("{}: {}", where, why)); };
  const StepId parsed = parse_id(said);
  const std::string_view in_front = said.substr(0, said.size() - parsed.name.size());
  const auto step = step_called(parsed.name, *this);
  if (!step) refuse("there is no such step" + advice(in_front, parsed.name, *this));
  Place place = parsed.place;
  if (id_of(parsed.name, place) != said)
    refuse(fmt::format("expected a place such as \"batch0.head1.tile0,2.\" in front of {}",
                       visible(parsed.name)));
  for (auto* coordinate : {&place.batch, &place.head, &place.tile_row, &place.tile_col}) {
    if (!*coordinate) continue;
    if (**coordinate < index_from)
      refuse(fmt::format("batch entries, heads and tiles count from {}", index_from));
    **coordinate -= index_from;
  }
  return id_of(*step, place);
}

void check_names(const GivenNames& names, std::string_view where) {
  const auto refuse = [&](std::string_view name, std::string_view why) {
    throw InputError(fmt::format("{}: found {}; {}", where, in_quotes(name), why));
  };
  for (const auto& [step, name] : names) {
    if (const std::string why = why_untypable(name); !why.empty()) refuse(name, why);
    for (const StepName& other : step_names()) {
      if (other.name == step) continue;
      const auto given = names.find(other.name);
      if (given != names.end() && given->second == name)
        refuse(name, fmt::format("{} and {} would be called the same", step, other.name));
      if (given != names.end()) continue;
      if (other.name == name) refuse(name, "another step is called so; give that one a new name too");
    }
  }
}

}  // namespace attn
