#pragma once

// What was said, read as the type it has to have. Every function throws an InputError that begins with where
// the setting stands and says what was found and what was expected.

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "attn/options.hpp"
#include "attn/raw_problem.hpp"

namespace attn {

/// nullptr where nothing was said under that key.
const Setting* find(const Settings& settings, std::string_view key);

/// For messages: "the number 3", "the text \"x\"", "an array of shape [2, 2]".
std::string describe(const Setting& setting);

/// Throws: "<where>: found <what>, expected <expected>".
[[noreturn]] void refuse(const Setting& setting, std::string_view expected);

/// A finite number.
double number(const Setting& setting);
/// A whole number, `least` or more.
std::size_t count(const Setting& setting, std::size_t least = 1);
const std::string& text(const Setting& setting);
const Array& array(const Setting& setting);

/// [n], or what a CSV file makes of a vector: [1, n] or [n, 1].
bool is_vector(const Shape& shape, std::size_t n);

/// The index of `name` in `names`; an unknown one is an error with a "did you mean".
std::size_t index_of(std::string_view where, std::string_view name, std::span<const std::string_view> names);

/// One of a table of names.
template <class T, std::size_t N>
T choice(const Setting& setting, const std::array<Choice<T>, N>& choices) {
  std::array<std::string_view, N> names;
  for (std::size_t i = 0; i < N; ++i) names[i] = choices[i].name;
  return choices[index_of(setting.where, text(setting), names)].value;
}

/// The choice that was said, or `otherwise`.
template <class T, std::size_t N>
T choice_or(const Settings& settings, std::string_view key, const std::array<Choice<T>, N>& choices,
            T otherwise) {
  const Setting* setting = find(settings, key);
  return setting ? choice(*setting, choices) : otherwise;
}

}  // namespace attn
