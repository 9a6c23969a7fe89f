#include "render/xlsx/sheet.hpp"

#include <doctest/doctest.h>

namespace attn::xlsx {

TEST_CASE("xlsx: addresses") {
  CHECK(address(0, 0) == "A1");
  CHECK(address(9, 25) == "Z10");
  CHECK(address(0, 26) == "AA1");
  CHECK(address(0, 701) == "ZZ1");
  CHECK(address(0, 702) == "AAA1");
  CHECK(address(1048575, 16383) == "XFD1048576");
  CHECK(fixed_address(3, 1) == "$B$4");
}

TEST_CASE("xlsx: names of sheets") {
  SheetNames names;
  CHECK(names.take("head0.Q") == "head0.Q");
  CHECK(names.take("HEAD0.q") == "HEAD0.q (2)");  // Excel does not tell them apart
  CHECK(names.take("Contents") == "Contents (2)");
  CHECK(names.take("a[b]:c*d?e/f\\g'h") == "a_b__c_d_e_f_g_h");
  CHECK(names.take("") == "_");
  CHECK(names.take("batch10.head11.tile12,13.accumulator") == "b10.h11.t12,13.accumulator");
  const std::string long_name(40, 'x');
  CHECK(names.take(long_name) == std::string(31, 'x'));
  CHECK(names.take(long_name) == std::string(27, 'x') + " (2)");
  // U+1D538 takes two of Excel's 31 units.
  std::string letters;
  for (int i = 0; i < 20; ++i) letters += "𝔸";
  CHECK(names.take(letters).size() == 15 * 4);
}

TEST_CASE("xlsx: names of sheets that differ in nothing but case, in any script") {
  for (const auto& [name, same] : {std::pair{"É", "é"},
                                   {"Ω", "ω"},
                                   {"Σ", "σ"},
                                   {"σ", "ς"},
                                   {"Ж", "ж"},
                                   {"K", "\u212A"},
                                   {"groß", "GROSS"},
                                   {"ﬁ", "FI"}}) {
    SheetNames names;
    CHECK(names.take(name) == name);
    CHECK(names.take(same) == std::string(same) + " (2)");
  }
  SheetNames names;
  for (const char* other : {"E", "É", "O", "Ω", "Θ", "s", "Σ"}) CHECK(names.take(other) == other);
}

}  // namespace attn::xlsx
