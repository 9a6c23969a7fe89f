// Highway compiles this file once for each instruction set; simd_loops() hands out what the processor
// supports.
#include "simd_loops.hpp"

#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd_loops.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, not in alphabetical order.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bench {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
T fma_loop(std::int64_t rounds) {
  const hn::ScalableTag<T> tag;
  const auto chain = [&](double start) { return hn::Set(tag, static_cast<T>(start)); };
  const auto factor = chain(0.999);
  const auto term = chain(0.001);
  // Chains of different numbers, or the compiler would compute one of them for all.
  auto c0 = chain(0), c1 = chain(1), c2 = chain(2), c3 = chain(3), c4 = chain(4), c5 = chain(5);
  auto c6 = chain(6), c7 = chain(7), c8 = chain(8), c9 = chain(9), c10 = chain(10), c11 = chain(11);
  for (std::int64_t i = 0; i < rounds; ++i) {
    c0 = hn::MulAdd(c0, factor, term);
    c1 = hn::MulAdd(c1, factor, term);
    c2 = hn::MulAdd(c2, factor, term);
    c3 = hn::MulAdd(c3, factor, term);
    c4 = hn::MulAdd(c4, factor, term);
    c5 = hn::MulAdd(c5, factor, term);
    c6 = hn::MulAdd(c6, factor, term);
    c7 = hn::MulAdd(c7, factor, term);
    c8 = hn::MulAdd(c8, factor, term);
    c9 = hn::MulAdd(c9, factor, term);
    c10 = hn::MulAdd(c10, factor, term);
    c11 = hn::MulAdd(c11, factor, term);
  }
  const auto low = hn::Add(hn::Add(hn::Add(c0, c1), hn::Add(c2, c3)), hn::Add(c4, c5));
  const auto high = hn::Add(hn::Add(hn::Add(c6, c7), hn::Add(c8, c9)), hn::Add(c10, c11));
  return hn::GetLane(hn::SumOfLanes(tag, hn::Add(low, high)));
}

float fma_float32(std::int64_t rounds) {
  return fma_loop<float>(rounds);
}
double fma_float64(std::int64_t rounds) {
  return fma_loop<double>(rounds);
}

double read_sum(std::span<const double> numbers) {
  const hn::ScalableTag<double> tag;
  const std::size_t lanes = hn::Lanes(tag);
  auto s0 = hn::Zero(tag), s1 = s0, s2 = s0, s3 = s0;
  for (std::size_t i = 0; i + 4 * lanes <= numbers.size(); i += 4 * lanes) {
    const double* block = numbers.data() + i;
    s0 = hn::Add(s0, hn::LoadU(tag, block));
    s1 = hn::Add(s1, hn::LoadU(tag, block + lanes));
    s2 = hn::Add(s2, hn::LoadU(tag, block + 2 * lanes));
    s3 = hn::Add(s3, hn::LoadU(tag, block + 3 * lanes));
  }
  return hn::GetLane(hn::SumOfLanes(tag, hn::Add(hn::Add(s0, s1), hn::Add(s2, s3))));
}

int vector_bits() {
  return static_cast<int>(hn::Lanes(hn::ScalableTag<double>())) * 64;
}

}  // namespace HWY_NAMESPACE
}  // namespace bench
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bench {

HWY_EXPORT(fma_float32);
HWY_EXPORT(fma_float64);
HWY_EXPORT(read_sum);
HWY_EXPORT(vector_bits);

namespace {

/// Highway calls AVX-512 by a name of its own.
std::string name_of(std::int64_t target) {
  const std::string name = hwy::TargetName(target);
  return name.starts_with("AVX3") ? "AVX-512" : name;
}

SimdLoops loops_of(std::int64_t target) {
  hwy::SetSupportedTargetsForTest(target);
  hwy::GetChosenTarget().Update(target);
  return {name_of(target), HWY_DYNAMIC_DISPATCH(vector_bits)(), &HWY_DYNAMIC_DISPATCH(fma_float32),
          &HWY_DYNAMIC_DISPATCH(fma_float64), &HWY_DYNAMIC_DISPATCH(read_sum)};
}

}  // namespace

double fma_flops_per_round(const SimdLoops& loops, int bytes_per_number) {
  const double lanes = loops.bits / 8.0 / bytes_per_number;
  return 2 * lanes * fma_chains;
}

std::vector<SimdLoops> simd_loops() {
  std::vector<SimdLoops> all;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {  // the best first
    const SimdLoops loops = loops_of(target);
    // SSE4 has no FMA; where there is nothing wider, the first is the best there is.
    if (all.empty() || loops.bits >= 256) all.push_back(loops);
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().DeInit();
  return all;
}

}  // namespace bench
#endif
