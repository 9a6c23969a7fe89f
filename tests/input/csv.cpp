#include "input/csv.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "support.hpp"

using attn::Array;
using attn::CsvOptions;
using attn::Shape;
using namespace std::string_literals;

namespace {

Array csv(std::string_view text, const CsvOptions& options = {}) {
  return attn::read_csv(text, "q.csv", options);
}

std::string csv_error(std::string_view text, const CsvOptions& options = {}) {
  return message_of([&] { csv(text, options); });
}

}  // namespace

TEST_CASE("CSV: rows and columns") {
  const Array matrix = csv("1,2,3\n4,5,6\n");
  CHECK(matrix.shape == Shape{2, 3});
  CHECK(matrix.values == std::vector<double>{1, 2, 3, 4, 5, 6});
  CHECK_FALSE(matrix.booleans);
  CHECK(csv("7").shape == Shape{1, 1});
}

TEST_CASE("CSV: every line end, the last one optional (RFC 4180, section 2)") {
  for (const auto* text :
       {"1,2\n3,4\n", "1,2\n3,4", "1,2\r\n3,4\r\n", "1,2\r\n3,4", "1,2\r3,4\r", "1,2\r3,4", "1,2\r\n3,4\n"}) {
    CHECK(csv(text).shape == Shape{2, 2});
    CHECK(csv(text).values == std::vector<double>{1, 2, 3, 4});
  }
}

TEST_CASE("CSV: cells in quotes") {
  CHECK(csv("\"1\",\"2.5\"\r\n3,\"4\"\r\n").values == std::vector<double>{1, 2.5, 3, 4});
  CHECK(csv("\"1,5\";\"2\"", {.separator = ';', .decimal = ','}).values == std::vector<double>{1.5, 2});
  const CsvOptions header{.header = true};
  CHECK(csv("\"a \"\"b\"\"\",\"c,\r\nd\"\n1,2\n", header).values == std::vector<double>{1, 2});
}

TEST_CASE("CSV: spaces and tabs around numbers, signs, words, byte order mark") {
  CHECK(csv(" 1 ,\t2\t\n+3,-4e-1\n").values == std::vector<double>{1, 2, 3, -0.4});
  CHECK(csv("\xEF\xBB\xBF"
            "1,2")
            .values == std::vector<double>{1, 2});
  CHECK(csv("\xEF\xBB\xBF\"1\",2").values == std::vector<double>{1, 2});
  const Array words = csv("inf, -inf,nan,-0");
  CHECK(words.values[0] == std::numeric_limits<double>::infinity());
  CHECK(words.values[1] == -std::numeric_limits<double>::infinity());
  CHECK(std::isnan(words.values[2]));
  CHECK(std::signbit(words.values[3]));
  CHECK(csv("1e-400").values[0] == 0);
}

TEST_CASE("CSV: options") {
  CHECK(csv("1,5;2,5\n3;4\n", {.separator = ';', .decimal = ','}).values ==
        std::vector<double>{1.5, 2.5, 3, 4});
  CHECK(csv("1.5\t2\n", {.separator = '\t'}).values == std::vector<double>{1.5, 2});
  CHECK(csv("1 2", {.separator = ' '}).values == std::vector<double>{1, 2});
  CHECK(csv("a,b\n1,2\n", {.header = true}).shape == Shape{1, 2});
  CHECK(csv("a,b\n1,2\n", {.header = true}).values == std::vector<double>{1, 2});
}

TEST_CASE("CSV: rows that do not make a matrix") {
  CHECK(csv_error("1,2\n3\n") == "q.csv: row 2: found 1 cell, expected 2 as in row 1");
  CHECK(csv_error("1,2,3\n4,5\n") == "q.csv: row 2: found 2 cells, expected 3 as in row 1");
  CHECK(csv_error("1,2\n3,4,x\n") == "q.csv: row 2 column 3: one cell too many, expected 2 as in row 1");
  CHECK(csv_error("a,b\n1\n", {.header = true}) == "q.csv: row 2: found 1 cell, expected 2 as in row 1");
  CHECK(csv_error("1,,3") == "q.csv: row 1 column 2: empty cell: expected a number");
  CHECK(csv_error("1,2,\n") == "q.csv: row 1 column 3: empty cell: expected a number");
  CHECK(csv_error("1,2,") == "q.csv: row 1 column 3: empty cell: expected a number");
  CHECK(csv_error("1, \t,3") == "q.csv: row 1 column 2: empty cell: expected a number");
  CHECK(csv_error("1,\"\"") == "q.csv: row 1 column 2: empty cell: expected a number");
}

TEST_CASE("CSV: empty lines and empty files") {
  CHECK(csv_error("1,2\n\n3,4\n") == "q.csv: row 2: found an empty line; remove it");
  CHECK(csv_error("1\r\n\r\n2") == "q.csv: row 2: found an empty line; remove it");
  CHECK(csv_error("1\n\n") == "q.csv: row 2: found an empty line; remove it");
  CHECK(csv_error("\n1\n") == "q.csv: row 1: found an empty line; remove it");
  CHECK(csv_error("") == "q.csv: the file is empty");
  CHECK(csv_error("\xEF\xBB\xBF") == "q.csv: the file is empty");
  CHECK(csv_error("a,b\n", {.header = true}) == "q.csv: no rows after the header");
  CHECK(csv_error("a,b", {.header = true}) == "q.csv: no rows after the header");
}

TEST_CASE("CSV: cells that are no numbers") {
  CHECK(csv_error("1,2\n3,abc") == "q.csv: row 2 column 2: found \"abc\", expected a number");
  CHECK(csv_error("1,2\n3,4x") ==
        "q.csv: row 2 column 2: text after a number: found \"4x\", expected a number");
  CHECK(csv_error("1\n1 2x") ==
        "q.csv: row 2 column 1: text after a number: found \"1 2x\", expected a number; if ' ' separates the "
        "cells, "
        "say --csv-sep ' '");
  CHECK(csv_error("1\n1e400") == "q.csv: row 2 column 1: number out of range: 1e400");
  CHECK(csv_error("1\n-1e400") == "q.csv: row 2 column 1: number out of range: -1e400");
  for (const std::string& word :
       std::vector<std::string>{"Inf", "infinity", "NaN", "+inf", "-nan", "--1", "\xFF"})
    CHECK_MESSAGE(csv_error("1\n" + word).starts_with("q.csv: row 2 column 1: found "), word);
  CHECK(csv_error("1\n0x10").starts_with("q.csv: row 2 column 1: text after a number"));
  CHECK(csv_error("1\n\xFF") == "q.csv: row 2 column 1: found \"\\xff\", expected a number");
  CHECK(csv_error("1,2\n3,4\0"s) == "q.csv: row 2 column 2: found a NUL byte; the file must be UTF-8 text");
}

TEST_CASE("CSV: advice where an option would help") {
  CHECK(csv_error("a,b\n1,2\n") ==
        "q.csv: row 1 column 1: found \"a\", expected a number; if the first row holds names, say "
        "--csv-header");
  CHECK(csv_error("1.5;2.5\n") ==
        "q.csv: row 1 column 1: text after a number: found \"1.5;2.5\", expected a number; if ';' separates "
        "the "
        "cells, say --csv-sep ';'");
  CHECK(csv_error("1\t2\n") ==
        "q.csv: row 1 column 1: text after a number: found \"1\\t2\", expected a number; if tab separates "
        "the "
        "cells, say --csv-sep tab");
  CHECK(csv_error("1,5;2,5\n") ==
        "q.csv: row 1 column 2: text after a number: found \"5;2\", expected a number; if ';' separates the "
        "cells, "
        "say --csv-sep ';' --csv-decimal ','");
  CHECK(csv_error("1,5;2\n", {.separator = ';'}) ==
        "q.csv: row 1 column 1: text after a number: found \"1,5\", expected a number; if ',' is the decimal "
        "mark, "
        "say --csv-decimal ','");
  CHECK(csv_error("1.5;2\n", {.separator = ';', .decimal = ','}) ==
        "q.csv: row 1 column 1: text after a number: found \"1.5\", expected a number; if '.' is the decimal "
        "mark, "
        "say --csv-decimal '.'");
  CHECK(csv_error("1,2,3\n", {.separator = ';'}) ==
        "q.csv: row 1 column 1: text after a number: found \"1,2,3\", expected a number; if ',' separates "
        "the cells, "
        "say --csv-sep ','");
}

TEST_CASE("CSV: quotes that do not match") {
  CHECK(csv_error("1,\"2\n3,4") == "q.csv: row 1 column 2: unterminated quote: expected a closing '\"'");
  CHECK(csv_error("1\n\"2\"\"") == "q.csv: row 2 column 1: unterminated quote: expected a closing '\"'");
  CHECK(csv_error("1,\"2\"x") ==
        "q.csv: row 1 column 2: text after a closing quote: expected ',' or the end of the line");
  CHECK(csv_error("1,\"2\" ,3") ==
        "q.csv: row 1 column 2: text after a closing quote: expected ',' or the end of the line");
  CHECK(csv_error("1,2\"3\"") ==
        "q.csv: row 1 column 2: found a quote inside a cell; cells with quotes stand in quotes as a whole");
}

TEST_CASE("CSV: a line break inside quotes does not start a row") {
  CHECK(csv_error("\"a\nb\",c\n1,x\n", {.header = true}) ==
        "q.csv: row 2 column 2: found \"x\", expected a number");
}

TEST_CASE("CSV: options that contradict each other") {
  CHECK(csv_error("1", {.separator = ',', .decimal = ','}) ==
        "q.csv: separator and decimal mark are both ','; they must differ (--csv-sep, --csv-decimal)");
  for (const char separator : {'"', '\n', 'e', '7', '-', '+', '\0', '\xff'})
    CHECK(csv_error("1", {.separator = separator})
              .find("cannot separate cells; expected a character such as") != std::string::npos);
  CHECK(csv_error("1", {.decimal = 'e'}) == "q.csv: the decimal mark is 'e', expected '.' or ','");
}
