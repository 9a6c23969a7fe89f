// Rows by number, range and token.
#include "cli/row_words.hpp"

#include <doctest/doctest.h>

#include "computed.hpp"

namespace attn::cli {

using computed::error_of;
using Rows = std::vector<Range>;

namespace {

const std::vector<std::string> tokens{"the", "cat", "a,b", "the", "1", "say \"hi\"", "mat"};

Rows rows(const char* words, std::size_t from = 0) {
  return row_words("--rows", words, tokens, from);
}

std::string error(const char* words, std::size_t from = 0) {
  return error_of([&] { row_words("--rows", words, tokens, from); });
}

}  // namespace

TEST_CASE("numbers are indices, and ranges end before their end") {
  CHECK(rows("2") == Rows{{2, 3}});
  CHECK(rows("2,") == Rows{{2, 3}});
  CHECK(rows("1:3,5") == Rows{{1, 3}, {5, 6}});
  CHECK(rows("1") == Rows{{1, 2}});  // not the token "1"
}

TEST_CASE("tokens are rows, in quotes whatever they look like") {
  CHECK(rows("cat,mat") == Rows{{1, 2}, {6, 7}});
  CHECK(rows("\"1\"") == Rows{{4, 5}});
  CHECK(rows("\"a,b\", cat") == Rows{{1, 3}});
  CHECK(rows("\"say \"\"hi\"\"\"") == Rows{{5, 6}});
}

TEST_CASE("rows are a set, in order") {
  CHECK(rows("mat,0:2,1,cat") == Rows{{0, 2}, {6, 7}});
  CHECK(rows("2:4,0:2") == Rows{{0, 4}});
}

TEST_CASE("counted from 1, to the last one") {
  CHECK(rows("1:3", 1) == Rows{{0, 3}});
  CHECK(rows("2:2,mat", 1) == Rows{{1, 2}, {6, 7}});
  CHECK(error("3:2", 1).find("expected a range FIRST:LAST") != std::string::npos);
  CHECK(error("0:2", 1) == "--rows: found \"0:2\", expected indices from 1 on, as --index-from says");
  CHECK(error("the", 1) == "--rows: the query \"the\" stands at 1 and at 4: say the number");
}

TEST_CASE("nothing counts from the end, unless it is called so") {
  for (const char* words : {"-1", "-2:", "0:-1", "cat,-1"})
    CHECK(error(words).find("expected indices from 0 on") != std::string::npos);
  CHECK(error("-1", 1) == "--rows: found \"-1\", expected indices from 1 on");
  CHECK(row_words("--rows", "-1", {"a", "-1"}, 0) == Rows{{1, 2}});
  CHECK(row_words("--rows", "\"-1\"", {"a", "-1"}, 0) == Rows{{1, 2}});
  CHECK(error("no-1") == "--rows: no query is called \"no-1\"");
  CHECK(error_of([] { row_words("--rows", "-1", {}, 0); }) ==
        "--rows: found \"-1\", expected indices from 0 on");
}

TEST_CASE("what is no row") {
  CHECK(error("the") == "--rows: the query \"the\" stands at 0 and at 3: say the number");
  CHECK(error("mta") == "--rows: no query is called \"mta\"; did you mean \"mat\"?");
  CHECK(error("3:1").find("expected a range BEGIN:END") != std::string::npos);
  CHECK(error("1,,2") == "--rows: found \"1,,2\", expected numbers, ranges or tokens with commas between");
  CHECK(error_of([] { row_words("--rows", "cat", {}, 0); }) ==
        "--rows: found \"cat\", expected a range BEGIN:END, END not included, or one index");
}

}  // namespace attn::cli
