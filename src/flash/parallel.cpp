#include "flash/parallel.hpp"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace attn {

unsigned available_cores() {
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) == 0) return static_cast<unsigned>(CPU_COUNT(&cores));
  return std::max(1U, std::thread::hardware_concurrency());
}

void for_each_item(std::size_t items, unsigned threads,
                   const std::function<void(std::size_t item, unsigned worker)>& work) {
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failure;
  std::mutex failing;
  const auto run = [&](unsigned worker) noexcept {
    try {
      for (std::size_t item; (item = next++) < items;) work(item, worker);
    } catch (...) {
      next = items;
      const std::lock_guard lock(failing);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    const auto most = static_cast<unsigned>(std::min<std::size_t>(threads, items));
    try {
      for (unsigned worker = 1; worker < most; ++worker) others.emplace_back(run, worker);
    } catch (const std::system_error&) {
      // No more threads to be had: those that there are do the work.
    }
    run(0);
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace attn
