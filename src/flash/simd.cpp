#include "flash/simd.hpp"

// This file, and with it the kernels, is compiled once for each instruction set. Not for SVE: its vectors
// have no size that a compiler knows, so there are no arrays of them. Machines that have SVE have NEON too.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
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
#include <vector>

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

/// A path of this machine, and its kernels.
struct Supported {
  SimdPath path;
  const SimdKernels* kernels;
};

std::vector<Supported> find_supported() {
  std::vector<Supported> supported;
  const std::int64_t bits = hwy::SupportedTargets() & (HWY_TARGETS);
  for (const Target& target : targets) {
    if ((bits & target.bit) == 0) continue;
    hwy::GetChosenTarget().Update(target.bit);
    supported.push_back({target.path, &HWY_DYNAMIC_DISPATCH(kernels)()});
  }
  hwy::GetChosenTarget().DeInit();
  return supported;
}

/// Asked for once: asking the CPU what it can do takes longer than a small problem.
const std::vector<Supported>& supported_paths() {
  static const std::vector<Supported> supported = find_supported();
  return supported;
}

}  // namespace

std::vector<SimdPath> simd_paths() {
  std::vector<SimdPath> paths;
  for (const Supported& supported : supported_paths()) paths.push_back(supported.path);
  return paths;
}

const SimdKernels& simd_kernels(std::string_view path) {
  if (path.empty()) return *supported_paths().front().kernels;
  std::vector<std::string_view> names;
  for (const Supported& supported : supported_paths()) names.push_back(supported.path.name);
  return *supported_paths()[index_of("simd", path, names)].kernels;
}

}  // namespace attn
#endif
