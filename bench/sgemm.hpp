#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace bench {

/// A product of two square matrices of float32 by OpenBLAS, for comparison: what a well-tuned library gets
/// out of the machine where there is nothing but a product.
namespace sgemm {

constexpr std::int64_t n = 4096;

/// Which of its kernels OpenBLAS has chosen for this processor; empty if the benchmark is built without
/// OpenBLAS.
std::string core();

std::function<void()> product(int threads);

}  // namespace sgemm
}  // namespace bench
