// The examples' `expect` was written by the numpy oracle (tests/oracle/expectations.py), not by attn-calc.
#include <doctest/doctest.h>

#include <filesystem>

#include "conformance/expectations.hpp"

namespace attn {

TEST_CASE("every example gives what the oracle expects") {
  const Tolerance rounding{1e-14, 1e-13};  // two orders of summation of a handful of doubles
  std::size_t examples = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(ATTN_SOURCE_DIR) + "/examples")) {
    if (entry.path().extension() != ".json") continue;
    CAPTURE(entry.path().filename().string());
    Reader reader;
    CHECK(conformance::check_case(*make_problem(reader.problem(entry.path().string())), rounding) > 0);
    ++examples;
  }
  CHECK(examples >= 15);
}

}  // namespace attn
