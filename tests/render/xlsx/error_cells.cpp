#include "render/xlsx/error_cells.hpp"

#include <doctest/doctest.h>

namespace attn::xlsx {

TEST_CASE("xlsx: cells that are errors") {
  CHECK(with_error_cells(R"(<row r="1"><c r="A1" s="2"><v>NAN</v></c><c r="B1"><v>1</v></c></row>)") ==
        R"(<row r="1"><c t="e" r="A1" s="2"><v>#N/A</v></c><c r="B1"><v>1</v></c></row>)");
  CHECK(with_error_cells(R"(<c r="A1"><v>1</v></c><c r="B1"><f>EXP(A1)</f><v>INF</v></c>)") ==
        R"(<c r="A1"><v>1</v></c><c t="e" r="B1"><f>EXP(A1)</f><v>#NUM!</v></c>)");
  const std::string finite = R"(<c r="A1" t="s"><v>3</v></c><c r="B1" t="str"><f>A1</f><v>-inf</v></c>)";
  CHECK(with_error_cells(finite) == finite);
  CHECK(with_error_cells("") == "");
}

}  // namespace attn::xlsx
