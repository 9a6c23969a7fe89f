#pragma once

#include <functional>
#include <string>
#include <vector>

namespace bench {

/// Something that is timed again and again: its work, and the seconds that one call took in each round.
struct Measurement {
  std::string kind;   // "attention", "fma", "read", "sgemm"
  std::string what;   // the shape; the SIMD target; the kind of pages; the size
  std::string dtype;  // "float32" or "float64"
  int threads = 1;
  double work = 0;  // of one call, in FLOP or in bytes
  std::function<void()> call;

  std::vector<double> seconds = {};  // of one call, one for each round

  /// Work per nanosecond, which is GFLOP/s or GB/s. Noise only ever adds time, so the best round is the
  /// nearest to what the code costs.
  double best() const;
  /// The same of the median round: far below best() says that something else was running.
  double median() const;
};

/// What is read before and after a call. The CPU time of the process leaves out the time in which other
/// programs had the processor; but it adds up over threads, so that it can only tell of one.
enum class Timer { wall, cpu };

/// Times all of them once per round, in turns, so that a disturbance does not hit one of them alone. Those of
/// several threads are always timed by Timer::wall.
void measure(std::vector<Measurement>& measurements, int rounds, Timer timer);

}  // namespace bench
