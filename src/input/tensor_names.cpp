#include "input/tensor_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "attn/error.hpp"
#include "text/suggest.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

constexpr std::size_t longest_name = 100;

/// "3 arrays: k, q, v": the first ones, where there are many.
std::string listed(std::span<const std::string_view> names) {
  constexpr std::size_t most = 12;
  std::vector<std::string> first;
  for (const std::string_view name : names.first(std::min(most, names.size())))
    first.push_back(shown(name, longest_name));
  const std::string more = names.size() > most ? fmt::format(" and {} more", names.size() - most) : "";
  return fmt::format("{} array{}: {}{}", names.size(), names.size() == 1 ? "" : "s", fmt::join(first, ", "),
                     more);
}

}  // namespace

std::size_t chosen_tensor(const std::optional<std::string>& tensor, std::span<const std::string_view> names,
                          std::string_view where) {
  if (names.empty()) throw InputError(fmt::format("{}: holds no arrays", where));
  if (!tensor) {
    if (names.size() == 1) return 0;
    throw InputError(
        fmt::format(R"({}: holds {}; say which one with "tensor", or after a ':' behind the file name)",
                    where, listed(names)));
  }
  const auto found = std::ranges::find(names, *tensor);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const std::string advice = did_you_mean(*tensor, names);
  throw InputError(fmt::format("{}: has no array {}{}", where, in_quotes(*tensor),
                               advice.empty() ? fmt::format("; it holds {}", listed(names)) : advice));
}

}  // namespace attn
