// bench-kernel: GFLOP/s of the attention kernel, beside what this machine can do, measured in the same run.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "attention.hpp"
#include "machine.hpp"
#include "measurement.hpp"
#include "report.hpp"
#include "sgemm.hpp"
#include "shape.hpp"

namespace bench {
namespace {

struct Options {
  std::string table = ATTN_BENCH_SHAPES;
  std::vector<std::string> shapes;
  std::vector<int> threads;
  std::vector<std::string> dtypes = {"float32", "float64"};
  int rounds = 10;
  bool without_machine = false;
  bool huge_pages = false;
  bool cpu_time = false;
  bool json = false;
};

std::vector<int> one_and_all() {
  const int all = static_cast<int>(std::thread::hardware_concurrency());
  return all > 1 ? std::vector{1, all} : std::vector{1};
}

void add_options(CLI::App& app, Options& options) {
  const auto dtype = CLI::IsMember({"float32", "float64"});
  app.add_option("--shapes", options.shapes, "Names of shapes, as in A,B (default: all)")->delimiter(',');
  app.add_option("--table", options.table, "The table of shapes")->capture_default_str();
  app.add_option("--threads", options.threads, "Numbers of threads, as in 1,2 (default: 1 and all)")
      ->delimiter(',')
      ->check(CLI::Range(1, 1024));
  app.add_option("--dtype", options.dtypes, "float32, float64 or both (default)")
      ->delimiter(',')
      ->check(dtype);
  app.add_option("--rounds", options.rounds, "How often everything is measured, in turns")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_flag("--without-machine", options.without_machine, "Leave out FMA, reading and sgemm");
  app.add_flag("--huge-pages", options.huge_pages, "Q, K, V and the output in huge pages");
  app.add_flag("--cpu-time", options.cpu_time, "Time one thread by its CPU time, for a busy machine");
  app.add_flag("--json", options.json, "One JSON object per line");
}

/// A measurement and what it measures; attentions share their numbers among thread counts.
struct Planned {
  Shape shape;
  Measurement measurement;
  std::function<double()> error;
};

template <class T>
void plan(std::vector<Planned>& planned, const Shape& shape, const std::string& dtype,
          const Options& options) {
  const Pages pages = options.huge_pages ? Pages::huge : Pages::ordinary;
  const auto attention = std::make_shared<Attention<T>>(shape, pages);
  for (const int threads : options.threads) {
    Measurement measurement{.kind = "attention",
                            .what = shape.name,
                            .dtype = dtype,
                            .threads = threads,
                            .work = flops(shape),
                            .call = [attention, threads] { run_kernel(*attention, threads); }};
    const auto error = [attention, threads] {
      run_kernel(*attention, threads);  // again, as the output was meanwhile that of other numbers of threads
      return error_of_output(*attention);
    };
    planned.push_back({shape, std::move(measurement), error});
  }
}

std::vector<Planned> plan_all(const Options& options) {
  std::vector<Planned> planned;
  for (const Shape& shape : read_shapes(options.table, options.shapes)) {
    for (const std::string& dtype : options.dtypes) {
      if (dtype == "float32") {
        plan<float>(planned, shape, dtype, options);
      } else {
        plan<double>(planned, shape, dtype, options);
      }
    }
  }
  return planned;
}

/// Everything in one list, so that the machine and the kernel are measured in turns.
Results run(const Options& options) {
  Results results;
  results.read_pages = options.huge_pages ? "huge pages" : "ordinary pages";
  std::vector<Measurement> all;
  if (!options.without_machine) all = machine_measurements(options.threads);
  const auto machine = static_cast<std::ptrdiff_t>(all.size());
  const std::vector<Planned> planned = plan_all(options);
  for (const Planned& p : planned) all.push_back(p.measurement);
  measure(all, options.rounds, options.cpu_time ? Timer::cpu : Timer::wall);

  results.machine.assign(all.begin(), all.begin() + machine);
  auto measured = all.begin() + machine;
  for (const Planned& p : planned) results.rows.push_back({p.shape, *measured++, p.error()});
  return results;
}

void print(const Results& results, const Options& options) {
  fmt::print("{}", options.json ? as_json_lines(results) : as_text(results));
  if (!options.without_machine && sgemm::core().empty()) {
    fmt::print(stderr, "bench-kernel: sgemm is left out: OpenBLAS was not found when this was built\n");
  }
}

int execute(int argc, char** argv) {
  Options options;
  CLI::App app("GFLOP/s of the attention kernel, and what this machine can do", "bench-kernel");
  add_options(app, options);
  try {
    app.parse(argc, argv);
    if (options.threads.empty()) options.threads = one_and_all();
    print(run(options), options);
    return 0;
  } catch (const CLI::ParseError& error) {  // or a call for help
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench-kernel: {}\n", error.what());
    return 2;
  }
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::execute(argc, argv);
}
