#pragma once

#include <thread>
#include <vector>

namespace bench {

/// Calls f(0), ..., f(threads - 1), each on a thread of its own; the last one on the caller's.
template <class F>
void parallel(int threads, const F& f) {
  std::vector<std::jthread> others;
  for (int thread = 0; thread + 1 < threads; ++thread) others.emplace_back(f, thread);
  f(threads - 1);
}

}  // namespace bench
