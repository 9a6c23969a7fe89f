#include "sgemm.hpp"

#ifdef ATTN_BENCH_OPENBLAS
#include <cblas.h>

#include <memory>

#include "buffer.hpp"
#endif

namespace bench::sgemm {

#ifdef ATTN_BENCH_OPENBLAS

namespace {

struct Matrices {
  static constexpr std::size_t size = n * n;
  Buffer<float> a{size}, b{size}, c{size};
};

}  // namespace

std::string core() {
  return openblas_get_corename();
}

std::function<void()> product(int threads) {
  static const auto matrices = [] {
    auto filled = std::make_shared<Matrices>();
    for (float& number : filled->a.span()) number = 0.5F;
    for (float& number : filled->b.span()) number = 0.25F;
    return filled;
  }();
  return [threads] {
    openblas_set_num_threads(threads);
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, matrices->a.data(), n,
                matrices->b.data(), n, 0, matrices->c.data(), n);
  };
}

#else

std::string core() {
  return {};
}
std::function<void()> product(int) {
  return {};
}

#endif

}  // namespace bench::sgemm
