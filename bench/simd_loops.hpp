#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace bench {

/// The loops that measure the machine, compiled for one SIMD instruction set. Each returns a number that
/// depends on all it did, so that nothing of it is optimized away.
struct SimdLoops {
  std::string target;  // "AVX-512", "AVX2", ...
  int bits = 0;        // of a vector
  float (*fma_float32)(std::int64_t rounds);
  double (*fma_float64)(std::int64_t rounds);
  double (*read_sum)(std::span<const double> numbers);
};

/// Independent sums in an FMA loop: more than latency times throughput (4 cycles, 2 per cycle), and with the
/// two factors still within the 16 registers of AVX2.
constexpr int fma_chains = 12;

/// What one round of fma_float32 or fma_float64 computes.
double fma_flops_per_round(const SimdLoops& loops, int bytes_per_number);

/// One for each instruction set with FMA that this processor has, the widest first.
std::vector<SimdLoops> simd_loops();

}  // namespace bench
