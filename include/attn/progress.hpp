#pragma once

#include <atomic>
#include <cstddef>

namespace attn {

/// How far a run is, to be read from another thread: rows of queries, over all heads and batch entries.
struct Progress {
  std::atomic<std::size_t> done = 0;
  std::atomic<std::size_t> total = 0;  ///< 0: not known yet
};

}  // namespace attn
