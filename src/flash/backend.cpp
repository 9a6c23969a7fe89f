#include "flash/backend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "attn/error.hpp"
#include "flash/parallel.hpp"
#include "flash/sources.hpp"

namespace attn {

namespace {

/// One run of the kernel on a problem, in one scalar.
template <class T>
class FlashRun {
 public:
  FlashRun(const Problem& problem, const FlashSettings& settings)
      : problem_(problem),
        settings_(settings),
        kernel_(simd_kernels(settings.simd).of<T>()),
        threads_(settings.threads > 0 ? settings.threads : available_cores()),
        context_(xt::empty<T>({sizes().batch * sizes().n_q, sizes().heads * sizes().d_v})),
        lse_(xt::empty<T>({sizes().batch * sizes().heads, sizes().n_q})) {}

  void attend() {
    std::array<std::optional<PaddedMatrix<T>>, 3> projected;
    FlashProblem<T> flash = sizes_and_options();
    std::array<HeadRows*, 3> rows{&flash.q, &flash.k, &flash.v};
    for (std::size_t i = 0; i < roles.size(); ++i) *rows[i] = source(roles[i], projected[i]);
    if (const Input* past = problem_.input("past_K")) flash.past_k = rows_of(*past, sizes().kv_heads);
    if (const Input* past = problem_.input("past_V")) flash.past_v = rows_of(*past, sizes().kv_heads);
    flash_attention(flash, settings_);
  }

  /// `lse` of every head and `output`, batch entry by batch entry.
  void hand_over(Sink& sink) const {
    const std::optional<PaddedMatrix<T>> output = project_output();
    for (std::size_t batch = 0; batch < sizes().batch; ++batch) {
      for (std::size_t head = 0; head < sizes().heads; ++head) hand_over_lse(batch, head, sink);
      const Place place = place_of(sizes(), batch);
      if (!sink.wants("output", place)) continue;
      const std::size_t row = batch * sizes().n_q;
      if constexpr (std::is_same_v<T, double>)
        if (!output && sizes().batch == 1) {  // not copied
          hand_over_output(place, context_, sink);
          continue;
        }
      hand_over_output(place,
                       output ? matrix(output->row(row), output->stride)
                              : matrix(context_.data() + row * width(), width()),
                       sink);
    }
  }

 private:
  const Sizes& sizes() const { return problem_.sizes; }
  std::size_t width() const { return sizes().heads * sizes().d_v; }
  std::string_view columns() const {
    return problem_.has("W_O") ? "d_out" : sizes().heads > 1 ? "heads·d_v" : "d_v";
  }

  FlashProblem<T> sizes_and_options() {
    FlashProblem<T> flash;
    flash.batch = sizes().batch;
    flash.heads = sizes().heads;
    flash.kv_heads = sizes().kv_heads;
    flash.n_q = sizes().n_q;
    flash.n_k = sizes().n_k;
    flash.n_past = sizes().n_past;
    flash.d_k = sizes().d_k;
    flash.d_v = sizes().d_v;
    flash.scale = *problem_.options.scale;
    flash.softcap = problem_.options.softcap;
    flash.softmax = problem_.options.softmax;
    flash.empty_row = problem_.options.empty_row;
    flash.masks = problem_.masks.empty() ? nullptr : &problem_.masks;
    flash.output = context_.data();
    flash.lse = lse_.data();
    return flash;
  }

  /// Q, K or V as given; or projected, into memory that `projected` keeps.
  HeadRows source(const Role& role, std::optional<PaddedMatrix<T>>& projected) const {
    const std::size_t heads = role.by_kv_head ? sizes().kv_heads : sizes().heads;
    if (const Input* given = problem_.input(role.name)) return rows_of(*given, heads);
    const Input* memory = problem_.input("X_kv");
    const Input& x = role.by_kv_head && memory ? *memory : *problem_.input("X");
    const HeadRows rows = rows_of(x, 1);
    const Weights weights = weights_of(problem_, role);
    projected = linear({rows.data, 0, 0, rows.row_stride}, sizes().batch * x.size('n'), x.size('d'), weights,
                       kernel_, threads_);
    return {projected->row(0), x.size('n') * projected->stride, weights.columns.size() / heads,
            projected->stride};
  }

  std::optional<PaddedMatrix<T>> project_output() const {
    if (!problem_.has("W_O")) return std::nullopt;
    return linear({context_.data(), 0, 0, width()}, sizes().batch * sizes().n_q, width(),
                  output_weights(problem_), kernel_, threads_);
  }

  void hand_over_output(const Place& place, const Matrix<double>& values, Sink& sink) const {
    step(sink, "output", place, {{"query", sizes().n_q}, {columns(), sizes().d_out}}, values);
  }

  void hand_over_lse(std::size_t batch, std::size_t head, Sink& sink) const {
    const Place place = place_of(sizes(), batch, head);
    if (!sink.wants("lse", place)) return;
    Matrix<double> values = xt::empty<double>({sizes().n_q, std::size_t{1}});
    std::copy_n(lse_.data() + (batch * sizes().heads + head) * sizes().n_q, sizes().n_q, values.data());
    step(sink, "lse", place, {{"query", sizes().n_q}}, values);
  }

  Matrix<double> matrix(const T* numbers, std::size_t stride) const {
    Matrix<double> values = xt::empty<double>({sizes().n_q, sizes().d_out});
    for (std::size_t i = 0; i < sizes().n_q; ++i)
      std::copy_n(numbers + i * stride, sizes().d_out, values.data() + i * sizes().d_out);
    return values;
  }

  void step(Sink& sink, std::string_view name, const Place& place, const Axes& axes,
            const Matrix<double>& values) const {
    const bool lse = name == "lse";
    sink.step({.id = id_of(name, place),
               .name = name,
               .place = place,
               .op = "flash_attention",
               .formula = lse ? lse_formula() : output_formula(),
               .operands = operands(lse),
               .axes = axes,
               .values = values,
               .note = "",
               .is_float32 = std::is_same_v<T, float>});
  }

  /// The inputs that the step comes from, under the names that a trace has for them.
  std::vector<StepOperand> operands(bool lse) const {
    constexpr std::array<std::string_view, 11> of_scores{"X",   "X_kv", "W_QKV", "b_QKV",  "W_Q", "b_Q",
                                                         "W_K", "b_K",  "Q",     "past_K", "K"};
    constexpr std::array<std::string_view, 6> of_values{"W_V", "b_V", "past_V", "V", "W_O", "b_O"};
    std::vector<StepOperand> operands;
    const auto add = [&](std::string_view input) {
      const bool beside_cache = sizes().n_past > 0 && (input == "K" || input == "V");
      if (problem_.has(input))
        operands.push_back({std::string(input) + (beside_cache ? "_new" : ""), {}, {}});
    };
    std::ranges::for_each(of_scores, add);
    if (!lse) std::ranges::for_each(of_values, add);
    return operands;
  }

  std::string scores_formula() const {
    std::string scores = "Q · Kᵀ · scale";
    if (problem_.options.softcap) scores = fmt::format("softcap({})", scores);
    return problem_.masks.empty() ? scores : scores + " + mask";
  }
  std::string lse_formula() const { return fmt::format("ln Σ exp({})", scores_formula()); }
  std::string output_formula() const {
    std::string context = fmt::format("softmax({}) · V", scores_formula());
    if (sizes().heads > 1) context = fmt::format("concat({})", context);
    if (problem_.has("W_O")) context += " · W_O";
    return problem_.has("b_O") ? context + " + b_O" : context;
  }

  const Problem& problem_;
  const FlashSettings& settings_;
  const SimdKernel<T>& kernel_;
  unsigned threads_;
  Matrix<T> context_;  ///< [batch·n_q, heads·d_v]
  Matrix<T> lse_;      ///< [batch·heads, n_q]
};

template <class T>
void run_in(const Problem& problem, Sink& sink, const Execution& execution) {
  FlashSettings settings = execution.flash;
  settings.progress = execution.progress;
  FlashRun<T> run(problem, settings);
  run.attend();
  run.hand_over(sink);
}

}  // namespace

void run_flash(const Problem& problem, Sink& sink, const Execution& execution) {
  if (execution.arithmetic == &float64)
    run_in<double>(problem, sink, execution);
  else if (execution.arithmetic == &float32)
    run_in<float>(problem, sink, execution);
  else if (execution.arithmetic->by_hand)
    throw InputError("--round: flash rounds no steps, it has none; use --backend reference or tiled");
  else
    throw InputError(
        fmt::format("--dtype: flash computes in float64 or float32, not in {}; use --backend reference or "
                    "tiled",
                    execution.arithmetic->name));
  sink.end({});
}

}  // namespace attn
