// Rows that see no key, hidden NaN, no keys, no queries: the corners, whole and in tiles.
#include <doctest/doctest.h>

#include <set>

#include "computed.hpp"

namespace attn {

using computed::check_close;
using computed::inf;
using computed::nan;
using computed::Rows;
using computed::tiled;
using computed::Trace;
using computed::trace_of;

namespace {

/// The problem whole, and in tiles of several sizes.
std::vector<std::string> all_ways(const std::string& text) {
  return {text, tiled(text, 1, 1), tiled(text, 1, 2), tiled(text, 2, 1), tiled(text, 7, 7)};
}

/// Both modes give this output and lse.
void check_result(const std::string& text, const Rows& output, const Rows& lse) {
  for (const std::string& way : all_ways(text)) {
    CAPTURE(way);
    const Trace trace = trace_of(way);
    check_close(trace["output"], output);
    check_close(trace["lse"], lse);
  }
}

}  // namespace

TEST_CASE("empty row: weights 0, output 0, lse -inf") {
  const std::string text =
      "{'Q': [[1, 0], [0, 1]], 'K': [[1, 0], [0, 1]], 'V': [[1, 2], [3, 4]],"
      " 'mask': {'type': 'boolean', 'true_means': 'attend', 'values': [[1, 0], [0, 0]]}}";
  // Row 0 sees one key: its weight is 1, its lse that key's score, 1/√2.
  check_result(text, {{1, 2}, {0, 0}}, {{0.7071067811865475}, {-inf}});
  const Trace trace = trace_of(text);
  CHECK(trace.text("weights") == "[[1, 0], [0, 0]]");
  CHECK(trace.text("row_max") == computed::text(computed::matrix_of({{trace["scaled"](0, 0)}, {-inf}})));
  CHECK(trace.text("shifted") == "[[0, -inf], [-inf, -inf]]");
  CHECK(trace.text("row_sum") == "[[1], [0]]");
}

TEST_CASE("empty row: or NaN, by convention") {
  const std::string text =
      "{'Q': [[1, 0], [0, 1]], 'K': [[1, 0], [0, 1]], 'V': [[1, 2], [3, 4]], 'empty_row': 'nan',"
      " 'mask': {'type': 'boolean', 'true_means': 'attend', 'values': [[1, 0], [0, 0]]}}";
  check_result(text, {{1, 2}, {nan, nan}}, {{0.7071067811865475}, {nan}});
  CHECK(trace_of(text).text("weights") == "[[1, 0], [nan, nan]]");
}

TEST_CASE("empty row: the naive softmax keeps the convention") {
  const std::string text =
      "{'scaled': [[5, 6]], 'V': [[1], [2]], 'softmax': 'naive',"
      " 'mask': {'type': 'boolean', 'true_means': 'attend', 'values': [[0, 0]]}}";
  const Trace trace = trace_of(text);
  CHECK(trace.text("weights") == "[[0, 0]]");
  CHECK(trace.text("output") == "[[0]]");
  CHECK(trace.text("lse") == "[[-inf]]");
}

TEST_CASE("bottom-right with more queries than keys: the first ones see nothing") {
  // Query i stands at i - 3: queries 0, 1, 2 before the first key, query 3 sees key 0, query 4 both.
  check_result(
      "{'Q': [[0], [0], [0], [0], [0]], 'K': [[0], [0]], 'V': [[10], [20]],"
      " 'mask': {'type': 'causal', 'align': 'bottom-right'}}",
      {{0}, {0}, {0}, {10}, {15}}, {{-inf}, {-inf}, {-inf}, {0}, {0.69314718055994531}});
}

TEST_CASE("hidden keys and values take no part, NaN or not") {
  for (const std::string junk : {"'nan'", "'inf'", "'-inf'", "1e308"}) {
    const std::string text = "{'Q': [[1, 1]], 'K': [[1, 0], [" + junk + ", 0]], 'V': [[5, 6], [" + junk +
                             ", 7]], 'scale': 1,"
                             " 'mask': {'type': 'boolean', 'true_means': 'attend', 'values': [[1, 0]]}}";
    check_result(text, {{5, 6}}, {{1}});
    CHECK(trace_of(text).text("weights") == "[[1, 0]]");
  }
}

TEST_CASE("hidden by padding, window or causal alike") {
  const std::string junk = "{'Q': [[0]], 'K': [[0], [0], ['nan']], 'V': [[1], [3], ['nan']], 'mask': ";
  const Rows mean{{2}};
  const Rows ln_2{{0.69314718055994531}};
  check_result(junk + "{'type': 'padding', 'key_lengths': [2]}}", mean, ln_2);
  check_result(junk + "{'type': 'window', 'left': 0, 'right': 1, 'align': 'top-left'}}", mean, ln_2);
  check_result(junk + "{'type': 'additive', 'values': [0, 0, '-inf']}}", mean, ln_2);
}

TEST_CASE("a visible NaN or +inf score spoils its row, and no other") {
  for (const std::string junk : {"'nan'", "'inf'"})
    check_result("{'scaled': [[1, " + junk + "], [0, 0]], 'V': [[1], [3]]}", {{nan}, {2}},
                 {{nan}, {0.69314718055994531}});
}

TEST_CASE("a visible NaN in V spoils its column, and no other") {
  check_result("{'scaled': [[0, 0]], 'V': [[1, 'nan'], [3, 4]]}", {{2, nan}}, {{0.69314718055994531}});
}

TEST_CASE("scores of -inf without a mask are computed with, not an empty row") {
  // A row of nothing but -inf is 0/0. One finite score takes all the weight.
  check_result("{'scaled': [['-inf', 2], ['-inf', '-inf']], 'V': [[1], [3]]}", {{3}, {nan}}, {{2}, {-inf}});
}

TEST_CASE("no keys: output 0 with the width of V, lse -inf") {
  const std::string text = "{'Q': [[0, 0], [0, 0]], 'K': {'shape': [0, 2]}, 'V': {'shape': [0, 3]}}";
  check_result(text, {{0, 0, 0}, {0, 0, 0}}, {{-inf}, {-inf}});
  std::string undefined = text;
  undefined.pop_back();
  check_result(undefined + ", 'empty_row': 'nan'}", {{nan, nan, nan}, {nan, nan, nan}}, {{nan}, {nan}});
  // With a mask, and with several heads.
  check_result(undefined + ", 'mask': {'type': 'causal', 'align': 'top-left'}}", {{0, 0, 0}, {0, 0, 0}},
               {{-inf}, {-inf}});
  for (const std::string& way :
       all_ways("{'Q': [[[1]], [[2]]], 'K': {'shape': [2, 0, 1]}, 'V': {'shape': [2, 0, 1]}}"))
    CHECK(trace_of(way).text("output") == "[[0, 0]]");
}

TEST_CASE("no queries: no rows") {
  const std::string text = "{'Q': {'shape': [0, 2]}, 'K': [[1, 2]], 'V': [[3, 4, 5]]";
  for (const std::string masks : {"}", ", 'mask': {'type': 'causal', 'align': 'bottom-right'}}"})
    for (const std::string& way : all_ways(text + masks)) {
      const Trace trace = trace_of(way);
      CHECK(trace["output"].shape(0) == 0);
      CHECK(trace["output"].shape(1) == 3);
      CHECK(trace["lse"].shape(0) == 0);
      CHECK(trace.at("output").axes == Axes{{"query", 0}, {"d_v", 3}});
    }
}

TEST_CASE("no queries and no keys") {
  for (const std::string& way :
       all_ways("{'Q': {'shape': [0, 2]}, 'K': {'shape': [0, 2]}, 'V': {'shape': [0, 1]}}"))
    CHECK(trace_of(way)["output"].size() == 0);
}

TEST_CASE("one query, one key, in tiles of one") {
  const Trace trace = trace_of("{'Q': [[2]], 'K': [[3]], 'V': [[5]], 'tile': {'rows': 1, 'cols': 1}}");
  CHECK(trace.text("tile0,0.scores") == "[[6]]");
  CHECK(trace.text("tile0,0.tile_max") == "[[6]]");
  CHECK(trace.text("tile0,0.exp") == "[[1]]");
  CHECK(trace.text("tile0,0.correction") == "[[0]]");  // there was nothing before
  CHECK(trace.text("tile0,0.accumulator") == "[[5]]");
  CHECK(trace.text("output") == "[[5]]");
  CHECK(trace.text("lse") == "[[6]]");
}

TEST_CASE("the notes say which queries see no key") {
  const auto notes = [](const std::string& text) {
    std::set<std::string> notes_of_steps;
    const Trace trace = trace_of(text);
    for (const auto& [id, step] : trace.steps)
      if (!step.note.empty()) notes_of_steps.insert(step.note);
    return notes_of_steps;
  };
  CHECK(notes("{'Q': [[0], [0], [0]], 'K': [[0]], 'V': [[1]],"
              " 'mask': {'type': 'causal', 'align': 'bottom-right'}}") ==
        std::set<std::string>{"no visible key for queries 0, 1"});
  CHECK(notes("{'Q': [[0], [0]], 'K': [[0]], 'V': [[1]],"
              " 'mask': {'type': 'causal', 'align': 'bottom-right'}}") ==
        std::set<std::string>{"no visible key for query 0"});
  CHECK(notes("{'Q': [[0]], 'K': [[0]], 'V': [[1]], 'mask': 'causal'}").empty());
}

}  // namespace attn
