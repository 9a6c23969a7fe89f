#include "flash/simd.hpp"

// This file, and with it the kernels, is compiled once for each instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "flash/simd.cpp"
#include <hwy/foreach_target.h>
// The headers below have to come after it.
#include "flash/attend-inl.hpp"
#include "flash/product-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

const SimdKernels& kernels() {
  static constexpr SimdKernels table{{lanes<float>, &attend<float>, &multiply<float>},
                                     {lanes<double>, &attend<double>, &multiply<double>}};
  return table;
}

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <algorithm>
#include <array>
#include <cstdint>
#include <mutex>

#include "attn/flash.hpp"
#include "problem/settings.hpp"

namespace attn {

HWY_EXPORT(kernels);

namespace {

struct Target {
  std::int64_t bit;
  SimdPath path;
};

/// Best first. Paths that this compiler did not make are not among a machine's targets.
constexpr std::array targets{
    Target{HWY_AVX3, {"avx512", "AVX-512"}},
    Target{HWY_AVX2, {"avx2", "AVX2 and FMA"}},
    Target{HWY_SSE4, {"sse4", "SSE4.2, no fused multiply-add"}},
    Target{HWY_SSSE3, {"ssse3", "SSSE3, no fused multiply-add"}},
    Target{HWY_NEON, {"neon", "NEON"}},
    Target{HWY_STATIC_TARGET, {"baseline", "what every machine of this architecture has"}},
};

std::mutex choosing;  // Highway's choice of a target is global

std::vector<const Target*> supported_targets() {
  std::vector<const Target*> supported;
  std::int64_t bits = hwy::SupportedTargets() & (HWY_TARGETS);
  for (const Target& target : targets) {
    if ((bits & target.bit) == 0) continue;
    supported.push_back(&target);
    bits &= ~target.bit;
  }
  return supported;
}

}  // namespace

std::vector<SimdPath> simd_paths() {
  const std::lock_guard lock(choosing);
  std::vector<SimdPath> paths;
  for (const Target* target : supported_targets()) paths.push_back(target->path);
  return paths;
}

const SimdKernels& simd_kernels(std::string_view path) {
  const std::lock_guard lock(choosing);
  const std::vector<const Target*> supported = supported_targets();
  std::size_t chosen = 0;
  if (!path.empty()) {
    std::vector<std::string_view> names;
    for (const Target* target : supported) names.push_back(target->path.name);
    chosen = index_of("--simd", path, names);
  }
  hwy::SetSupportedTargetsForTest(supported[chosen]->bit);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  const SimdKernels& table = HWY_DYNAMIC_DISPATCH(kernels)();
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return table;
}

}  // namespace attn
#endif
