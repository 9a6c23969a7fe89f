#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "attn/progress.hpp"

namespace attn::cli {

/// "[#####     ]  50 %, 512 of 1024 rows, 3 s left".
std::string progress_line(std::size_t done, std::size_t total, std::chrono::duration<double> elapsed);

/// Shows on a terminal how far a run is, once that has taken a while; the line is gone afterwards.
class ProgressBar {
 public:
  using Clock = std::chrono::steady_clock;

  /// `terminal`: a descriptor. `patience`: how long nothing is shown.
  ProgressBar(const Progress& progress, int terminal, Clock::duration patience = std::chrono::seconds(1));
  ~ProgressBar() { stop(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void stop();

 private:
  void show_until_stopped(const std::stop_token& stopped);

  const Progress& progress_;
  int terminal_;
  Clock::time_point start_ = Clock::now();
  Clock::duration patience_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;
};

}  // namespace attn::cli
