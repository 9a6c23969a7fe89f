#include "input/document.hpp"

#include <fmt/format.h>

#include "input/document_builder.hpp"
#include "input/json_events.hpp"
#include "input/json_scanner.hpp"
#include "input/json_tokens.hpp"
#include "text/visible.hpp"

namespace attn {

std::string describe(const JsonNode& node) {
  if (const auto* value = node.as<bool>()) return *value ? "true" : "false";
  if (const auto* value = node.as<double>()) return fmt::format("the number {}", *value);
  if (const auto* value = node.as<std::string>()) return fmt::format("a string {}", in_quotes(*value));
  if (node.as<JsonArray>() != nullptr) return "an array";
  if (node.as<JsonList>() != nullptr) return "a list";
  return node.as<JsonObject>() != nullptr ? "an object" : "null";
}

JsonNode parse_document(const Source& source, const DocumentRules& rules) {
  const std::string_view text = source.text();
  if (skip_blanks(text, source.begin()) == text.size()) source.fail(source.begin(), {}, "the file is empty");
  // Both parsers take a NUL byte for the end of the text.
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos)
    source.fail(nul, {}, "found a NUL byte; the file must be UTF-8 text");
  if (DocumentBuilder builder(source, rules); JsonScanner(source, builder).document()) return builder.take();
  DocumentBuilder builder(source, rules);
  parse_with_nlohmann(source, builder);
  return builder.take();
}

}  // namespace attn
