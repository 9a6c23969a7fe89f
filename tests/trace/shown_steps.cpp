// Steps by the names that the trace shows them by, and the table of step names.
#include <doctest/doctest.h>

#include <set>

#include "attn/version.hpp"
#include "computed.hpp"

namespace attn {

using computed::error_of;
using computed::mask_spec;
using computed::problem_of;
using computed::Said;
using Ids = std::vector<std::string>;

namespace {

const std::vector<Said> one_head{{"Q", {2, 2}}, {"K", {2, 2}}, {"V", {2, 2}}};
const std::vector<Said> two_heads{{"Q", {2, 2, 2}}, {"K", {2, 2, 2}}, {"V", {2, 2, 2}}};

std::vector<Said> with(std::vector<Said> said, const std::vector<Said>& more) {
  said.insert(said.end(), more.begin(), more.end());
  return said;
}

/// The ids that a selection of these steps lets through.
Ids shown(const std::vector<Said>& said, const Ids& steps, const std::vector<MaskSpec>& masks = {}) {
  class IdsOnly : public Sink {
   public:
    void step(const Step& step) override { ids.push_back(step.id); }
    Ids ids;
  };
  std::vector<Said> filled = said;
  for (Said& one : filled)
    if (auto* array = std::get_if<Array>(&one.value)) array->values.assign(element_count(array->shape), 1);
  const auto problem = problem_of(filled, masks);
  const Selection selection = resolve({steps, {}, {}, {}}, *problem);
  IdsOnly ids;
  SelectingSink sink(selection, ids);
  run(*problem, sink);
  return ids.ids;
}

std::string selection_error(const std::vector<Said>& said, const std::string& step) {
  return error_of([&] { resolve({{step}, {}, {}, {}}, *problem_of(said)); });
}

}  // namespace

TEST_CASE("shown: with one head and no W_O, context and concat are the output") {
  const auto problem = problem_of(one_head);
  for (const char* name : {"context", "concat", "output"}) CHECK(shown_name(*problem, name) == "output");
  const auto projected = problem_of(with(one_head, {{"W_O", {2, 2}}}));
  CHECK(shown_name(*projected, "concat") == "context");
  CHECK(shown_name(*projected, "context") == "context");
  CHECK(shown_name(*projected, "output") == "output");
}

TEST_CASE("shown: with several heads and no W_O, concat is the output") {
  const auto problem = problem_of(two_heads);
  CHECK(shown_name(*problem, "context") == "context");
  CHECK(shown_name(*problem, "concat") == "output");
  const auto projected = problem_of(with(two_heads, {{"W_O", {4, 2}}}));
  CHECK(shown_name(*projected, "concat") == "concat");
}

TEST_CASE("shown: masked without a mask and capped without softcap are what came before") {
  const MaskSpec causal = mask_spec("causal");
  const auto name = [](const std::shared_ptr<const Problem>& problem, std::string_view step) {
    return std::string(shown_name(*problem, step));
  };
  CHECK(name(problem_of(one_head), "masked") == "scaled");
  CHECK(name(problem_of(one_head), "capped") == "scaled");
  CHECK(name(problem_of(with(one_head, {{"softcap", 1}})), "masked") == "capped");
  CHECK(name(problem_of(one_head, {causal}), "masked") == "masked");
  CHECK(name(problem_of(one_head, {causal}), "capped") == "scaled");
  CHECK(name(problem_of(one_head), "weights") == "weights");
}

TEST_CASE("selected: by name, by id, by the name of what it equals") {
  CHECK(shown(two_heads, {"weights"}) == Ids{"head0.weights", "head1.weights"});
  CHECK(shown(two_heads, {"head1.weights", "output"}) == Ids{"head1.weights", "output"});
  CHECK(shown(two_heads, {"head1.masked"}) == Ids{"head1.scaled"});
  CHECK(shown(one_head, {"context"}) == Ids{"output"});
  CHECK(shown(one_head, {"concat", "lse"}) == Ids{"lse", "output"});
}

TEST_CASE("selected: in tiles") {
  const auto tiled = with(one_head, {{"tile.rows", 1}, {"tile.cols", 2}});
  CHECK(shown(tiled, {"tile1,0.masked"}) == Ids{"tile1,0.scaled"});
  CHECK(shown(tiled, {"tile1.context"}) == Ids{"tile1.context"});
  // A row block ends in a context, and the whole head's is the output.
  CHECK(shown(tiled, {"context"}) == Ids{"tile0.context", "tile1.context", "output"});
  CHECK(shown(tiled, {"output"}) == Ids{"output"});
}

TEST_CASE("selected: a step that this problem does not have") {
  CHECK(selection_error({{"scaled", {2, 2}}}, "scores") ==
        "step \"scores\": this problem has no such step in the standard pipeline; it has scaled, row_max, "
        "shifted, "
        "exp, row_sum, weights, lse");
  CHECK(
      selection_error(with(one_head, {{"tile.rows", 1}, {"tile.cols", 1}}), "weights") ==
      "step \"weights\": this problem has no such step in the tiled mode; it has Q, K, V, row_max, row_sum, "
      "accumulator, scores, scaled, tile_max, exp, tile_sum, correction, context, lse, output");
  CHECK(selection_error(two_heads, "head1.concat") ==
        "step \"head1.concat\": this problem has concat as output, but not in that place; it has output");
  CHECK(selection_error(one_head, "row_max") == "no error");
}

TEST_CASE("selected: a place that the step is not in") {
  const auto tiled = with(one_head, {{"tile.rows", 1}, {"tile.cols", 1}});
  CHECK(
      selection_error(tiled, "tile2,0.exp") ==
      "step \"tile2,0.exp\": this problem has exp, but not in that place; it has tile0,0.exp to tile1,1.exp");
  CHECK(selection_error(one_head, "tile0,0.scores") ==
        "step \"tile0,0.scores\": the standard pipeline has no tiles, --tile R,C makes them; it has Q, K, V, "
        "scores, scaled, row_max, shifted, exp, row_sum, weights, lse, output");
  CHECK(selection_error(with(one_head, {{"backend", "flash"}}), "tile0,0.lse") ==
        "step \"tile0,0.lse\": the fused kernel's trace has no tiles, --tile R,C with --backend tiled makes "
        "them; "
        "it has lse, output");
}

TEST_CASE("decimals are those of a step, under the name that it is shown by") {
  const auto decimals = [](const std::map<std::string, int, std::less<>>& of_step,
                           const Naming& naming = {}) {
    return shown_decimals({.count = 5, .of_step = of_step}, *problem_of(two_heads), naming, "--round");
  };
  const auto error = [&](const std::map<std::string, int, std::less<>>& of_step, const Naming& naming = {}) {
    return error_of([&] { decimals(of_step, naming); });
  };
  CHECK(decimals({{"scores", 2}}).of_step == StepDecimals{.of_step = {{"scores", 2}}}.of_step);
  CHECK(decimals({{"head1.masked", 2}, {"concat", 3}}).of_step ==
        StepDecimals{.of_step = {{"head1.scaled", 2}, {"output", 3}}}.of_step);
  CHECK(decimals({{"concat", 3}}).count == 5);
  CHECK(error({{"concat", 3}, {"output", 3}}) ==
        "--round: step \"output\": it is said twice, under two of the names that are one here");
  CHECK(error({{"masked", 3}, {"capped", 3}}, {.names = {{"scaled", "Z"}}}) ==
        "--round: step \"Z\": it is said twice, under two of the names that are one here");
  CHECK(error({{"head2.scores", 1}}) ==
        "--round: step \"head2.scores\": the problem has 2 heads, expected head 0 to 1");
  CHECK(error({{"tile_max", 1}}).starts_with("--round: step \"tile_max\": this problem has no such step"));
}

TEST_CASE("a name goes to the step that is shown, unless that has one of its own") {
  const auto names = [](const std::vector<Said>& said, const GivenNames& given) {
    return Naming{.names = shown_names(given, *problem_of(said))};
  };
  const auto projected = with(two_heads, {{"W_O", {4, 2}}});
  CHECK(names(two_heads, {{"concat", "C"}}).name("output") == "C");
  CHECK(names(two_heads, {{"concat", "C"}, {"output", "Z"}}).name("output") == "Z");
  CHECK(names(projected, {{"concat", "C"}}).name("output") == "output");
  CHECK(names(projected, {{"concat", "C"}}).name("concat") == "C");
  CHECK(names(two_heads, {{"context", "C"}}).name("output") == "output");
  // Of three names for one tensor the last one goes, and all can be typed.
  const Naming one = names(one_head, {{"concat", "D"}, {"context", "C"}, {"masked", "M"}});
  CHECK(one.name("output") == "D");
  CHECK(one.name("scaled") == "M");
  const auto problem = problem_of(one_head);
  for (const char* typed : {"C", "D", "context", "concat", "output"})
    CHECK(shown_id(*problem, one.meant_id(typed, "x")) == "output");
  // A row block of the tiled mode ends in a context of its own.
  const auto tiled = with(one_head, {{"tile.rows", 1}, {"tile.cols", 1}});
  CHECK(names(tiled, {{"context", "C"}}).name("output") == "output");
  CHECK(names(tiled, {{"concat", "D"}}).name("output") == "D");
}

TEST_CASE("step names: each once, with help and a shape") {
  std::set<std::string_view> names;
  for (const StepName& step : step_names()) {
    CHECK(names.insert(step.name).second);
    CHECK_FALSE(step.help.empty());
    CHECK(step.shape.starts_with('['));
  }
}

TEST_CASE("header: sizes, conventions and where the queries stand") {
  const computed::Trace trace = computed::trace_of(
      "{'title': 't', 'notes': 'n', 'tokens': {'query': ['a'], 'key': ['b', 'c']}, 'Q': [[1]],"
      " 'K': [[1], [2]], 'V': [[1], [2]], 'scale': 2, 'mask': {'type': 'causal', 'align': 'bottom-right'}}");
  CHECK(trace.header.version == version());
  CHECK(trace.header.title == "t");
  CHECK(trace.header.notes == "n");
  CHECK(trace.header.options.backend == Backend::reference);
  CHECK(trace.header.tokens.key == Ids{"b", "c"});
  CHECK(trace.header.sizes.n_k == 2);
  CHECK(trace.header.options.scale_given);
  REQUIRE(trace.header.masks.size() == 1);
  CHECK(trace.header.masks[0].description == "causal, bottom-right");
  CHECK(trace.header.masks[0].positions == std::vector<std::vector<std::ptrdiff_t>>{{1}});
}

TEST_CASE("header: whether some query sees no key") {
  const auto has_empty_rows = [](const std::string& mask) {
    return computed::trace_of("{'scaled': [[1, 2], [3, 4], [5, 6]], 'mask': " + mask + "}")
        .header.has_empty_rows;
  };
  CHECK_FALSE(has_empty_rows("[]"));
  CHECK_FALSE(has_empty_rows("{'type': 'causal', 'align': 'top-left'}"));
  CHECK(
      has_empty_rows("{'type': 'causal', 'align': 'bottom-right'}"));  // query 0 stands in front of all keys
  CHECK_FALSE(has_empty_rows("{'type': 'boolean', 'true_means': 'attend', 'values': [true, false]}"));
  CHECK(
      has_empty_rows("{'type': 'boolean', 'true_means': 'attend', 'values': [[true, false], [false, false], "
                     "[true, true]]}"));
  // Each of them shows every query a key, both together show query 0 none.
  CHECK(
      has_empty_rows("[{'type': 'causal', 'align': 'top-left'},"
                     " {'type': 'boolean', 'true_means': 'attend', 'values': [false, true]}]"));
}

TEST_CASE("steps: the formula and the operands say what was computed from what") {
  const computed::Trace trace =
      computed::trace_of("{'Q': [[1, 2]], 'K': [[3, 4]], 'V': [[5]], 'tile': {'rows': 1, 'cols': 1}}");
  const computed::KeptStep& scores = trace.at("tile0,0.scores");
  CHECK(scores.op == "matmul_transposed");
  CHECK(scores.formula == "Q[0:1] · K[0:1]ᵀ");
  REQUIRE(scores.operands.size() == 2);
  CHECK(scores.operands[1].id == "K");
  CHECK(scores.operands[1].rows == Range{0, 1});
  CHECK_FALSE(scores.operands[1].columns.has_value());
  CHECK(trace.at("tile0,0.row_max").formula == "max(tile0.row_max, tile_max)");
}

}  // namespace attn

TEST_CASE("notes: indices count from 0 or 1, sizes do not") {
  CHECK(attn::note_text("no query of #0:2 sees a key of #2:4") == "no query of 0:2 sees a key of 2:4");
  CHECK(attn::note_text("no query of #0:2 sees a key of #2:4", 1) == "no query of 1:2 sees a key of 3:4");
  CHECK(attn::note_text("kv head #0 of 2", 1) == "kv head 1 of 2");
  CHECK(attn::note_text("#", 1) == "#");
  CHECK(attn::note_text("") == "");
}
