#pragma once

#include <span>
#include <string>
#include <string_view>

#include "attn/raw_problem.hpp"
#include "attn/read.hpp"
#include "input/document.hpp"
#include "input/source.hpp"

namespace attn {

/// The document of a problem file: an object. Throws InputError.
JsonNode parse_problem_document(const Source& source);

/// A problem file while it is read.
struct ProblemText {
  const Source& source;
  std::string folder;  ///< which files are named relative to
  Reader& reader;
  RawProblem raw;

  template <class T>
  void set(const std::string& key, const JsonNode& node, T value) {
    raw.settings.insert_or_assign(key, Setting{source.where(node.offset, key), std::move(value)});
  }
  /// "problem.json:1:20: scale: found a string "x", expected a number".
  [[noreturn]] void fail_type(std::string_view key, const JsonNode& node, std::string_view expected) const;
  [[noreturn]] void fail_key(std::string_view key, const JsonMember& member,
                             std::span<const std::string_view> known) const;
};

/// Which arrays a place takes, beside those of plain numbers.
struct ArrayRules {
  bool booleans = false;
  bool nulls = false;
};

/// An array: brackets, {"file": ...}, a list of files, or {"shape": ...}.
Setting read_array(ProblemText& in, const std::string& key, JsonNode& node, ArrayRules rules = {});

/// Reads the value of "mask" into `in.raw.masks`.
void read_masks(ProblemText& in, const std::string& key, JsonNode& node);

/// A row of the table of kinds: what the values of keys can be.
struct ValueKind {
  std::string_view name;
  void (*read)(ProblemText& in, const std::string& key, JsonNode& node);
};

std::span<const ValueKind> value_kinds();

}  // namespace attn
