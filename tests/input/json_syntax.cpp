// What is not JSON: the message, and the place that it names.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "support.hpp"

using namespace std::string_literals;

namespace {

struct Broken {
  std::string text;
  std::string message;
};

void check(const std::vector<Broken>& cases) {
  for (const Broken& broken : cases)
    CHECK_MESSAGE(problem_error(broken.text) == "p.json:" + broken.message, broken.text);
}

}  // namespace

TEST_CASE("JSON: empty files and NUL bytes") {
  check({
      {"", "1:1: the file is empty"},
      {" \r\n\t", "1:1: the file is empty"},
      {"\xEF\xBB\xBF", "1:1: the file is empty"},
      {"{\"Q\":[[1]]}\0x"s, "1:12: found a NUL byte; the file must be UTF-8 text"},
      {"\0{\0}\0"s, "1:1: found a NUL byte; the file must be UTF-8 text"},
  });
}

TEST_CASE("JSON: the file ends too early") {
  check({
      {"{",
       "1:2: found the end of the file, expected a key in double quotes or '}' (the '{' at line 1 column 1 "
       "is still open)"},
      {"{\"Q\"",
       "1:5: found the end of the file, expected ':' after the key (the '{' at line 1 column 1 is still "
       "open)"},
      {"{\"Q\":",
       "1:6: found the end of the file, expected a value (the '{' at line 1 column 1 is still open)"},
      {"{\"Q\":[",
       "1:7: found the end of the file, expected a value or ']' (the '[' at line 1 column 6 is still open)"},
      {"{\"Q\": [[1,\n 2], [3",
       "2:8: found the end of the file, expected ',' or ']' (the '[' at line 2 column 6 is still open)"},
      {"{\"Q\":[[1]],",
       "1:12: found the end of the file, expected a key in double quotes (the '{' at line 1 column 1 is "
       "still open)"},
      {"{\"Q\":[[1]]\n",
       "2:1: found the end of the file, expected ',' or '}' (the '{' at line 1 column 1 is still open)"},
      {"{\"mask\":[\"causal\"",
       "1:18: found the end of the file, expected ',' or ']' (the '[' at line 1 column 9 is still open)"},
  });
}

TEST_CASE("JSON: commas and colons") {
  check({
      {"{\"Q\":[[1,2],]}", "1:12: found ',' before ']': remove the trailing comma"},
      {"{\"Q\":[[1,2]] , \n }", "1:14: found ',' before '}': remove the trailing comma"},
      {"{\"Q\":[[1,,2]]}", "1:10: found ',', expected a value"},
      {"{\"Q\":[,1]}", "1:7: found ',', expected a value or ']'"},
      {"{,}", "1:2: found ',', expected a key in double quotes or '}'"},
      {"{\"Q\":[[1 2]]}", "1:10: found 2, expected ',' or ']'"},
      {"{\"Q\" 1}", "1:6: found 1, expected ':' after the key"},
      {"{\"Q\"::1}", "1:6: found ':', expected a value"},
      {"{\"Q\":[[1]]\n \"K\":1}", "2:2: found \"K\", expected ',' or '}'"},
      {"{\"Q\":[[1]}", "1:10: found '}', expected ',' or ']'"},
      {"{1:2}", "1:2: found 1, expected a key in double quotes or '}'"},
      {"{\"scale\":1,2:3}", "1:12: found 2, expected a key in double quotes"},
  });
}

TEST_CASE("JSON: text after the document") {
  check({
      {"{} x", "1:4: found x, expected the end of the file"},
      {"{}{}", "1:3: found '{', expected the end of the file"},
      {"{\n}}", "2:2: found '}', expected the end of the file"},
      {"{}\n,", "2:1: found ',', expected the end of the file"},
      {"1 \"a\"", "1:3: found \"a\", expected the end of the file"},
  });
}

TEST_CASE("JSON: words that come from elsewhere") {
  check({
      {"{\"Q\":NaN}", "1:6: found NaN, expected a value; write \"nan\", with quotes"},
      {"{\"Q\":[[1,nan]]}", "1:10: found nan, expected a value; write \"nan\", with quotes"},
      {"{\"Q\":[[Infinity]]}", "1:8: found Infinity, expected a value or ']'; write \"inf\", with quotes"},
      {"{\"Q\":[[1, -Infinity]]}", "1:11: found -Infinity, expected a value; write \"-inf\", with quotes"},
      {"{\"Q\":[[1,-inf]]}", "1:10: found -inf, expected a value; write \"-inf\", with quotes"},
      {"{\"Q\":True}", "1:6: found True, expected a value; write true"},
      {"{\"Q\":None}", "1:6: found None, expected a value; write null"},
      {"{\"Q\":tru}", "1:6: found tru, expected a value"},
      {"{Q:1}", "1:2: found Q, expected a key in double quotes or '}'"},
      {"{'Q':1}", "1:2: found 'Q', expected a key in double quotes or '}'; strings stand in double quotes"},
      {"{\"Q\":\xE2\x80\x9C"
       "a\xE2\x80\x9D}",
       "1:6: found \xE2\x80\x9C"
       "a\xE2\x80\x9D, expected a value"},
      {"// a", "1:1: found //, expected a value; JSON has no comments"},
      {"{} # a", "1:4: found #, expected the end of the file; JSON has no comments"},
  });
}

TEST_CASE("JSON: numbers") {
  check({
      {"{\"scale\":+1}", "1:10: found +1, expected a value; numbers have no leading '+'"},
      {"{\"scale\":.5}", "1:10: found .5, expected a value; numbers have a digit before the '.'"},
      {"{\"scale\":1.}", "1:10: invalid number 1.: expected digit after '.'"},
      {"{\"scale\":1e}", "1:10: invalid number 1e: expected '+', '-', or digit after exponent"},
      {"{\"scale\":1e+}", "1:10: invalid number 1e+: expected digit after exponent sign"},
      {"{\"scale\":-}", "1:10: invalid number -: expected digit after '-'"},
      {"{\"scale\":01}", "1:11: found 1, expected ',' or '}'; numbers have no leading zeros"},
      {"{\"scale\":1e400}", "1:10: scale: number out of range: 1e400"},
      {"{\"Q\":[[1,\n-1e400]]}", "2:1: Q: number out of range: -1e400"},
  });
}

TEST_CASE("JSON: strings") {
  check({
      {"{\"title\":\"abc", "1:10: unterminated string: expected a closing '\"'"},
      {"{\"title\":\"abc\\\"", "1:10: unterminated string: expected a closing '\"'"},
      {"{\"title", "1:2: unterminated string: expected a closing '\"'"},
      {"{\"title\":\"a\nb\"}",
       "1:10: invalid string: control character U+000A (LF) must be escaped to \\u000A or \\n"},
      {"{\"title\":\"a\\x\"}", "1:10: invalid string: forbidden character after backslash"},
      {"{\"title\":\"\\u12\"}", "1:10: invalid string: '\\u' must be followed by 4 hex digits"},
      {"{\"title\":\"\\ud800\"}",
       "1:10: invalid string: surrogate U+D800..U+DBFF must be followed by U+DC00..U+DFFF"},
  });
}

TEST_CASE("JSON: invalid UTF-8") {
  check({
      {"{\"title\":\"\xC3\xA9\xFF\"}", "1:12: invalid UTF-8 in a string (byte \\xff)"},
      {"{\"\xC3\":1}", "1:3: invalid UTF-8 in a string (byte \\xc3)"},
      {"{\"title\":\"\xED\xA0\x80\"}", "1:11: invalid UTF-8 in a string (byte \\xed)"},  // a surrogate
      {"{\"title\":\"\xC0\xAF\"}", "1:11: invalid UTF-8 in a string (byte \\xc0)"},      // overlong
      {"\xFF", "1:1: found \\xff, expected a value"},
      {"\xEF\xBB{}", "1:1: found \\xef\\xbb, expected a value"},
      {"\xFF\xFE{", "1:1: found \\xff\\xfe, expected a value"},  // UTF-16
  });
}

TEST_CASE("JSON: columns are characters, and every line end counts once") {
  check({
      {"{\"\xC3\xA9\":1, x", "1:9: found x, expected a key in double quotes"},
      {"{\"title\":\"\xF0\x9F\x98\x80\xE2\x82\xAC\", x", "1:16: found x, expected a key in double quotes"},
      {"\xEF\xBB\xBF{x", "1:2: found x, expected a key in double quotes or '}'"},
      {"{\n\n  x", "3:3: found x, expected a key in double quotes or '}'"},
      {"{\r\n\r\n  x", "3:3: found x, expected a key in double quotes or '}'"},
      {"{\r\r  x", "3:3: found x, expected a key in double quotes or '}'"},
      {"{\t\tx", "1:4: found x, expected a key in double quotes or '}'"},
  });
}

TEST_CASE("JSON: duplicate keys, in any object") {
  check({
      {"{\"V\":[[1]],\n \"V\":[[2]]}", "2:2: duplicate key \"V\" (first at line 1 column 2)"},
      {"{\"past\":{\"K\":[[1]],\"K\":[[2]]}}", "1:20: duplicate key \"K\" (first at line 1 column 10)"},
      {"{\"expect\":{\"a\":1,\"b\":2,\"\\u0061\":3}}",
       "1:24: duplicate key \"a\" (first at line 1 column 12)"},
      {"{\"mask\":[{\"type\":\"x\",\"type\":\"y\"}]}",
       "1:22: duplicate key \"type\" (first at line 1 column 11)"},
  });
}

TEST_CASE("JSON: deep nesting is refused early") {
  constexpr std::size_t million = 1000000;
  std::string objects;
  for (std::size_t i = 0; i < million; ++i) objects += "{\"a\":";
  check({
      {std::string(million, '['),
       "1:5: brackets nest more than 4 deep: [batch, heads, rows, columns] are the most axes"},
      {"{\"Q\":" + std::string(million, '['),
       "1:10: Q: brackets nest more than 4 deep: [batch, heads, rows, columns] are the most axes"},
      {objects, "1:81: brackets nest more than 16 deep"},
  });
}
