// How many decimals given numbers are printed with: those that their own decimal texts have.
#include "render/printed_decimals.hpp"

#include <doctest/doctest.h>

#include <initializer_list>

namespace attn {

namespace {

/// "0.125 3.000": as Markdown and LaTeX print a row that the problem gives.
std::string given(std::initializer_list<double> row, const RenderOptions& options,
                  Decimals (*decimals)(const PrintedNumbers&, const RenderOptions&) = fewest_decimals_of) {
  Matrix<double> values = xt::empty<double>({std::size_t{1}, row.size()});
  std::copy(row.begin(), row.end(), values.begin());
  const Decimals of_row = decimals({values, "Q", true}, options);
  fmt::memory_buffer out;
  for (const double value : row) {
    if (out.size() > 0) out.push_back(' ');
    append_number(out, value, of_row);
  }
  return fmt::to_string(out);
}

RenderOptions at(int count, bool whole_inputs = false) {
  RenderOptions options;
  options.decimals.count = count;
  options.whole_inputs = whole_inputs;
  return options;
}

}  // namespace

TEST_CASE("given numbers have no more decimals than they need, in either notation") {
  CHECK(given({1, 2}, at(4)) == "1 2");
  CHECK(given({0.5, -1.25}, at(4)) == "0.50 -1.25");
  CHECK(given({0.125}, at(2)) == "0.12");  // so many are asked for
  CHECK(given({1e-7, 2.5e-10}, at(4)) == "1.0e-07 2.5e-10");
  CHECK(given({1e22, 1}, at(4)) == "1e+22 1e+00");
  CHECK(given({12345678}, at(4)) == "1.2346e+07");
}

TEST_CASE("a given number other than zero is not printed as zero, where digits are enough to say it") {
  CHECK(given({1, 2e-9}, at(4)) == "1e+00 2e-09");
  CHECK(given({0.123456, 2e-9}, at(4)) == "0.1235 0.0000");
  CHECK(given({1, 4e-5}, at(4)) == "1e+00 4e-05");
  CHECK(given({1, 1e-4}, at(4)) == "1.0000 0.0001");
}

TEST_CASE("whole inputs have as many decimals as they need, in every notation, whatever steps have") {
  CHECK(given({0.125, 3}, at(2, true)) == "0.125 3.000");
  CHECK(given({0.00390625}, at(1, true)) == "0.00390625");
  CHECK(given({2.5e-10}, at(2, true)) == "2.5e-10");
  CHECK(given({12345678}, at(2, true)) == "1.2345678e+07");
  // Aligned with what is computed.
  CHECK(given({0.125, 3}, at(2, true), decimals_of) == "0.125 3.000");
  CHECK(given({1, 3}, at(2, true), decimals_of) == "1.00 3.00");
  CHECK(given({0.125}, at(2), decimals_of) == "0.12");
}

TEST_CASE("numbers that were calculated have the decimals of any trace") {
  CHECK(given({0.8414709848078965}, at(2, true)) == "0.8415");
  CHECK(given({0.8414709848078965}, at(6, true)) == "0.841471");
  CHECK(given({0.8414709848078965}, at(2)) == "0.84");
}

TEST_CASE("the scale is whole where steps are rounded") {
  const auto constant = [](double value, const RenderOptions& options) {
    fmt::memory_buffer out;
    append_number(out, value, decimals_of_constant(value, options.decimals.count, options));
    return fmt::to_string(out);
  };
  CHECK(constant(8, at(4)) == "8");
  CHECK(constant(0.125, at(2)) == "0.12");
  CHECK(constant(0.125, at(2, true)) == "0.125");
  CHECK(constant(1e-7, at(4)) == "1e-07");
}

}  // namespace attn
