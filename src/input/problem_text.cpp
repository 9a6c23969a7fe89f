#include "input/problem_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include "text/suggest.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

/// The lists of strings of the problem file, where "inf" is a word as any other.
constexpr std::array<std::string_view, 3> texts{"tokens", "tokens.query", "tokens.key"};

[[noreturn]] void fail_unknown_key(const ProblemText& in, const JsonMember& member) {
  std::vector<std::string_view> names;
  for (const ProblemKey& key : problem_keys()) names.push_back(key.name);
  in.fail_key({}, member, names);
}

const ValueKind& kind_of(const ProblemKey& key) {
  for (const ValueKind& kind : value_kinds())
    if (kind.name == key.kind) return kind;
  throw std::logic_error(fmt::format("key {}: no kind {}", key.name, key.kind));
}

void read_member(ProblemText& in, JsonMember& member) {
  const auto keys = problem_keys();
  const auto row =
      std::find_if(keys.begin(), keys.end(), [&](const auto& key) { return key.name == member.key; });
  if (row == keys.end()) fail_unknown_key(in, member);
  kind_of(*row).read(in, member.key, member.value);
}

}  // namespace

void ProblemText::fail_type(std::string_view key, const JsonNode& node, std::string_view expected) const {
  source.fail(node.offset, key, fmt::format("found {}, expected {}", describe(node), expected));
}

void ProblemText::fail_key(std::string_view key, const JsonMember& member,
                           std::span<const std::string_view> known) const {
  std::string advice = did_you_mean(member.key, known);
  constexpr std::size_t few = 4;
  if (advice.empty())
    advice = known.size() <= few ? fmt::format(", expected {}", fmt::join(known, " or "))
                                 : "; \"attn-calc list keys\" shows the known ones";
  source.fail(member.offset, key, fmt::format("unknown key {}{}", in_quotes(member.key), advice));
}

JsonNode parse_problem_document(const Source& source) {
  JsonNode document = parse_document(source, {.texts = texts});
  if (document.as<JsonObject>() == nullptr)
    source.fail(
        document.offset, {},
        fmt::format(R"(found {}, expected an object such as {{"Q": ..., "K": ...}})", describe(document)));
  return document;
}

RawProblem parse_problem(std::string_view text, const std::string& where, const std::string& folder,
                         Reader& reader) {
  const Source source(text, where);
  JsonNode document = parse_problem_document(source);
  ProblemText in{source, folder, reader, {}};
  in.raw.where = where;
  for (JsonMember& member : *document.as<JsonObject>()) read_member(in, member);
  return std::move(in.raw);
}

}  // namespace attn
