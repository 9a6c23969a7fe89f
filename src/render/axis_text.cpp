#include "render/axis_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace attn {

std::string shape_in_words(const Axes& axes) {
  std::vector<std::string> lengths;
  for (const auto& axis : axes)
    lengths.push_back(axis.name.empty() ? std::to_string(axis.size)
                                        : fmt::format("{} {}", axis.size, axis.name));
  return fmt::format("[{}]", fmt::join(lengths, " × "));
}

namespace {

/// nullptr: the axis is not one that can have tokens.
const std::vector<std::string>* names_of(const Axis& axis, const Tokens& tokens) {
  if (axis.name == "query") return &tokens.query;
  return axis.name == "key" ? &tokens.key : nullptr;
}

}  // namespace

bool has_tokens(const Axis& axis, const Tokens& tokens) {
  const auto* names = names_of(axis, tokens);
  return names != nullptr && !names->empty();
}

std::string_view token_of(const Axis& axis, std::size_t entry, const Tokens& tokens) {
  const auto* names = names_of(axis, tokens);
  const std::size_t index = axis.at(entry);
  return names != nullptr && index < names->size() ? std::string_view((*names)[index]) : "";
}

}  // namespace attn
