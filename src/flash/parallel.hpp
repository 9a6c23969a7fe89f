#pragma once

#include <cstddef>
#include <functional>

namespace attn {

/// Cores that this process may run on, at least 1.
unsigned available_cores();

/// Calls work(item, worker) once for each item, on up to `threads` threads, this one among them. `worker`,
/// less than `threads`, says whose scratch memory is free. Items are taken in order, each by whoever is free.
/// An exception ends the work, and is thrown again here.
void for_each_item(std::size_t items, unsigned threads,
                   const std::function<void(std::size_t item, unsigned worker)>& work);

}  // namespace attn
