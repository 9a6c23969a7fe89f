#include "cli/execution_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <utility>

#include "attn/error.hpp"
#include "cli/names.hpp"
#include "cli/step_words.hpp"
#include "cli/words.hpp"
#include "problem/settings.hpp"
#include "text/visible.hpp"

namespace attn::cli {

void ExecutionOptions::define(CLI::App& app) {
  const auto add = [&](const char* name, std::string& word, const std::string& type, const char* help) {
    app.add_option(name, word, help)->type_name(type)->group("How it is computed");
  };
  add("--backend", backend_, names<backends>(),
      "who computes: every step, every tile's steps, or the fused kernel (output and lse only)");
  add("-t,--tile", tile_, "R,C",
      "rows of Q, and of K and V, in one tile of the tiled mode; none: the standard pipeline");
  add("--dtype", dtype_, one_of(names_of(arithmetics())),
      "the floating-point type of every operation (default: float64)");
  add("-r,--round", round_, "N|STEP=N,...",
      "rounds every step and goes on with that, as a person does: 3, or 4,weights=3,output=3");
  add("--round-ties", ties_, names<decimal_roundings>(), "how --round rounds a 5 (default: half-up)");
  add("--threads", threads_, "N", "threads of the fused kernel; 0: one for each core (default)");
  add("--simd", simd_, "NAME", "instruction set of the fused kernel (default: the best one here)");
}

void ExecutionOptions::override_settings(RawProblem& raw) const {
  if (!backend_.empty()) raw.settings["backend"] = {"--backend", backend_};
  if (!backend_.empty() && backend_ != "tiled" && !tile_.empty() && tile_ != "none")
    throw InputError(
        fmt::format("--tile: --backend {} has no tiles; leave out one of the two", in_quotes(backend_)));
  if (tile_.empty()) return;
  raw.settings.erase("tile.rows");
  raw.settings.erase("tile.cols");
  if (tile_ == "none") return;
  const auto [rows, cols] = pair_word("--tile", tile_);
  raw.settings["tile.rows"] = {"--tile", static_cast<double>(rows)};
  raw.settings["tile.cols"] = {"--tile", static_cast<double>(cols)};
}

const char* ExecutionOptions::of_kernel() const {
  if (backend_ == name_of(backends, Backend::flash)) return "--backend flash";
  return !threads_.empty() ? "--threads" : !simd_.empty() ? "--simd" : nullptr;
}

void ExecutionOptions::fit(Execution& execution, const Problem& problem, const Naming& naming) const {
  const bool is_fused = problem.options.backend == Backend::flash;
  if (const auto& by_hand = execution.arithmetic->by_hand; by_hand && !is_fused)
    execution.arithmetic =
        keep({shown_decimals(by_hand->decimals, problem, naming, "--round"), by_hand->ties});
  if (const char* option = of_kernel(); option && !is_fused)
    throw InputError(
        fmt::format("{}: is of the fused kernel alone; say --backend flash, or leave it out", option));
}

const Arithmetic* ExecutionOptions::keep(HandRounding rounding) const {
  const std::lock_guard lock(mutex_);
  return &kept_.emplace_back(by_hand(std::move(rounding)));
}

const Arithmetic* ExecutionOptions::hand_arithmetic(const Naming& naming) const {
  if (dtype_ != float64.name)
    throw InputError(fmt::format("--round: a person rounds decimals, not in {}; leave out --dtype", dtype_));
  HandRounding rounding{.decimals = step_decimals_word("--round", round_, StepDecimals::all, naming)};
  if (!ties_.empty()) rounding.ties = choice(Setting{"--round-ties", ties_}, decimal_roundings);
  return keep(std::move(rounding));
}

Execution ExecutionOptions::execution(const Naming& naming) const {
  constexpr std::size_t most_threads = 1024;
  const std::size_t threads = threads_.empty() ? 0 : whole_number_word("--threads", threads_, most_threads);
  if (!simd_.empty()) index_of("--simd", simd_, names_of(simd_paths()));
  if (!round_.empty()) return {.arithmetic = hand_arithmetic(naming)};
  if (!ties_.empty())
    throw InputError("--round-ties: says how --round rounds; say --round N too, or leave it out");
  Execution execution{.arithmetic = arithmetics()[index_of("--dtype", dtype_, names_of(arithmetics()))]};
  execution.flash.threads = static_cast<unsigned>(threads);
  execution.flash.simd = simd_;
  return execution;
}

}  // namespace attn::cli
