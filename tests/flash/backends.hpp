#pragma once

// One problem, run by the standard pipeline in float64 and by the fused kernel on every path.

#include "computed.hpp"
#include "flash/exact.hpp"

namespace attn::flash_tests {

using computed::Said;

inline Array random_array(Shape shape, unsigned seed, double low = -1, double high = 1) {
  std::vector<double> values = Numbers(seed).list(element_count(shape), low, high);
  return {std::move(shape), std::move(values), false, {}};
}

/// The largest error of all numbers of a step, in units of eps and of its largest number (1, where that is
/// smaller). Where one is NaN or infinite the other has to be the same.
inline double distance(const Matrix<double>& actual, const Matrix<double>& expected, double eps) {
  REQUIRE(actual.shape() == expected.shape());
  double size = 1;
  for (const double number : expected)
    if (std::isfinite(number)) size = std::max(size, std::abs(number));
  double worst = 0;
  for (std::size_t i = 0; i < actual.size(); ++i)
    worst = std::max(worst, error_in(actual.flat(i), expected.flat(i), eps * size));
  return worst;
}

inline computed::Trace run_on(const Problem& problem, const Arithmetic& arithmetic,
                              const FlashSettings& settings = {}) {
  computed::Trace trace;
  run(problem, trace, {&arithmetic, settings});
  return trace;
}

/// The problem on another backend.
inline std::shared_ptr<const Problem> on_backend(std::vector<Said> said, std::vector<MaskSpec> masks,
                                                 const char* backend) {
  said.push_back({"backend", backend});
  return computed::problem_of(said, std::move(masks));
}

/// Every step of the kernel's trace within `most` units of the standard pipeline's, see `distance`.
inline void check_steps(const computed::Trace& flash, const computed::Trace& reference, double eps,
                        double most) {
  CHECK(!flash.ids.empty());
  for (const std::string& id : flash.ids) {
    const double error = distance(flash[id], reference[id], eps);
    CHECK_MESSAGE(error <= most, id, ": ", computed::text(flash[id]), " is not ",
                  computed::text(reference[id]), " by ", error, " units");
  }
}

inline void check_backends(const std::vector<Said>& said, const std::vector<MaskSpec>& masks, double most) {
  const computed::Trace reference = run_on(*on_backend(said, masks, "reference"), float64);
  const auto problem = on_backend(said, masks, "flash");
  for (const SimdPath& path : simd_paths())
    for (const Arithmetic* arithmetic : {&float32, &float64}) {
      CAPTURE(path.name);
      CAPTURE(arithmetic->name);
      const double eps = arithmetic == &float32 ? std::numeric_limits<float>::epsilon()
                                                : std::numeric_limits<double>::epsilon();
      check_steps(run_on(*problem, *arithmetic, {.threads = 1, .simd = path.name}), reference, eps, most);
    }
}

}  // namespace attn::flash_tests
