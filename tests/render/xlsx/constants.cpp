#include "render/xlsx/constants.hpp"

#include <doctest/doctest.h>

#include "formula/build.hpp"

namespace attn::xlsx {

using formula::number;

TEST_CASE("xlsx: constants are named once") {
  Constants constants;
  CHECK(constants.name_of(number(0.5, "scale", "1/√d_k = 1/√4")) == "scale");
  CHECK(constants.name_of(number(3, "c")) == "softcap");  // C is a column
  CHECK(constants.name_of(number(0.5, "scale")) == "scale");
  CHECK(constants.name_of(number(0.25, "scale")) == "scale_2");
  REQUIRE(constants.all().size() == 3);
  CHECK(constants.all()[0].number.origin == "1/√d_k = 1/√4");
}

TEST_CASE("xlsx: numbers of an equation, each one once") {
  const Formula c = number(2, "c");
  const auto numbers = numbers_of(formula::times(
      c, formula::tanh(formula::over(formula::times(formula::whole(0), number(3, "scale")), c))));
  REQUIRE(numbers.size() == 2);
  CHECK(numbers[0].text == "c");
  CHECK(numbers[1].text == "scale");
}

}  // namespace attn::xlsx
