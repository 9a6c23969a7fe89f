// Cells as somebody types them.
#include "explain/cell_word.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

namespace attn {

namespace {

/// "id | index | index", a token in quotes with ' around it; "none" for what is no cell.
std::string parsed(std::string_view word) {
  const auto cell = parse_cell(word);
  if (!cell) return "none";
  std::string text = cell->id;
  for (const IndexWord& index : cell->indices)
    text += index.is_quoted ? fmt::format(" | '{}'", index.text) : " | " + index.text;
  return text;
}

}  // namespace

TEST_CASE("a cell is a step and one or two indices") {
  CHECK(parsed("weights[0,2]") == "weights | 0 | 2");
  CHECK(parsed("row_max[1]") == "row_max | 1");
  CHECK(parsed("batch0.head1.tile0,2.exp[4,5]") == "batch0.head1.tile0,2.exp | 4 | 5");
  CHECK(parsed("scores[ the cat , sat ]") == "scores | the cat | sat");
  CHECK(parsed("output[:,1]") == "output | : | 1");
}

TEST_CASE("what is in quotes is a token, whatever it looks like") {
  CHECK(parsed(R"(scores["a,b",bank])") == "scores | 'a,b' | bank");
  CHECK(parsed(R"(scores["3", "]"])") == "scores | '3' | ']'");
  CHECK(parsed(R"(scores["say ""no""",""])") == "scores | 'say \"no\"' | ''");
  CHECK(parsed("scores['a,b', 'the mat' ]") == "scores | 'a,b' | 'the mat'");
  CHECK(parsed("scores['it''s',\"it's\"]") == "scores | 'it's' | 'it's'");
  CHECK(parsed("scores['s,'re]") == "scores | 's | 're");
  CHECK(parse_cell(R"(scores["3",3])")->indices[0].is_number() == false);
  CHECK(parse_cell(R"(scores["3",3])")->indices[1].is_number());
  CHECK(parse_cell(R"(scores[":",:])")->indices[0].is_all() == false);
  CHECK(parse_cell(R"(scores[":",:])")->indices[1].is_all());
}

TEST_CASE("what is no cell") {
  for (const char* word :
       {"", "weights", "weights[0,1", "weights0,1]", "[0,1]", "weights[]", "weights[0,]", "weights[,1]",
        "weights[0,1,2]", "weights[\"a]", "weights[\"a\"b]", "weights[0]x", "]"})
    CHECK_MESSAGE(parsed(word) == "none", word);
}

}  // namespace attn
