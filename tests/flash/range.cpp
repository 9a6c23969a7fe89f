// Scores whose exponents of two leave the range of their type, though they do not: the results are those of
// the standard pipeline, or worked by hand.
#include "flash/backends.hpp"

namespace attn {

using namespace flash_tests;
using computed::inf;
using computed::nan;
using computed::Said;

namespace {

constexpr double float_most = 3.4028234663852886e38;

std::vector<Said> two_keys(double q, double first, double second) {
  return {{"Q", Array{{1, 1}, {q}, false, {}}},
          {"K", Array{{2, 1}, {first, second}, false, {}}},
          {"V", Array{{2, 1}, {1, 2}, false, {}}},
          {"scale", 1}};
}

std::vector<MaskSpec> terms(double first, double second) {
  return {computed::mask_spec("additive", {{"values", Array{{2}, {first, second}, false, {}}}})};
}

/// "output lse" of the fused kernel.
std::string result(const std::vector<Said>& said, const std::vector<MaskSpec>& masks,
                   const Arithmetic& arithmetic) {
  const auto trace = run_on(*on_backend(said, masks, "flash"), arithmetic);
  return trace.text("output") + " " + trace.text("lse");
}

}  // namespace

TEST_CASE("flash: terms near the end of the range") {
  CHECK(result(two_keys(0, 0, 0), terms(-2.5e38, -2.4e38), float64) == "[[2]] [[-2.4e+38]]");
  CHECK(result(two_keys(0, 0, 0), terms(-1.5e308, -1.4e308), float64) == "[[2]] [[-1.4e+308]]");
  CHECK(result(two_keys(0, 0, 0), terms(-1.7e308, -1.7e308), float64) == "[[1.5]] [[-1.7e+308]]");
  const auto in_float = [&](double first, double second) {
    return result(two_keys(0, 0, 0), terms(first, second), float32);
  };
  CHECK(in_float(-float_most, -float_most) == fmt::format("[[1.5]] [[{}]]", -float_most));
  CHECK(in_float(-1.7e308, -1.7e308) == fmt::format("[[1.5]] [[{}]]", -float_most));  // held in float's range
  CHECK(in_float(-float_most, -0x1p127) == fmt::format("[[2]] [[{}]]", -0x1p127));
  CHECK(in_float(0, -float_most) == "[[1]] [[0]]");
}

TEST_CASE("flash: scores near the end of the range") {
  CHECK(result(two_keys(1, 1.5e308, 1.4e308), {}, float64) == "[[1]] [[1.5e+308]]");
  CHECK(result(two_keys(1, -1.5e308, -1.6e308), {}, float64) == "[[1]] [[-1.5e+308]]");
  CHECK(result(two_keys(1, 0x1.8p127, 0x1p127), {}, float32) == fmt::format("[[1]] [[{}]]", 0x1.8p127));
  CHECK(result(two_keys(1, 1e39, 0), {}, float32) == "[[nan]] [[nan]]");  // K itself overflows
  CHECK(result(two_keys(1, -inf, -inf), {}, float64) == "[[nan]] [[-inf]]");
  CHECK(result(two_keys(1, inf, 0), {}, float64) == "[[nan]] [[nan]]");
  CHECK(result(two_keys(1, nan, 0), {}, float64) == "[[nan]] [[nan]]");
}

TEST_CASE("flash: factors whose product with Q leaves the range") {
  const auto with = [](std::vector<Said> said, const char* key, double value) {
    if (std::string_view(key) == "scale") said.pop_back();
    said.emplace_back(key, value);
    return said;
  };
  CHECK(result(with(two_keys(0x1p100, 0x1p-100, 0x1p-99), "scale", 0x1p30), {}, float32) ==
        "[[2]] [[2147483648]]");
  // Products that overflow before a small scale, which the standard pipeline does not save.
  CHECK(result(with(two_keys(0x1p100, 0x1p100, 0), "scale", 0x1p-75), {}, float32) ==
        fmt::format("[[1]] [[{}]]", 0x1p125));
  CHECK(result(with(two_keys(0x1p600, 0x1p600, 0), "scale", 0x1p-180), {}, float64) ==
        fmt::format("[[1]] [[{}]]", 0x1p1020));
  const std::vector<Said> flat = with(two_keys(1, 0, 0), "softcap", 1.7e308);
  CHECK(result(flat, {}, float64) == "[[1.5]] [[0.6931471805599453]]");
  CHECK(result(with(two_keys(0, 1, 2), "softcap", 1e-310), {}, float64) == "[[1.5]] [[0.6931471805599453]]");
  check_backends(with(two_keys(1e-20, 1e20, 2e20), "softcap", 1e30), {}, 8);
}

TEST_CASE("flash: rows beyond the range see masks, caches and other heads like all others") {
  const std::vector<Said> said{{"Q", Array{{4, 2, 1}, {1, 1, 1, 1, 1, 1, 1, 1}, false, {}}},
                               {"K", Array{{2, 2, 1}, {1.5e308, 1.4e308, -1.5e308, -1.7e308}, false, {}}},
                               {"V", Array{{2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8}, false, {}}},
                               {"past.K", Array{{2, 1, 1}, {1.3e308, -1.6e308}, false, {}}},
                               {"past.V", Array{{2, 1, 2}, {9, 10, 11, inf}, false, {}}},
                               {"scale", 1}};
  for (const MaskSpec& mask :
       {computed::mask_spec("causal"), computed::mask_spec("window", {{"left", 0}, {"right", 0}})})
    for (const Arithmetic* arithmetic : {&float32, &float64})
      check_steps(run_on(*on_backend(said, {mask}, "flash"), *arithmetic),
                  run_on(*on_backend(said, {mask}, "reference"), *arithmetic),
                  std::numeric_limits<float>::epsilon(), arithmetic == &float32 ? 8 : 1e-6);
}

}  // namespace attn
