// JsonScanner against nlohmann's parser: on any text, the same document, or the same message.
#include "input/json_scanner.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <bit>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>

#include "input/document_builder.hpp"
#include "input/json_events.hpp"
#include "support.hpp"

using attn::DocumentBuilder;
using attn::JsonNode;
using attn::JsonScanner;
using attn::Source;

namespace {

constexpr std::array<std::string_view, 1> texts{"tokens"};

void append(std::string& out, const JsonNode& node);

void append_array(std::string& out, const attn::JsonArray& numbers) {
  const attn::Array& array = numbers.array;
  out += fmt::format("array {} {} {} {}:", array.shape, array.booleans, array.unstated, numbers.first_null);
  for (const double value : array.values) out += fmt::format(" {:x}", std::bit_cast<std::uint64_t>(value));
}

void append_object(std::string& out, const attn::JsonObject& object) {
  out += "object {";
  for (const attn::JsonMember& member : object) {
    out += fmt::format("{} at {}: ", member.key, member.offset);
    append(out, member.value);
  }
  out += '}';
}

/// Everything there is in a document, bit by bit.
void append(std::string& out, const JsonNode& node) {
  out += fmt::format("\n{} ", node.offset);
  if (const auto* flag = node.as<bool>()) out += *flag ? "true" : "false";
  if (const auto* value = node.as<double>()) out += fmt::format("{:x}", std::bit_cast<std::uint64_t>(*value));
  if (const auto* text = node.as<std::string>()) out += "string " + *text;
  if (const auto* numbers = node.as<attn::JsonArray>()) append_array(out, *numbers);
  if (const auto* object = node.as<attn::JsonObject>()) append_object(out, *object);
  if (const auto* list = node.as<attn::JsonList>()) {
    out += "list";
    for (const JsonNode& item : *list) append(out, item);
  }
}

const std::string given_up = "given up";

/// The document that `parse` hands to a builder, or its message.
template <class Parse>
std::string result_of(std::string_view text, Parse parse) {
  const Source source(text, "p.json");
  DocumentBuilder builder(source, {.texts = texts});
  std::string result;
  const std::string message = message_of([&] {
    if (parse(source, builder))
      append(result, builder.take());
    else
      result = given_up;
  });
  return result.empty() ? message : result;
}

std::string scanned(std::string_view text) {
  return result_of(text, [](const Source& source, DocumentBuilder& builder) {
    return JsonScanner(source, builder).document();
  });
}

std::string parsed(std::string_view text) {
  return result_of(text, [](const Source& source, DocumentBuilder& builder) {
    parse_with_nlohmann(source, builder);
    return true;
  });
}

/// Valid JSON, of which some is no valid problem: rows that are ragged, arrays that hold all sorts of things.
class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed) {}

  std::string document() { return blanks() + value(0) + blanks(); }
  std::size_t below(std::size_t end) { return random_() % end; }
  std::string_view one_of(std::span<const std::string_view> choices) {
    return choices[below(choices.size())];
  }

 private:
  std::string blanks() {
    constexpr std::array<std::string_view, 8> choices{"", "", "", "", " ", "\n  ", "\r\n", "\t \r"};
    return std::string(one_of(choices));
  }
  std::string string() {
    constexpr std::array<std::string_view, 14> pieces{
        "a",  "inf", "Q",   "-", "\\n", "\\\"", "\xC3\xA9", "tokens", "\\u00e9", "{", "\\ud83d\\ude00",
        ", ", "\\/", "\x7F"};
    std::string out = "\"";
    for (std::size_t i = below(3); i > 0; --i) out += one_of(pieces);
    return out + '"';
  }
  std::string number() {
    constexpr std::array<std::string_view, 14> choices{"0",      "-0",
                                                       "1",      "-1.5",
                                                       "0.1",    "1e5",
                                                       "1E-2",   "-2.2250738585072011e-308",
                                                       "1e-400", "0e99",
                                                       "1e+22",  "1e400",
                                                       "12",     "9007199254740993"};
    if (below(2) == 0) return std::string(one_of(choices));
    return fmt::format("{}", std::bit_cast<double>(random_() & ~(std::uint64_t{1} << 62U)));  // finite
  }
  std::string word() {
    constexpr std::array<std::string_view, 6> choices{"true",    "false",    "null",
                                                      "\"inf\"", "\"-inf\"", "\"nan\""};
    return std::string(one_of(choices));
  }
  template <class Item>
  std::string sequence(std::size_t count, Item item) {
    std::string out;
    for (std::size_t i = 0; i < count; ++i) out += (i == 0 ? "" : ",") + blanks() + item() + blanks();
    return out;
  }
  std::string matrix() {
    const std::size_t columns = below(4);
    const auto row = [&] {
      return "[" + sequence(columns, [&] { return below(9) == 0 ? word() : number(); }) + "]";
    };
    return "[" + sequence(below(4), row) + "]";
  }
  std::string member(int depth) {
    const std::string key = below(4) == 0 ? "\"tokens\"" : string();
    return key + blanks() + ":" + blanks() + value(depth);
  }
  std::string value(int depth) {
    const std::size_t kind = depth == 0 ? below(2) : below(9);
    const bool is_leaf = depth > 5;
    if (kind <= 1 && !is_leaf) return "{" + sequence(below(5), [&] { return member(depth + 1); }) + "}";
    if (kind == 2 && !is_leaf) return "[" + sequence(below(4), [&] { return value(depth + 1); }) + "]";
    if (kind == 3) return "[" + sequence(below(4), [&] { return string(); }) + "]";
    if (kind <= 5) return matrix();
    if (kind == 6) return string();
    return kind == 7 ? word() : number();
  }

  std::mt19937_64 random_;
};

/// Changes, adds, doubles or removes a few bytes. NUL bytes are refused before either parser sees the text.
void mutate(std::string& text, Writer& random) {
  constexpr std::string_view tokens = "{}[]:,\"\\ \n+-.eE0159tfnu/x\x01\x7F\xC3\xA9\xED\xA0\xF0\xFF";
  for (std::size_t i = 1 + random.below(3); i > 0; --i) {
    const std::size_t at = random.below(text.size() + 1);
    const std::size_t length = random.below(4);
    switch (random.below(4)) {
      case 0:
        text.insert(at, 1, tokens[random.below(tokens.size())]);
        break;
      case 1:
        text.insert(at, std::string(text.substr(random.below(text.size() + 1), length)));
        break;
      case 2:
        text.erase(at, length);
        break;
      default:
        if (at < text.size()) text[at] = static_cast<char>(1 + random.below(255));
    }
  }
}

void check_same(std::string_view text) {
  const std::string expected = parsed(text);
  const std::string found = scanned(text);
  const bool is_fault = expected.starts_with("p.json:");
  REQUIRE_MESSAGE((found == expected || (is_fault && found == given_up)), text);
}

}  // namespace

TEST_CASE("whatever is valid JSON, the scanner reads by itself, and as nlohmann's parser does") {
  Writer writer(1);
  for (int i = 0; i < 5000; ++i) {
    const std::string text = writer.document();
    REQUIRE_MESSAGE(scanned(text) == parsed(text), text);
  }
}

TEST_CASE("valid or not: the same document, the same message, or the scanner gives up") {
  Writer writer(2);
  for (int i = 0; i < 20000; ++i) {
    std::string text = writer.document();
    mutate(text, writer);
    check_same(text);
  }
}

TEST_CASE("every prefix of a text, and every byte in the place of another") {
  const std::string whole =
      "\xEF\xBB\xBF{\"tokens\": [\"a\\u00e9\", \"\xC3\xA9\"], \"Q\": [[-1.50e-3, \"inf\"]], \"m\": true}";
  REQUIRE(scanned(whole) == parsed(whole));
  for (std::size_t length = 0; length <= whole.size(); ++length) check_same(whole.substr(0, length));
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (int byte = 1; byte < 256; ++byte) {
      std::string text = whole;
      text[at] = static_cast<char>(byte);
      check_same(text);
    }
}
