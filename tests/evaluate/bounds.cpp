// Error bounds: no correct computation is outside them, and wrong ones are.
#include "attn/compare.hpp"
#include "evaluate/kinds.hpp"
#include "evaluate/plain.hpp"

namespace attn {

using computed::Kind;
using computed::kinds;
using computed::mask_spec;
using computed::Numbers;
using computed::problem_of;
using computed::reordered;
using computed::Trace;
using computed::with;

namespace {

constexpr Rounding double_rounding = rounding_of(Precision::float64);
constexpr Rounding single_rounding = rounding_of(Precision::float32);

Trace bounded_trace(const Problem& problem, const Arithmetic& arithmetic, const Rounding& rounding) {
  Trace trace;
  run(problem, trace, {.arithmetic = &arithmetic, .rounding = rounding});
  return trace;
}

/// How many cells of a step are further apart than its bound allows.
std::size_t outside(const Matrix<double>& theirs, const computed::KeptStep& ours) {
  REQUIRE(theirs.shape() == ours.values.shape());
  REQUIRE(ours.bound);
  REQUIRE(ours.bound->shape() == ours.values.shape());
  return compare({.actual = theirs, .expected = ours.values, .bound = &*ours.bound},
                 {.derived = Precision::float32})
      .differing;
}

void check_within(const Trace& theirs, const Trace& ours, const std::string& kind) {
  REQUIRE(theirs.ids == ours.ids);
  for (const std::string& id : ours.ids)
    CHECK_MESSAGE(outside(theirs[id], ours.at(id)) == 0, kind, ": ", id, ": ", theirs.text(id), " is not ",
                  ours.text(id), " within ", computed::text(*ours.at(id).bound));
}

double largest(const Matrix<double>& numbers) {
  return numbers.size() == 0 ? 0 : xt::amax(numbers)();
}

}  // namespace

TEST_CASE("bounds: float32 and float64 agree within them, in every step of every kind of problem") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    for (const double size : {0.01, 2.0, 30.0})
      for (const Kind& kind : kinds(seed, size)) {
        const auto problem = kind.problem();
        const Rounding rounding = single_rounding + double_rounding;
        const Trace wide = bounded_trace(*problem, float64, rounding);
        const Trace narrow = bounded_trace(*problem, float32, rounding);
        check_within(narrow, wide, kind.name);
        check_within(wide, narrow, kind.name + ", the other way round");
      }
}

TEST_CASE("bounds: any order of sums, in any arithmetic, is within them") {
  for (unsigned seed = 1; seed <= 40; ++seed)
    for (const auto& precision : precisions) {
      Numbers numbers(seed);
      const double size = seed % 4 == 0 ? 8 : 1;
      const Array q = numbers({4, 6}, -size, size);
      const Array k = numbers({9, 6}, -size, size);
      const Array v = numbers({9, 3}, -1, 1);
      const auto problem = problem_of({{"Q", q}, {"K", k}, {"V", v}, {"scale", 0.4}});
      const Trace ours = bounded_trace(*problem, float64, rounding_of(precision.value) + double_rounding);
      computed::Plain plain(computed::rounding_to(precision.value), seed);
      for (const auto& [name, theirs] : plain.steps(q, k, v, 0.4))
        CHECK_MESSAGE(outside(xt::cast<double>(theirs), ours.at(name)) == 0, precision.name, ": ", name);
    }
}

TEST_CASE("bounds: what float64 computes is within them of what long double computes") {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    Numbers numbers(seed);
    const Array q = numbers({4, 6});
    const Array k = numbers({9, 6});
    const Array v = numbers({9, 3});
    const auto problem = problem_of({{"Q", q}, {"K", k}, {"V", v}, {"scale", 0.4}});
    const Trace ours = bounded_trace(*problem, float64, double_rounding);
    computed::Plain plain([](long double x) { return x; }, seed);
    for (const auto& [name, exact] : plain.steps(q, k, v, 0.4)) {
      const computed::KeptStep& step = ours.at(name);
      for (std::size_t i = 0; i < exact.size(); ++i)
        CHECK_MESSAGE(std::abs(step.values.flat(i) - exact.flat(i)) <= step.bound->flat(i), name);
    }
  }
}

TEST_CASE("bounds: keys in another order") {
  const std::vector<std::size_t> order{3, 5, 0, 4, 2, 1};
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Numbers numbers(seed);
    const Array q = numbers({3, 4});
    const Array k = numbers({6, 4});
    const Array v = numbers({6, 2});
    const auto before = problem_of({{"Q", q}, {"K", k}, {"V", v}});
    const auto after = problem_of({{"Q", q}, {"K", reordered(k, order)}, {"V", reordered(v, order)}});
    const Trace ours = bounded_trace(*before, float32, single_rounding + single_rounding);
    const Trace theirs = computed::trace_of(*after, float32);
    for (const std::string id : {"row_max", "row_sum", "lse", "output"})
      CHECK_MESSAGE(outside(theirs[id], ours.at(id)) == 0, id);
  }
}

TEST_CASE("bounds: the tiled pipeline and the fused kernel are within those of the standard one") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Numbers numbers(seed);
    for (const Kind& kind : {computed::plain_kind(numbers, 6), computed::plain_kind(numbers, 40, 8)})
      for (const MaskSpec& mask : {mask_spec("causal", {{"align", "bottom-right"}}),
                                   mask_spec("alibi", {{"slopes", "auto"}, {"align", "top-left"}})}) {
        const Kind standard = with(kind, "standard", {{"softcap", 20}}, {mask});
        const Trace ours = bounded_trace(*standard.problem(), float64, double_rounding + single_rounding);
        const auto flash = with(standard, "flash", {{"backend", "flash"}}, {mask}).problem();
        const auto tiled = standard.tiled(4, 2).problem();
        for (const auto& other : {flash, tiled}) {
          const Trace theirs = computed::trace_of(*other, float32);
          CHECK(outside(theirs["output"], ours.at("output")) == 0);
          CHECK(outside(theirs["lse"], ours.at("lse")) == 0);
        }
      }
  }
}

TEST_CASE("bounds: not far more than what is seen, and what is further apart is outside") {
  std::map<std::string, std::pair<double, double>> largest_of;  // by step: bound, and what is seen
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Numbers numbers(seed);
    const auto problem = computed::plain_kind(numbers, 6, 1).problem();
    const Trace ours = bounded_trace(*problem, float64, double_rounding + single_rounding);
    const Trace theirs = computed::trace_of(*problem, float32);
    for (const auto& [id, step] : ours.steps) {
      auto& [bound, seen] = largest_of[id];
      bound = std::max(bound, largest(*step.bound));
      seen = std::max(seen, largest(xt::abs(theirs[id] - step.values)));
      const Matrix<double> moved = theirs[id] + 3 * *step.bound;
      CHECK_MESSAGE(outside(moved, step) == step.values.size(), id);
    }
  }
  CHECK(largest_of.size() == 12);
  for (const auto& [id, pair] : largest_of)
    CHECK_MESSAGE(pair.first < 150 * pair.second, id, ": ", pair.first, " against ", pair.second);
}

TEST_CASE(
    "bounds: a scale that is wrong by 1/10000 is seen in float32, from the scaled scores to the output") {
  Numbers numbers(1);
  const Kind kind = computed::plain_kind(numbers, 6, 1);
  const Trace ours = bounded_trace(*with(kind, "right", {{"scale", 1}}).problem(), float64,
                                   double_rounding + single_rounding);
  const Trace theirs = computed::trace_of(*with(kind, "wrong", {{"scale", 1.0001}}).problem(), float32);
  CHECK(outside(theirs["scores"], ours.at("scores")) == 0);
  for (const std::string id : {"scaled", "row_max", "shifted", "exp", "row_sum", "weights", "lse", "output"})
    CHECK_MESSAGE(outside(theirs[id], ours.at(id)) > 0, id);
}

TEST_CASE("bounds: those of two arithmetics add up to at most that of both together") {
  for (const Kind& kind : kinds(1)) {
    const auto problem = kind.problem();
    for (const Rounding& other : {double_rounding, single_rounding, rounding_of(Precision::bfloat16)}) {
      const Trace one = bounded_trace(*problem, float64, single_rounding);
      const Trace two = bounded_trace(*problem, float64, other);
      const Trace both = bounded_trace(*problem, float64, single_rounding + other);
      for (const auto& [id, step] : both.steps)
        for (std::size_t i = 0; i < step.values.size(); ++i) {
          const double sum = one.at(id).bound->flat(i) + two.at(id).bound->flat(i);
          CHECK_MESSAGE(sum <= step.bound->flat(i) * (1 + 1e-12), kind.name, ": ", id);
        }
    }
  }
}

TEST_CASE("bounds: none unless they are asked for, and none of the fused kernel") {
  Numbers numbers(1);
  const Kind kind = computed::plain_kind(numbers, 6);
  CHECK_FALSE(computed::trace_of(*kind.problem()).at("output").bound);
  const auto flash = with(kind, "flash", {{"backend", "flash"}}).problem();
  CHECK_FALSE(bounded_trace(*flash, float64, double_rounding).at("output").bound);
}

}  // namespace attn
