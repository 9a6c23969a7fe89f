#include "measurement.hpp"

#include <algorithm>
#include <chrono>

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_of(const std::function<void()>& call, int repeats) {
  const auto start = Clock::now();
  for (int i = 0; i < repeats; ++i) call();
  return std::chrono::duration<double>(Clock::now() - start).count() / repeats;
}

/// Short calls are repeated up to this, so that the clock and the first call after a pause do not count.
constexpr double seconds_of_a_sample = 0.02;

double sample(const std::function<void()>& call) {
  const double first = seconds_of(call, 1);  // also brings code and data into the caches
  if (first >= seconds_of_a_sample) return first;
  const double repeats = seconds_of_a_sample / std::max(first, 1e-7);
  return seconds_of(call, static_cast<int>(repeats) + 1);
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

void measure(std::vector<Measurement>& measurements, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    for (Measurement& m : measurements) m.seconds.push_back(sample(m.call));
  }
}

}  // namespace bench
