#pragma once

// Tables of names, as the command line takes and shows them.

#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace attn::cli {

/// The names of a table's rows, or of the rows that it points to.
template <class Table>
std::vector<std::string_view> names_of(const Table& table) {
  std::vector<std::string_view> names;
  for (const auto& row : table) {
    if constexpr (std::is_pointer_v<std::decay_t<decltype(row)>>)
      names.push_back(row->name);
    else
      names.push_back(row.name);
  }
  return names;
}

/// "safe|naive": the type name of an option that takes one of these words. Help and man page show it, and
/// completions offer what it lists.
std::string one_of(std::span<const std::string_view> names);

/// The same for a table of choices.
template <const auto& choices>
std::string names() {
  return one_of(names_of(choices));
}

}  // namespace attn::cli
