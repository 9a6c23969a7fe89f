#include <doctest/doctest.h>

#include "attn/error.hpp"
#include "render/samples.hpp"

namespace attn {

using samples::counting;
using samples::Sample;

namespace {

/// Keeps the ids, axes and values of what it is handed.
class Seen : public Sink {
 public:
  void step(const Step& step) override {
    ids.push_back(step.id);
    axes.push_back(step.axes);
    values.emplace_back(step.values.begin(), step.values.end());
  }
  std::vector<std::string> ids;
  std::vector<Axes> axes;
  std::vector<std::vector<double>> values;
};

Seen select(const Selection& selection, const std::vector<Sample>& steps) {
  Seen seen;
  SelectingSink sink(selection, seen);
  for (const auto& step : steps)
    if (sink.wants(step.name, step.place)) step.show(sink);
  return seen;
}

Sample at(std::string_view name, Place place) {
  auto sample = counting(2, 2);
  sample.name = name;
  sample.place = place;
  return sample;
}

std::vector<Sample> two_heads() {
  return {at("X", {0, {}, {}, {}}), at("weights", {0, 0, {}, {}}), at("weights", {0, 1, {}, {}}),
          at("output", {0, {}, {}, {}}), at("weights", {1, 1, {}, {}})};
}

std::vector<double> range(double begin, double end) {
  std::vector<double> numbers;
  for (double x = begin; x < end; ++x) numbers.push_back(x);
  return numbers;
}

}  // namespace

TEST_CASE("selection: nothing said selects all") {
  CHECK(select({}, two_heads()).ids.size() == 5);
}

TEST_CASE("selection: steps by name and by id") {
  using Ids = std::vector<std::string>;
  CHECK(select({{"output"}, {}, {}, {}}, two_heads()).ids == Ids{"batch0.output"});
  CHECK(select({{"weights"}, {}, {}, {}}, two_heads()).ids.size() == 3);
  CHECK(select({{"batch0.head1.weights", "X"}, {}, {}, {}}, two_heads()).ids ==
        Ids{"batch0.X", "batch0.head1.weights"});
  CHECK(select({{"head1.weights"}, {}, {}, {}}, two_heads()).ids.empty());  // not the whole id
}

TEST_CASE("selection: batch entries and heads") {
  using Ids = std::vector<std::string>;
  CHECK(select({{}, {1}, {}, {}}, two_heads()).ids == Ids{"batch1.head1.weights"});
  CHECK(select({{}, {}, {0}, {}}, two_heads()).ids ==
        Ids{"batch0.X", "batch0.head0.weights", "batch0.output"});
  CHECK(select({{"weights"}, {0, 1}, {1}, {}}, two_heads()).ids ==
        Ids{"batch0.head1.weights", "batch1.head1.weights"});
}

TEST_CASE("selection: rows of the queries") {
  const auto seen = select({{}, {}, {}, {Range{1, 3}}}, {counting(4, 2),
                                                         {"row_max", {{"query", 4}}, {0, 1, 2, 3}},
                                                         {"K", {{"key", 4}, {"d_k", 1}}, {0, 1, 2, 3}},
                                                         {"x", {{"key", 2}, {"query", 4}}, range(0, 8)}});
  CHECK(seen.axes[0] == Axes{{"query", 2, 1}, {"key", 2, 0}});
  CHECK(seen.values[0] == range(2, 6));
  CHECK(seen.axes[1] == Axes{{"query", 2, 1}});
  CHECK(seen.values[1] == range(1, 3));
  CHECK(seen.values[2] == range(0, 4));
  CHECK(seen.axes[3] == Axes{{"key", 2, 0}, {"query", 2, 1}});
  CHECK(seen.values[3] == std::vector<double>{1, 2, 5, 6});
}

TEST_CASE("selection: rows with gaps keep their indices") {
  class : public Sink {
   public:
    void step(const Step& step) override {
      axes.push_back(step.axes);
      values.emplace_back(step.values.begin(), step.values.end());
      for (std::size_t row = 0; row < step.values.shape(0); ++row) rows.push_back(step.row_of(row));
    }
    std::vector<Axes> axes;
    std::vector<std::vector<double>> values;
    std::vector<std::size_t> rows;
  } seen;
  SelectingSink sink({{}, {}, {}, {Range{0, 1}, Range{2, 4}}}, seen);
  counting(5, 2).show(sink);
  CHECK(seen.axes[0] == Axes{{"query", 3, 0, {0, 2, 3}}, {"key", 2}});
  CHECK(seen.axes[0][0].at(1) == 2);
  CHECK(seen.values[0] == std::vector<double>{0, 1, 4, 5, 6, 7});
  CHECK(seen.rows == std::vector<std::size_t>{0, 2, 3});
  // A tile of queries 2 to 5 has two of them, side by side.
  auto tile = counting(4, 1);
  tile.axes[0].begin = 2;
  tile.show(sink);
  CHECK(seen.axes[1] == Axes{{"query", 2, 2}, {"key", 1}});
  CHECK(seen.values[1] == range(0, 2));
}

TEST_CASE("selection: error bounds go with their rows") {
  const Matrix<double> values = {{0, 1}, {2, 3}, {4, 5}};
  const Matrix<double> bound = {{0.5, 1.5}, {2.5, 3.5}, {4.5, 5.5}};
  class : public Sink {
   public:
    void step(const Step& step) override {
      if (step.bound) bounds.emplace_back(step.bound->begin(), step.bound->end());
    }
    std::vector<std::vector<double>> bounds;
  } seen;
  SelectingSink some({{}, {}, {}, {Range{1, 3}}}, seen);
  SelectingSink all({}, seen);
  Step step{"exp", "exp", {}, "exp", "", {}, {{"query", 3}, {"key", 2}}, values, "", false, &bound};
  some.step(step);
  all.step(step);
  CHECK(seen.bounds == std::vector{range(2.5, 6), range(0.5, 6)});
  step.bound = nullptr;
  some.step(step);
  CHECK(seen.bounds.size() == 2);
}

TEST_CASE("selection: rows of tiles, which begin later") {
  const auto tile = [](std::size_t begin, std::size_t rows) {
    auto step = counting(rows, 1);
    step.axes[0].begin = begin;
    return step;
  };
  const auto seen =
      select({{}, {}, {}, {Range{3, 6}}}, {tile(0, 2), tile(2, 2), tile(4, 2), tile(6, 2), tile(2, 6)});
  CHECK(seen.axes.size() == 3);
  CHECK(seen.axes[0][0] == Axis{"query", 1, 3});
  CHECK(seen.values[0] == range(1, 2));
  CHECK(seen.axes[1][0] == Axis{"query", 2, 4});
  CHECK(seen.values[1] == range(0, 2));
  CHECK(seen.axes[2][0] == Axis{"query", 3, 3});
  CHECK(seen.values[2] == range(1, 4));
  // A skipped tile has no rows: it belongs where it begins.
  CHECK(select({{}, {}, {}, {Range{2, 4}}}, {tile(0, 0), tile(2, 0), tile(4, 0)}).axes.size() == 1);
}

TEST_CASE("selection: what does not exist") {
  Sizes sizes;
  sizes.batch = 2;
  sizes.heads = 4;
  sizes.n_q = 3;
  const auto fails = [&](const Selection& selection, const char* why) {
    CHECK_THROWS_WITH_AS(selection.check(sizes), why, InputError);
  };
  fails({{"wieghts"}, {}, {}, {}}, "step \"wieghts\": there is no such step; did you mean \"weights\"?");
  fails({{"head1.wieghts"}, {}, {}, {}},
        "step \"head1.wieghts\": there is no such step; did you mean \"head1.weights\"?");
  fails({{"fuzzlewump"}, {}, {}, {}},
        "step \"fuzzlewump\": there is no such step; \"attn-calc list steps\" shows all");
  fails({{""}, {}, {}, {}}, "step \"\": there is no such step; \"attn-calc list steps\" shows all");
  for (const auto* id : {"hed1.weights", "head.weights", "head1batch0.weights", "head01.weights", ".weights",
                         "tile0,.exp", "tile,1.exp", "head1..weights", "head99999999999999999999.weights"})
    CHECK_THROWS_AS((Selection{{id}, {}, {}, {}}.check(sizes)), InputError);
  fails({{"hed1.weights"}, {}, {}, {}},
        "step \"hed1.weights\": expected a place such as \"batch0.head1.tile0,2.\" in front of weights");
  fails({{"head4.weights"}, {}, {}, {}},
        "step \"head4.weights\": the problem has 4 heads, expected head 0 to 3");
  fails({{}, {2}, {}, {}}, "there is no batch entry 2 to show: the problem has 2, numbered from 0");
  fails({{}, {}, {0, 4}, {}}, "there is no head 4 to show: the problem has 4, numbered from 0");
  fails({{}, {}, {}, {Range{2, 2}}}, "there are no rows 2:2 to show: n_q is 3, and the end is not included");
  fails({{}, {}, {}, {Range{0, 4}}}, "there are no rows 0:4 to show: n_q is 3, and the end is not included");
  const Naming from_one{.index_from = 1, .names = {{"weights", "A"}}};
  const auto named = [&](const Selection& selection) {
    try {
      selection.check(sizes, from_one);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(named({{"head4.weights"}, {}, {}, {}}) ==
        "step \"head5.A\": the problem has 4 heads, expected head 1 to 4");
  CHECK(named({{}, {}, {4}, {}}) == "there is no head 5 to show: the problem has 4, numbered from 1");
  CHECK(named({{}, {}, {}, {Range{0, 4}}}) == "there are no rows 1:4 to show: n_q is 3, counted from 1");
  sizes.heads = 1;
  fails({{"head0.weights"}, {}, {}, {}},
        "step \"head0.weights\": the problem has one head, so ids don't name it");
}

TEST_CASE("selection: what exists") {
  Sizes sizes;
  sizes.batch = 2;
  sizes.heads = 4;
  sizes.n_q = 3;
  const Selection selection{
      {"weights", "head3.weights", "batch1.head0.tile0,2.row_max", "tile1.lse"}, {0, 1}, {3}, {Range{0, 3}}};
  CHECK_NOTHROW(selection.check(sizes));
  for (const auto& step : step_names())
    CHECK_NOTHROW((Selection{{std::string(step.name)}, {}, {}, {}}.check(sizes)));
}

}  // namespace attn
