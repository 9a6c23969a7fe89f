#include "input/source.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <string_view>

using attn::Position;
using attn::Source;

namespace {

/// Character by character, from the start.
Position counted(std::string_view text, std::size_t offset) {
  Position at;
  for (std::size_t i = 0; i < offset; ++i) {
    const bool crlf = text.substr(i).starts_with("\r\n");
    const bool continues = (static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U;
    if (text[i] == '\n' || (text[i] == '\r' && !crlf))
      at = {at.line + 1, 1};
    else if (!continues)
      ++at.column;
  }
  return at;
}

void check(const Source& source, std::size_t offset) {
  const Position found = source.position(offset);
  const Position expected = counted(source.text(), offset);
  REQUIRE(found.line == expected.line);
  REQUIRE(found.column == expected.column);
}

}  // namespace

TEST_CASE("places, asked for in any order") {
  constexpr std::string_view characters = "aaaaaaaa\n\n\r\r\xC3\xA9";
  std::mt19937_64 random(1);
  for (int i = 0; i < 300; ++i) {
    std::string text;
    for (std::size_t length = random() % 60; length > 0; --length)
      text += characters[random() % characters.size()];
    const Source forward(text, "p.json");
    for (std::size_t offset = 0; offset <= text.size(); ++offset) check(forward, offset);
    const Source anywhere(text, "p.json");
    for (int j = 0; j < 60; ++j) check(anywhere, random() % (text.size() + 1));
  }
}

TEST_CASE("a byte order mark has no columns") {
  const Source source(
      "\xEF\xBB\xBF"
      "a",
      "p.json");
  for (const std::size_t offset : {3U, 0U, 2U}) CHECK(source.position(offset).column == 1);
  CHECK(source.position(4).column == 2);
}

TEST_CASE("a place behind the end is the end") {
  const Source source("a\nb", "p.json");
  CHECK(source.position(100).line == 2);
  CHECK(source.position(100).column == 2);
}
