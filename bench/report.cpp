#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace bench {
namespace {

/// The best of a kind for as many threads, 0 if there is none.
template <class Condition>
double best_of_machine(const Results& results, int threads, const Condition& condition) {
  double best = 0;
  for (const Measurement& m : results.machine) {
    if (m.threads == threads && condition(m)) best = std::max(best, m.best());
  }
  return best;
}

double fma_peak(const Results& results, const Measurement& of) {
  return best_of_machine(results, of.threads,
                         [&](const Measurement& m) { return m.kind == "fma" && m.dtype == of.dtype; });
}

double read_peak(const Results& results, int threads) {
  return best_of_machine(results, threads, [&](const Measurement& m) {
    return m.kind == "read" && m.what == results.read_pages;
  });
}

/// GB/s of K and V, each read once.
double kv_bandwidth(const Row& row) {
  const std::int64_t bytes = row.measurement.dtype == "float32" ? 4 : 8;
  return kv_bytes(row.shape, bytes) * row.measurement.best() / row.measurement.work;
}

std::string share(double part, double whole) {
  return whole > 0 ? fmt::format("{:.1f} %", 100 * part / whole) : "-";
}

std::string machine_line(const Measurement& m) {
  return fmt::format("{:<6} {:<20} {:<8} {:>7} {:>10.1f} {:>10.1f} {}\n", m.kind, m.what, m.dtype, m.threads,
                     m.best(), m.median(), m.kind == "read" ? "GB/s" : "GFLOP/s");
}

std::string attention_line(const Results& results, const Row& row) {
  const Measurement& m = row.measurement;
  const bool is_decode = row.shape.n_q == 1;  // of the other shapes, memory is not the bound
  return fmt::format("{:<8} {:<8} {:>7} {:>10.1f} {:>10.1f} {:>9} {:>12} {:>9.1e}\n", row.shape.name, m.dtype,
                     m.threads, m.best(), m.median(), share(m.best(), fma_peak(results, m)),
                     is_decode ? share(kv_bandwidth(row), read_peak(results, m.threads)) : "", row.error);
}

nlohmann::ordered_json as_json(const Measurement& m) {
  return {{"program", "attn-calc"}, {"kind", m.kind},   {"what", m.what},      {"dtype", m.dtype},
          {"threads", m.threads},   {"best", m.best()}, {"median", m.median()}};
}

}  // namespace

std::string as_text(const Results& results) {
  std::string text;
  if (!results.machine.empty()) {
    text +=
        fmt::format("{:<27} {:<8} {:>7} {:>10} {:>10}\n", "machine", "dtype", "threads", "best", "median");
    for (const Measurement& m : results.machine) text += machine_line(m);
    text += '\n';
  }
  text += fmt::format("{:<8} {:<8} {:>7} {:>10} {:>10} {:>9} {:>12} {:>9}\n", "shape", "dtype", "threads",
                      "GFLOP/s", "median", "of peak", "of bandwidth", "error");
  for (const Row& row : results.rows) text += attention_line(results, row);
  return text;
}

std::string as_json_lines(const Results& results) {
  std::string text;
  for (const Measurement& m : results.machine) text += as_json(m).dump() + '\n';
  for (const Row& row : results.rows) {
    nlohmann::ordered_json json = as_json(row.measurement);
    json["error"] = row.error;
    text += json.dump() + '\n';
  }
  return text;
}

}  // namespace bench
