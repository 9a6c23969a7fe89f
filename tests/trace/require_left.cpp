// A selection that leaves nothing of a step that it names.
#include <doctest/doctest.h>

#include <set>

#include "attn/trace.hpp"
#include "computed.hpp"

namespace attn {

using computed::error_of;
using computed::parsed;

namespace {

/// Two heads; five queries in blocks of two, of which the last one sees all keys.
const std::string two_heads =
    "{'Q': [[[1], [2], [3]], [[4], [5], [6]]], 'K': [[[1]], [[2]]], 'V': [[[1]], [[2]]]}";
const std::string tiled =
    "{'Q': [[1], [2], [3], [4], [5]], 'K': [[1], [2], [3], [4], [5]], 'V': [[1], [2], [3], [4], [5]],"
    " 'mask': {'type': 'causal'}, 'tile': {'rows': 2, 'cols': 2}}";

std::string why(const std::string& problem, const Selection& selection, const Naming& naming = {}) {
  return error_of([&] { resolve(selection, *parsed(problem), naming); });
}

Selection rows_of(std::vector<std::string> steps, std::vector<Range> rows) {
  return {std::move(steps), {}, {}, std::move(rows)};
}

}  // namespace

TEST_CASE("left: a step of a head that is not asked for") {
  CHECK(why(two_heads, {{"head0.lse"}, {}, {1}, {}}) ==
        "step \"head0.lse\": nothing of it is left to show: it is of head 0, and you ask for head 1");
  CHECK(why(two_heads, {{"head1.lse"}, {}, {1}, {}}) == "no error");
  CHECK(why(two_heads, {{"lse", "output"}, {}, {1}, {}}) == "no error");
  // One that is left does not make good for another one.
  CHECK(why(two_heads, {{"lse", "head0.masked"}, {}, {1}, {}}) ==
        "step \"head0.masked\": nothing of it is left to show: it is of head 0, and you ask for head 1");
  CHECK(why(two_heads, {{"head0.lse"}, {}, {1}, {}}, {.index_from = 1, .names = {{"lse", "L"}}}) ==
        "step \"head1.L\": nothing of it is left to show: it is of head 1, and you ask for head 2");
}

TEST_CASE("left: a step of a batch entry that is not asked for") {
  const std::string batch =
      "{'Q': [[[[1]]], [[[2]]], [[[3]]]], 'K': [[[[1]]], [[[2]]], [[[3]]]], 'layout': 'bhnd'}";
  CHECK(
      why(batch, {{"batch1.scores"}, {0, 2}, {}, {}}) ==
      "step \"batch1.scores\": nothing of it is left to show: it is of batch entry 1, and you ask for batch "
      "entries 0, 2");
  CHECK(why(batch, {{"batch1.scores"}, {0, 1}, {}, {}}) == "no error");
}

TEST_CASE("left: a tile without the rows that are asked for") {
  CHECK(why(tiled, rows_of({"tile1,1.exp"}, {{0, 1}})) ==
        "step \"tile1,1.exp\": nothing of it is left to show: it has rows 2 to 3, and you ask for row 0");
  CHECK(why(tiled, rows_of({"tile2,0.exp"}, {{0, 1}, {2, 4}})) ==
        "step \"tile2,0.exp\": nothing of it is left to show: it has row 4, and you ask for rows 0, 2 to 3");
  CHECK(why(tiled, rows_of({"tile1,1.exp"}, {{0, 1}}), {.index_from = 1}) ==
        "step \"tile2,2.exp\": nothing of it is left to show: it has rows 3 to 4, and you ask for row 1");
  CHECK(why(tiled, rows_of({"tile1,1.exp"}, {{3, 5}})) == "no error");
  CHECK(why(tiled, rows_of({"exp"}, {{4, 5}})) == "no error");
  CHECK(why(tiled, rows_of({"K"}, {{4, 5}})) == "no error");  // has no queries
  // Two names of what is both here: the row blocks' contexts, and the output.
  CHECK(why(tiled, rows_of({"context"}, {{4, 5}})) == "no error");
}

TEST_CASE("left: a skipped tile stands where it begins") {
  CHECK(why(tiled, rows_of({"tile0,1.skipped"}, {{0, 1}})) == "no error");
  CHECK(why(tiled, rows_of({"tile1,2.skipped"}, {{0, 1}})) ==
        "step \"tile1,2.skipped\": nothing of it is left to show: it has row 2, and you ask for row 0");
}

TEST_CASE("left: the fused kernel's steps") {
  const auto fused =
      computed::problem_of({{"Q", {2, 3, 1}}, {"K", {2, 1, 1}}, {"V", {2, 1, 1}}, {"backend", "flash"}});
  const auto why_fused = [&](const Selection& selection) {
    return error_of([&] { resolve(selection, *fused); });
  };
  CHECK(why_fused({{"head0.lse"}, {}, {1}, {}}).starts_with("step \"head0.lse\": nothing of it is left"));
  CHECK(why_fused({{"head1.lse", "output"}, {}, {1}, {{2, 3}}}) == "no error");
}

/// What `resolve` lets through is never empty: said of every step, head and row by the steps that are handed
/// on.
TEST_CASE("left: what is not refused shows something of each step") {
  class Ids : public Sink {
   public:
    void step(const Step& step) override {
      if (step.values.size() > 0 || step.name == "skipped") ids.insert(step.id);
    }
    std::set<std::string> ids;
  };
  std::size_t refused = 0;
  for (const std::string& text : {two_heads, tiled}) {
    const auto problem = parsed(text);
    Ids all;
    run(*problem, all);
    for (const std::string& id : all.ids)
      for (std::size_t row = 0; row < problem->sizes.n_q; ++row)
        for (std::size_t head = 0; head < problem->sizes.heads; ++head) {
          const Selection selection{{id}, {}, {head}, {{row, row + 1}}};
          Ids shown;
          SelectingSink sink(selection, shown);
          run(*problem, sink);
          const bool is_refused = why(text, selection) != "no error";
          INFO(id, " head ", head, " row ", row);
          CHECK(is_refused == shown.ids.empty());
          refused += is_refused ? 1 : 0;
        }
  }
  CHECK(refused > 0);
}

}  // namespace attn
