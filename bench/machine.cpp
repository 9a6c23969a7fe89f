#include "machine.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "buffer.hpp"
#include "flash/linear.hpp"
#include "parallel.hpp"
#include "sgemm.hpp"
#include "simd_loops.hpp"

namespace bench {
namespace {

/// Where results go that nobody reads, so that they have to be computed.
std::atomic<double> sink = 0;

/// About 20 ms, beside which starting a thread is nothing.
constexpr std::int64_t fma_rounds = 15'000'000;

/// 1 GiB: what even a large L3 holds of it is a small part.
constexpr std::size_t read_numbers = std::size_t{1} << 27;

Measurement fma(const SimdLoops& loops, bool is_float32, int threads) {
  const int bytes = is_float32 ? 4 : 8;
  const auto loop = [loops, is_float32](int) {
    sink = is_float32 ? static_cast<double>(loops.fma_float32(fma_rounds)) : loops.fma_float64(fma_rounds);
  };
  return {.kind = "fma",
          .what = loops.target,
          .dtype = is_float32 ? "float32" : "float64",
          .threads = threads,
          .work = fma_flops_per_round(loops, bytes) * static_cast<double>(fma_rounds) * threads,
          .call = [threads, loop] { parallel(threads, loop); }};
}

std::shared_ptr<const Buffer<double>> filled_buffer(Pages pages) {
  auto buffer = std::make_shared<Buffer<double>>(read_numbers, pages);
  std::ranges::fill(buffer->span(), 1.0);  // or all of it would be the one page of zeros
  return buffer;
}

Measurement read(const std::shared_ptr<const Buffer<double>>& buffer, Pages pages, int threads) {
  const std::size_t part = read_numbers / static_cast<std::size_t>(threads);
  const auto sum = [buffer, part, loops = simd_loops().front()](int thread) {
    sink = loops.read_sum(buffer->span().subspan(static_cast<std::size_t>(thread) * part, part));
  };
  return {.kind = "read",
          .what = pages == Pages::huge ? "huge pages" : "ordinary pages",
          .dtype = "float64",
          .threads = threads,
          .work = static_cast<double>(part * sizeof(double)) * threads,
          .call = [threads, sum] { parallel(threads, sum); }};
}

Measurement product(int threads) {
  return {.kind = "sgemm",
          .what = "OpenBLAS " + sgemm::core(),
          .dtype = "float32",
          .threads = threads,
          .work = 2 * std::pow(static_cast<double>(sgemm::n), 3),
          .call = sgemm::product(threads)};
}

/// The kernel's own product, as it projects: x W with W stored as [out, in] in float64, as a problem has it.
struct Projection {
  static constexpr std::size_t n = static_cast<std::size_t>(sgemm::n);
  std::vector<float> x = std::vector<float>(n * n, 0.5F);
  std::vector<double> w = std::vector<double>(n * n, 0.25);
  attn::Weights weights;

  Projection() {
    for (std::size_t column = 0; column < n; ++column) weights.columns.push_back(w.data() + column * n);
  }
};

Measurement projection(const std::shared_ptr<const Projection>& p, int threads) {
  return {.kind = "x W",
          .what = "projection",
          .dtype = "float32",
          .threads = threads,
          .work = 2 * std::pow(static_cast<double>(Projection::n), 3),
          .call = [p, threads] {
            const auto& kernel = attn::simd_kernels("").of<float>();
            const auto y =
                attn::linear<float>({p->x.data(), 0, 0, Projection::n}, Projection::n, Projection::n,
                                    p->weights, kernel, static_cast<unsigned>(threads));
            sink = static_cast<double>(*y.row(0));
          }};
}

}  // namespace

std::vector<Measurement> machine_measurements(const std::vector<int>& threads) {
  std::vector<Measurement> all;
  for (const SimdLoops& loops : simd_loops()) {
    for (const bool is_float32 : {true, false}) {
      for (const int n : threads) all.push_back(fma(loops, is_float32, n));
    }
  }
  for (const Pages pages : {Pages::ordinary, Pages::huge}) {
    const auto buffer = filled_buffer(pages);
    for (const int n : threads) all.push_back(read(buffer, pages, n));
  }
  if (!sgemm::core().empty()) {
    for (const int n : threads) all.push_back(product(n));
  }
  const auto numbers = std::make_shared<const Projection>();
  for (const int n : threads) all.push_back(projection(numbers, n));
  return all;
}

}  // namespace bench
