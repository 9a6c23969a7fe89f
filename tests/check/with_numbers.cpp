#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>

#include "check/rewrite.hpp"
#include "rewrite.hpp"

namespace attn {

using namespace rewriting;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The text with these numbers in place of those of every step.
std::string renumbered(const std::string& text, const std::map<std::string, std::vector<double>>& values) {
  const auto expected = expected_in(text);
  std::vector<NewNumbers> arrays;
  for (const auto& [step, numbers] : values) arrays.push_back({expected.at(step).literals, numbers});
  return with_numbers(Source(text, "p.json"), arrays);
}

/// The numbers of one row, "0.50, 1", after that.
std::string row(const std::string& old, const std::vector<double>& values) {
  const std::string head = R"({"expect": {"lse": [)";
  const std::string text = renumbered(head + old + "]}}", {{"lse", values}});
  REQUIRE(text.starts_with(head));
  REQUIRE(text.ends_with("]}}"));
  return text.substr(head.size(), text.size() - head.size() - 3);
}

/// The text without the numbers it expects.
std::string skeleton(std::string text) {
  std::map<std::size_t, std::size_t> spans;
  for (const auto& [step, array] : expected_in(text))
    for (const Literal& literal : array.literals) spans[literal.offset] = literal.text.size();
  for (auto span = spans.rbegin(); span != spans.rend(); ++span) text.replace(span->first, span->second, "_");
  return text;
}

}  // namespace

TEST_CASE("a new number has the decimals of the old one") {
  CHECK(row("0.670", {0.66043}) == "0.660");
  CHECK(row("3", {4.4}) == "4");
  CHECK(row("12.5", {-1234.56}) == "-1234.6");
  CHECK(row("-0.25", {1e-9}) == "0.00");
  CHECK(row("0.100", {-0.0001}) == "0.000");
  CHECK(row("0.1", {1e20}) == "1e+20");
}

TEST_CASE("rounding is half to even, of the exact double") {
  CHECK(row("0.50", {0.125}) == "0.12");
  CHECK(row("0.50", {0.375}) == "0.38");
  CHECK(row("9", {2.5}) == "2");
  CHECK(row("9", {3.5}) == "4");
  CHECK(row("0.00", {2.675}) == "2.67");  // 2.67499999999999982236431605997495353221893310546875
  CHECK(row("0.00", {1.005}) == "1.00");  // 1.00499999999999989341858963598497211933135986328125
  CHECK(row("0.0", {0.35}) == "0.3");     // 0.34999999999999997779553950749686919152736663818359375
  CHECK(row("0.000", {0.0005}) ==
        "0.001");  // 0.0005000000000000000104083408558608425664715468883514404296875
}

TEST_CASE("a new number has the digits of the old mantissa, and its form of exponent") {
  CHECK(row("1e-3", {0.0123}) == "1e-2");
  CHECK(row("1.20e2", {1234.5}) == "1.23e3");
  CHECK(row("1.20E+02", {0.00012345}) == "1.23E-04");
  CHECK(row("1.2e+2", {1.5e-7}) == "1.5e-7");
  CHECK(row("2e-10", {3e100}) == "3e100");
  CHECK(row("1.0e-05", {2e5}) == "2.0e+05");
  CHECK(row("12.0e1", {99}) == "9.90e1");
  CHECK(row("0.0e0", {5}) == "5.0e0");
  CHECK(row("1.5e3", {0}) == "0.0e0");
}

TEST_CASE("15 digits mean all of them, for the whole array") {
  CHECK(row("0.544079443349226", {1.0 / 3}) == "0.3333333333333333");
  CHECK(row("0.544079443349226", {0.25}) == "0.25");
  CHECK(row("0.54407944334922", {1.0 / 3}) == "0.33333333333333");
  CHECK(row("1, 0.544079443349226", {0.9950001, 5e-324}) == "0.9950001, 5e-324");
  CHECK(row("0.000544079443349226e3", {0.1}) == "0.1");
}

TEST_CASE("infinities and NaN are written in quotes") {
  CHECK(row("0.5, 1e3, 2", {inf, -inf, nan}) == R"("inf", "-inf", "nan")");
  CHECK(row(R"("inf", "nan", "-inf")", {-inf, nan, inf}) == R"("-inf", "nan", "inf")");
}

TEST_CASE("a number in the place of an infinity is written as its neighbours are") {
  CHECK(row(R"("-inf", 0.25, 1.5)", {1.0 / 3, 0.25, 1.5}) == "0.33, 0.25, 1.5");
  CHECK(row(R"("-inf", 7)", {2.6, 7}) == "3, 7");
  CHECK(row(R"("-inf", "nan")", {0.1, 2}) == "0.1, 2");
}

TEST_CASE("a whole number among decimals has none to show; what takes its place has them") {
  CHECK(row("1, 0, 0.333", {0.9953, 0.0047, 0.333}) == "1, 0, 0.333");  // both are right as they are written
  CHECK(row("1, 0, 0.333", {0.25, 0.75, 0.333}) == "0.250, 0.750, 0.333");
  CHECK(row("1, 0.333", {2.0001, 0.333}) == "2, 0.333");
}

TEST_CASE("what is not stated stays so") {
  CHECK(row("null, 0.5", {0.25, 0.75}) == "null, 0.8");
  CHECK(row("null", {inf}) == "null");
}

TEST_CASE("a literal that states the number keeps its text") {
  CHECK(row("-0.0, 1E+02, 10e-1, 0.5, \"inf\"", {0.0, 100, 1, 0.5, inf}) ==
        "-0.0, 1E+02, 10e-1, 0.5, \"inf\"");
  CHECK(row("-0.000", {-0.0001}) == "-0.000");
}

TEST_CASE("no byte but those of the numbers changes") {
  const std::string text =
      "\xEF\xBB\xBF{\r\n\t\"title\": \"0.50 \\u00e9 \\\" // no comment\",\r\n\t\"notes\":\"\xC3\xA9 0.50\" ,"
      "\r\n\t\"Q\": [[0.50]],  \r\n\t\"expect\" : {\"weights\":[ [0.50,\t1.5e0] ,\r\n[null ,\"inf\"]],"
      "\"row_max\": 0.50}, \"tolerance\": {\"atol\": 0.50}}  ";
  std::string expected = text;
  const auto put = [&](std::string_view old, std::string_view with) {
    expected.replace(expected.find(old, expected.find("expect")), old.size(), with);
  };
  put("0.50", "0.25");
  put("1.5e0", "2.5e-1");
  put("\"inf\"", "0.12");
  put("0.50}", "-7.00}");
  CHECK(renumbered(text, {{"weights", {0.25, 0.25, 9, 0.125}}, {"row_max", {-7}}}) == expected);
  CHECK(same_but_expectations(text, expected));
}

TEST_CASE("its own numbers leave a file as it is") {
  for (const std::string& text : example_texts()) {
    std::map<std::string, std::vector<double>> values;
    for (const auto& [step, array] : expected_in(text)) values[step] = array.values;
    CHECK(renumbered(text, values) == text);
  }
}

TEST_CASE("all digits: what is put into an example is read back") {
  std::mt19937_64 random(11);
  std::normal_distribution<double> normal;
  std::size_t files = 0;
  for (const std::string& text : example_texts()) {
    std::map<std::string, std::vector<double>> values;
    for (const auto& [step, array] : expected_in(text))
      for (std::size_t i = 0; i < array.values.size(); ++i) values[step].push_back(normal(random));
    const std::string changed = renumbered(text, values);
    CHECK(skeleton(changed) == skeleton(text));
    CHECK(same_but_expectations(changed, text));
    for (const auto& [step, array] : expected_in(changed)) {
      const auto old = expected_in(text).at(step);
      const bool has_all_digits =
          std::ranges::any_of(old.literals, [](const Literal& literal) { return literal.text.size() > 17; });
      if (has_all_digits) CHECK(array.values == values.at(step));
    }
    ++files;
  }
  CHECK(files >= 15);
}

TEST_CASE("fixed decimals are those that printf writes") {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform(-100, 100);
  for (int i = 0; i < 2000; ++i) {
    const int decimals = i % 9 + 1;
    // Every other one is a tie in binary: k/2^(decimals+1) has one decimal too many.
    double value = uniform(random);
    if (i % 2 == 0) value = std::ldexp(std::round(std::ldexp(value, decimals + 1)), -decimals - 1);
    std::array<char, 400> printed{};
    std::snprintf(printed.data(), printed.size(), "%.*f", decimals, value);
    std::string expected = printed.data();
    if (expected.find_first_of("123456789") == std::string::npos && expected[0] == '-') expected.erase(0, 1);
    CHECK(row("999." + std::string(static_cast<std::size_t>(decimals), '9'), {value}) == expected);
  }
}

TEST_CASE("literals that are not in the text are an error of the file") {
  const std::string text = R"({"expect": {"lse": [0.5, 1]}})";
  const Array array = expected_in(text).at("lse");
  const std::vector<double> values{1, 2};
  const std::vector<NewNumbers> arrays{{array.literals, values}};
  for (const std::string& changed : {std::string(R"({"expect": {"lse": [0.4, 1]}})"), std::string("{}")})
    CHECK(message_of([&] {
            with_numbers(Source(changed, "p.json"), arrays);
          }).find(": expect: the file has changed since it was read; run this again") != std::string::npos);
  const std::vector<double> few{1};
  const std::vector<NewNumbers> wrong{{array.literals, few}};
  CHECK_THROWS_AS(with_numbers(Source(text, "p.json"), wrong), std::logic_error);
}

}  // namespace attn
