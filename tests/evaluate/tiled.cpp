// The tiled mode: the online softmax by hand, and the same answers as the standard pipeline.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "evaluate/distance.hpp"
#include "graph/support.hpp"

namespace attn {

using computed::check_close;
using computed::inf;
using computed::mask_spec;
using computed::nan;
using computed::problem_of;
using computed::Said;
using computed::Trace;
using computed::trace_of;

namespace {

/// Numbers without a pattern in (-2, 2): the fractional parts of multiples of the golden ratio.
Array scattered(Shape shape, double low = -2, double high = 2) {
  Array array = computed::filled(std::move(shape));
  double x = 0.5;
  for (double& value : array.values) {
    x = std::fmod(x + 0.61803398874989485, 1.0);
    value = low + (high - low) * x;
  }
  return array;
}

std::vector<Said> in_tiles(std::vector<Said> said, std::size_t rows, std::size_t columns) {
  said.emplace_back("tile.rows", rows);
  said.emplace_back("tile.cols", columns);
  return said;
}

struct Example {
  const char* name;
  std::vector<Said> said;
  std::vector<MaskSpec> masks;
};

/// Values are positive, so that a sum of them loses nothing to cancellation, and ulps say something.
std::vector<Example> examples() {
  const Array q = scattered({2, 4, 5, 3});
  const Array k = scattered({2, 2, 7, 3});
  const Array v = scattered({2, 2, 7, 2}, 1, 2);
  const std::vector<Said> batched{{"Q", q}, {"K", k}, {"V", v}};
  const MaskSpec causal = mask_spec("causal", {{"align", "bottom-right"}});
  const Array lengths{{2}, {3, 6}, false, {}};
  return {
      {"plain", batched, {}},
      {"causal", batched, {causal}},
      {"top-left window", batched, {mask_spec("window", {{"left", 1}, {"right", 1}, {"align", "top-left"}})}},
      {"padding and alibi",
       batched,
       {mask_spec("padding", {{"key_lengths", lengths}}),
        mask_spec("alibi", {{"slopes", "auto"}, {"align", "bottom-right"}})}},
      {"softcap and causal", {{"Q", q}, {"K", k}, {"V", v}, {"softcap", 1.5}}, {causal}},
      {"scores", {{"scores", scattered({5, 7})}, {"d_k", 2}, {"V", scattered({7, 2}, 1, 2)}}, {}},
      {"no V", {{"scaled", scattered({5, 7})}}, {}},
      {"W_O",
       {{"Q", scattered({5, 4})},
        {"K", scattered({7, 4})},
        {"V", scattered({7, 4}, 1, 2)},
        {"heads", 2},
        {"W_O", scattered({4, 3}, 1, 2)}},
       {}},
  };
}

}  // namespace

TEST_CASE("tiled: the online softmax by hand") {
  // Scores ln 1, ln 3, ln 2 in tiles of one: the maximum rises once, from 0 to ln 3.
  const Trace trace = trace_of(
      "{'scaled': [[0, 1.0986122886681098, 0.6931471805599453]], 'V': [[6], [12], [18]],"
      " 'tile': {'rows': 1, 'cols': 1}}");
  CHECK(trace.text("tile0.row_max") == "[[-inf]]");
  CHECK(trace.text("tile0.row_sum") == "[[0]]");
  CHECK(trace.text("tile0.accumulator") == "[[0]]");
  CHECK(trace.text("tile0,0.row_max") == "[[0]]");
  CHECK(trace.text("tile0,0.row_sum") == "[[1]]");
  CHECK(trace.text("tile0,0.accumulator") == "[[6]]");
  check_close(trace["tile0,1.correction"], {{1.0 / 3}});      // e^(0 - ln 3)
  check_close(trace["tile0,1.row_sum"], {{4.0 / 3}});         // 1/3 · 1 + 1
  check_close(trace["tile0,1.accumulator"], {{14}});          // 1/3 · 6 + 12
  check_close(trace["tile0,2.exp"], {{2.0 / 3}});             // e^(ln 2 - ln 3)
  CHECK(trace.text("tile0,2.correction") == "[[1]]");         // the maximum stays
  check_close(trace["tile0,2.row_sum"], {{2}});               // 4/3 + 2/3
  check_close(trace["tile0,2.accumulator"], {{26}});          // 14 + 2/3 · 18
  check_close(trace["output"], {{13}});                       // 26 / 2 = (1·6 + 3·12 + 2·18) / 6
  check_close(trace["lse"], {{1.79175946922805500}}, 1e-15);  // ln 6
}

TEST_CASE("tiled: a first tile with no visible key") {
  // Query 0 sees key 2, query 1 keys 0 and 2. Tile 1 is hidden from both, and skipped.
  const Trace trace = trace_of(
      "{'Q': [[0], [0]], 'K': [[0], [0], [0]], 'V': [[1], [100], [3]], 'tile': {'rows': 2, 'cols': 1},"
      " 'mask': {'type': 'boolean', 'true_means': 'attend', 'values': [[0, 0, 1], [1, 0, 1]]}}");
  CHECK(trace.text("tile0,0.row_max") == "[[-inf], [0]]");
  CHECK(trace.text("tile0,0.exp") == "[[0], [1]]");
  CHECK(trace.text("tile0,0.row_sum") == "[[0], [1]]");
  CHECK(trace.has("tile0,1.skipped"));
  CHECK_FALSE(trace.has("tile0,1.scores"));
  CHECK(trace.text("tile0,2.correction") == "[[0], [1]]");
  CHECK(trace.text("tile0,2.row_sum") == "[[1], [2]]");
  CHECK(trace.text("tile0,2.accumulator") == "[[3], [4]]");
  CHECK(trace.text("output") == "[[3], [2]]");
}

TEST_CASE("tiled: a row that sees a key only in the first tile keeps it") {
  const Trace trace = trace_of(
      "{'scaled': [[5, 0], [0, 0]], 'V': [[1], [3]], 'tile': {'rows': 2, 'cols': 1},"
      " 'mask': {'type': 'boolean', 'true_means': 'attend', 'values': [[1, 0], [1, 1]]}}");
  CHECK(trace.text("tile0,1.correction") == "[[1], [1]]");
  CHECK(trace.text("output") == "[[1], [2]]");
}

TEST_CASE("tiled: the same answers as the standard pipeline, at every tile size") {
  for (const Example& one : examples()) {
    const Trace standard = trace_of(*problem_of(one.said, one.masks));
    for (const std::size_t rows : {1U, 2U, 3U, 5U, 8U})
      for (const std::size_t columns : {1U, 2U, 3U, 4U, 7U, 8U}) {
        CAPTURE(one.name);
        CAPTURE(rows);
        CAPTURE(columns);
        const Trace tiles = trace_of(*problem_of(in_tiles(one.said, rows, columns), one.masks));
        std::size_t compared = 0;
        for (const auto& [id, step] : standard.steps) {
          if (step.name != "output" && step.name != "lse" && step.name != "context" && step.name != "concat")
            continue;
          ++compared;
          Distance distance;
          widen(distance, tiles[id], step.values);
          // lse may be next to 0, where ulps are small.
          CHECK((distance.max_ulp <= 8 || distance.max_abs <= 1e-15));
        }
        CHECK(compared > 0);
      }
  }
}

TEST_CASE("tiled: one tile for all is the standard pipeline, bit by bit") {
  const std::vector<Said> said{{"Q", scattered({5, 3})}, {"K", scattered({7, 3})}, {"V", scattered({7, 2})}};
  const Trace standard = trace_of(*problem_of(said));
  const Trace tiles = trace_of(*problem_of(in_tiles(said, 5, 7)));
  for (const std::string name : {"scores", "scaled", "row_max", "exp", "row_sum"})
    CHECK(tiles.text("tile0,0." + name) == standard.text(name));
  CHECK(tiles.text("lse") == standard.text("lse"));
}

TEST_CASE("tiled: the last row says how far the two are apart") {
  const std::vector<Said> said{{"scaled", scattered({5, 7})}, {"V", scattered({7, 2}, 1, 2)}};
  CHECK(trace_of(*problem_of(said)).footer.from_standard.empty());
  const Trace standard = trace_of(*problem_of(said));
  const Trace tiles = trace_of(*problem_of(in_tiles(said, 2, 3)));
  REQUIRE(tiles.footer.from_standard.size() == 2);
  for (const Distance& said_distance : tiles.footer.from_standard) {
    Distance distance;
    widen(distance, tiles[said_distance.step], standard[said_distance.step]);
    CHECK(said_distance.max_abs == distance.max_abs);
    CHECK(said_distance.max_ulp == distance.max_ulp);
  }
  CHECK(tiles.header.options.backend == Backend::tiled);
  CHECK(trace_of(*problem_of(said)).header.options.backend == Backend::reference);
}

TEST_CASE("tiled: the problem's own order of steps reaches the sink") {
  const std::vector<Said> said = in_tiles({{"scaled", scattered({3, 3})}, {"V", scattered({3, 1})}}, 2, 2);
  const auto problem = problem_of(said);
  CHECK(trace_of(*problem).ids == computed::ids_of(computed::graph_of(*problem)));
}

TEST_CASE("distance: NaN equals NaN, infinities by sign, ulps between doubles") {
  const auto distance = [](double a, double b) {
    Distance result;
    widen(result, computed::matrix_of({{a}}), computed::matrix_of({{b}}));
    return result;
  };
  CHECK(distance(1, 1).max_abs == 0);
  CHECK(distance(nan, nan).max_ulp == 0);
  CHECK(distance(inf, inf).max_ulp == 0);
  CHECK(distance(inf, -inf).max_ulp == inf);
  CHECK(distance(nan, 1).max_abs == inf);
  CHECK(distance(0.0, -0.0).max_ulp == 0);
  CHECK(distance(1, std::nextafter(1, 2)).max_ulp == 1);
  CHECK(distance(std::nextafter(0, 1), std::nextafter(0, -1)).max_ulp == 2);
  CHECK(distance(3, 1).max_abs == 2);
  CHECK(distance(1, 2).max_ulp == 4503599627370496.0);  // 2^52 doubles from 1 to 2
}

TEST_CASE("distance: ulps between floats, where these are what was computed") {
  const auto ulps = [](float a, float b) {
    Distance result;
    widen(result, computed::matrix_of({{a}}), computed::matrix_of({{b}}), true);
    return result.max_ulp;
  };
  CHECK(ulps(1, std::nextafter(1.0F, 2.0F)) == 1);
  CHECK(ulps(0.0F, -0.0F) == 0);
  CHECK(ulps(std::numeric_limits<float>::denorm_min(), -std::numeric_limits<float>::denorm_min()) == 2);
  CHECK(ulps(1, 2) == 0x1p23);
}

TEST_CASE("float32: close to float64, and no closer than float32 can be") {
  for (const Example& one : examples()) {
    CAPTURE(one.name);
    for (const auto& said : {one.said, in_tiles(one.said, 2, 3)}) {
      const auto problem = problem_of(said, one.masks);
      const Trace exact = trace_of(*problem);
      const Trace rounded = trace_of(*problem, float32);
      REQUIRE(rounded.ids == exact.ids);
      for (const std::string& id : exact.ids) {
        CAPTURE(id);
        computed::check_same(rounded[id], exact[id], 2e-6);
        for (const double value : rounded[id])
          CHECK((std::isnan(value) || value == static_cast<double>(static_cast<float>(value))));
      }
    }
  }
}

TEST_CASE("float32: a finite bias too large for it stays finite, so that no key is hidden by rounding") {
  // Row 0: key 1 wins. Row 1: both keys have the same bias, so the output is the mean of 1 and 3.
  const std::vector<Said> said{{"scaled", Array{{2, 2}, {0, 0, 0, 0}, false, {}}},
                               {"V", Array{{2, 1}, {1, 3}, false, {}}}};
  const Array values{{2, 2}, {-1e300, 0, -1e300, -1e300}, false, {}};
  const std::vector<MaskSpec> masks{mask_spec("additive", {{"values", values}})};
  CHECK(trace_of(*problem_of(said, masks), float32).text("output") == "[[3], [2]]");
  CHECK(trace_of(*problem_of(in_tiles(said, 1, 1), masks), float32).text("output") == "[[3], [2]]");
}

TEST_CASE("arithmetics: a table of names") {
  REQUIRE(arithmetics().size() == 4);
  CHECK(arithmetics()[0]->name == "float64");
  CHECK(arithmetics()[1]->name == "float32");
  CHECK(arithmetics()[2]->name == "bfloat16");
  CHECK(arithmetics()[3]->name == "float16");
}

}  // namespace attn
