#include "measurement.hpp"

#include <time.h>

#include <algorithm>

namespace bench {
namespace {

double now(Timer timer) {
  timespec time{};
  clock_gettime(timer == Timer::cpu ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double seconds_of(const std::function<void()>& call, int repeats, Timer timer) {
  const double start = now(timer);
  for (int i = 0; i < repeats; ++i) call();
  return (now(timer) - start) / repeats;
}

/// Short calls are repeated up to this, so that the clock and the first call after a pause do not count.
constexpr double seconds_of_a_sample = 0.02;

double sample(const std::function<void()>& call, Timer timer) {
  const double first = seconds_of(call, 1, timer);  // also brings code and data into the caches
  if (first >= seconds_of_a_sample) return first;
  const double repeats = seconds_of_a_sample / std::max(first, 1e-7);
  return seconds_of(call, static_cast<int>(repeats) + 1, timer);
}

}  // namespace

double Measurement::best() const {
  return work / *std::min_element(seconds.begin(), seconds.end()) / 1e9;
}

double Measurement::median() const {
  std::vector<double> sorted = seconds;
  std::sort(sorted.begin(), sorted.end());
  return work / sorted[sorted.size() / 2] / 1e9;
}

void measure(std::vector<Measurement>& measurements, int rounds, Timer timer) {
  for (int round = 0; round < rounds; ++round) {
    for (Measurement& m : measurements) {
      m.seconds.push_back(sample(m.call, m.threads == 1 ? timer : Timer::wall));
    }
  }
}

}  // namespace bench
