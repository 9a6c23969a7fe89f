#include "attn/number.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <clocale>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

#include "attn/raw_problem.hpp"
#include "input/csv.hpp"
#include "input/decimal.hpp"
#include "support.hpp"

using attn::DecimalError;
using attn::read_decimal;

namespace {

using limits = std::numeric_limits<double>;

std::string written(double value) {
  fmt::memory_buffer out;
  attn::write_number(out, value);
  return {out.data(), out.size()};
}

double read_in_problem(const std::string& number) {
  const auto problem = problem_of("{\"Q\": [[" + number + "]]}");
  return std::get<attn::Array>(problem.settings.at("Q").value).values.at(0);
}

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

}  // namespace

TEST_CASE("numbers are written as the shortest text that reads back") {
  CHECK(written(0.1) == "0.1");
  CHECK(written(1) == "1");
  CHECK(written(-2.5) == "-2.5");
  CHECK(written(0.0) == "0");
  CHECK(written(-0.0) == "-0.0");
  CHECK(written(1.0 / 3) == "0.3333333333333333");
  CHECK(written(5e-324) == "5e-324");
  CHECK(written(1e22) == "1e+22");
  CHECK(written(limits::max()) == "1.7976931348623157e+308");
}

TEST_CASE("what JSON has no number for is written as a string, and read by the same words") {
  CHECK(written(limits::infinity()) == "\"inf\"");
  CHECK(written(-limits::infinity()) == "\"-inf\"");
  CHECK(written(limits::quiet_NaN()) == "\"nan\"");
  CHECK(written(-limits::quiet_NaN()) == "\"nan\"");
  CHECK(attn::read_nonfinite("inf") == limits::infinity());
  CHECK(attn::read_nonfinite("-inf") == -limits::infinity());
  CHECK(std::isnan(attn::read_nonfinite("nan").value()));
  for (const auto* word : {"", "Inf", "INF", "infinity", "+inf", "NaN", "-nan", "nan ", "1"})
    CHECK_FALSE(attn::read_nonfinite(word).has_value());
}

TEST_CASE("doubles survive writing and reading, bit by bit") {
  for (const double value :
       {0.0, -0.0, 0.1, 1e22, 9007199254740993.0, limits::max(), limits::lowest(), limits::min(),
        limits::denorm_min(), -limits::denorm_min(), 2.2250738585072011e-308, 1e-5, 123456.75,
        limits::infinity(), -limits::infinity()})
    CHECK_MESSAGE(same_bits(read_in_problem(written(value)), value), written(value));
  CHECK(std::isnan(read_in_problem(written(limits::quiet_NaN()))));
}

TEST_CASE("random bit patterns survive as well") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    const auto value = std::bit_cast<double>(random());
    if (!std::isfinite(value)) continue;
    const std::string text = written(value);
    const attn::Decimal read = read_decimal(text);
    REQUIRE(read.error == DecimalError::none);
    REQUIRE_MESSAGE(same_bits(read.value, value), text);
  }
}

TEST_CASE("reading rounds to the nearest double, ties to even") {
  CHECK(read_in_problem("9007199254740993") == 9007199254740992.0);  // 2^53 + 1 is half way: to even
  CHECK(read_in_problem("9007199254740995") == 9007199254740996.0);
  CHECK(read_in_problem("18446744073709551616") == 18446744073709551616.0);  // 2^64
  CHECK(read_in_problem("100000000000000000000000") == 1e23);
  CHECK(read_in_problem("0.1000000000000000055511151231257827") == 0.1);
  CHECK(read_in_problem("2.4703282292062328e-324") == limits::denorm_min());  // just above half of it
  CHECK(read_in_problem("2.4703282292062327e-324") == 0.0);                   // just below
  CHECK(read_in_problem("1.7976931348623158e308") == limits::max());
}

TEST_CASE("the sign of zero, and what is too small for a double") {
  for (const auto* text : {"-0", "-0.0", "-0e5", "-1e-400", "-1e-99999999999999999999"}) {
    CHECK(read_in_problem(text) == 0);
    CHECK(std::signbit(read_in_problem(text)));
  }
  for (const auto* text : {"0", "1e-400", "0.0001e-330", "123e-99999999999999999999", "0e999"})
    CHECK(same_bits(read_in_problem(text), 0.0));
  const std::string zeros(400, '0');
  CHECK(same_bits(read_in_problem("0." + zeros + "1"), 0.0));
  CHECK(read_in_problem("0." + zeros + "1e401") == 1.0);
  CHECK(read_in_problem("1" + zeros + "e-400") == 1.0);
}

TEST_CASE("decimals: the whole text, or an error that says why") {
  CHECK(read_decimal("+1.5").value == 1.5);
  CHECK(read_decimal(".5").value == 0.5);
  CHECK(read_decimal("5.").value == 5);
  CHECK(read_decimal("1E+2").value == 100);
  for (const auto* text :
       {"", "+", "-", ".", "e5", "abc", "+-1", "--1", "inf", "infinity", "nan", "nan(1)", " 1", "\xC2\xBD"})
    CHECK_MESSAGE(read_decimal(text).error == DecimalError::not_a_number, text);
  for (const auto* text : {"1 ", "1e", "1e+", "1.2.3", "0x10", "12abc", "1,5"})
    CHECK_MESSAGE(read_decimal(text).error == DecimalError::trailing_text, text);
  for (const auto* text : {"1e400", "-1e400", "1e99999999999999999999", "1.7976931348623159e308"})
    CHECK_MESSAGE(read_decimal(text).error == DecimalError::out_of_range, text);
}

TEST_CASE("numbers do not depend on the locale") {
  const char* found = nullptr;
  for (const auto* name : {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8", "fr_FR.utf8", "nl_NL.UTF-8"})
    if (found == nullptr) found = std::setlocale(LC_ALL, name);
  if (found == nullptr) return;  // none with a decimal comma is installed
  CHECK(written(1.5) == "1.5");
  CHECK(read_in_problem("1.5") == 1.5);
  CHECK(read_in_problem("1.5e3") == 1500);
  CHECK(read_decimal("1,5").error == DecimalError::trailing_text);
  CHECK(attn::read_csv("1.5,2.5", "q.csv", {}).values == std::vector<double>{1.5, 2.5});
  std::setlocale(LC_ALL, "C");
}

TEST_CASE("shapes") {
  CHECK(attn::to_string(attn::Shape{}) == "[]");
  CHECK(attn::to_string({2, 3}) == "[2, 3]");
  CHECK(attn::element_count({}) == 1);
  CHECK(attn::element_count({2, 3, 4}) == 24);
  CHECK(attn::element_count({2, 0}) == 0);
  CHECK(attn::element_count({std::size_t{1} << 40U, std::size_t{1} << 40U}) ==
        std::numeric_limits<std::size_t>::max());
  CHECK(attn::element_count({std::size_t{1} << 40U, std::size_t{1} << 40U, 0}) == 0);
  CHECK(attn::has_values({{1, 2}, {1, 2}, false, {}}));
  CHECK(attn::has_values({{0, 2}, {}, false, {}}));
  CHECK_FALSE(attn::has_values({{1, 2}, {}, false, {}}));
}
