#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "attn/options.hpp"
#include "attn/stored_trace.hpp"
#include "input/document.hpp"
#include "input/source.hpp"

namespace attn {

/// An object of a JSON trace, whose members are taken by key. A member that is null counts as left out.
/// Throws InputError with line and column where a value is of another type than expected.
class TraceObject {
 public:
  /// `path` heads messages: "steps[3]".
  TraceObject(const Source& source, JsonNode& node, std::string path);

  const std::string& path() const { return path_; }
  std::size_t offset() const { return offset_; }
  /// nullptr where there is none.
  JsonNode* find(std::string_view key) const;
  std::optional<TraceObject> object(std::string_view key) const;
  std::optional<std::string> text(std::string_view key) const;
  std::optional<std::vector<std::string>> texts(std::string_view key) const;
  std::optional<double> number(std::string_view key) const;
  std::optional<bool> boolean(std::string_view key) const;
  std::optional<std::size_t> whole(std::string_view key) const;
  std::optional<std::vector<std::size_t>> wholes(std::string_view key) const;
  /// Of numbers, none of them null.
  Array* numbers(std::string_view key) const;
  /// Of objects; null may stand for one.
  std::vector<std::optional<TraceObject>> objects(std::string_view key) const;

  template <class T, std::size_t N>
  std::optional<T> choice(std::string_view key, const std::array<Choice<T>, N>& choices) const {
    const auto word = text(key);
    if (!word) return std::nullopt;
    std::string names;
    for (const auto& choice : choices) {
      if (choice.name == *word) return choice.value;
      names += (names.empty() ? "" : " or ") + std::string(choice.name);
    }
    fail_type(key, names);
  }

  [[noreturn]] void fail(std::string_view key, std::string_view message) const;
  [[noreturn]] void fail_type(std::string_view key, std::string_view expected) const;

 private:
  std::string path_to(std::string_view key) const;

  const Source* source_;
  JsonObject* members_;
  std::size_t offset_;
  std::string path_;
};

/// What stands before the steps.
void read_trace_header(const TraceObject& trace, StoredTrace& into);

/// A step of that id, and nothing else.
StoredStep stored_step(const std::string& id);

/// One step but for its values.
StoredStep read_trace_step(const TraceObject& step);

}  // namespace attn
