#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

#include "attn/flash.hpp"
#include "flash/parallel.hpp"
#include "flash/partials.hpp"
#include "flash/schedule.hpp"
#include "flash/state.hpp"
#include "flash/strips.hpp"
#include "flash/tiles.hpp"

namespace attn {

namespace {

template <class T>
ScoreRules<T> rules_of(const FlashProblem<T>& problem) {
  return {static_cast<T>(problem.softcap.value_or(0) * std::numbers::log2e),
          problem.softmax == Softmax::naive};
}

template <class T>
KeysAndValues keys_and_values(const FlashProblem<T>& problem, std::size_t batch, std::size_t kv_head) {
  KeysAndValues source{{},
                       {},
                       problem.n_past,
                       slice(problem.k, batch, kv_head),
                       slice(problem.v, batch, kv_head),
                       problem.d_k,
                       problem.d_v};
  if (problem.n_past == 0) return source;
  source.past_k = slice(problem.past_k, batch, kv_head);
  source.past_v = slice(problem.past_v, batch, kv_head);
  return source;
}

/// A mask's term as an exponent of two. What is finite stays so: a mask of lowest numbers is no mask of -inf,
/// and a row that sees nothing else weighs all of these keys alike.
template <class T>
T exponent_of(double term) {
  const double exponent = term * std::numbers::log2e;
  if (std::isinf(term)) return static_cast<T>(exponent);
  constexpr auto most = static_cast<double>(std::numeric_limits<T>::max());
  return static_cast<T>(exponent > most ? most : exponent < -most ? -most : exponent);
}

/// One thread's part in the work: takes items, one at a time, each from its first tile of keys to its last.
template <class T>
class Worker {
 public:
  Worker(const FlashProblem<T>& problem, const SimdKernel<T>& kernel, std::size_t most_rows)
      : problem_(problem),
        kernel_(kernel),
        rules_(rules_of(problem)),
        strips_(problem, kernel, most_rows),
        tiles_(problem.d_k, problem.d_v, strips_.few()),
        scores_(tile_keys * kernel.lanes * most_vectors),
        has_terms_(problem.masks && problem.masks->terms({0, 0, {0, 0}, {0, 0}})) {
    if (has_terms_) bias_ = AlignedBuffer<T>(tile_keys * kernel.lanes * most_vectors);
  }

  void attend(const Item& item) {
    group_ = item.group;
    strips_.load(group_, item.rows);
    const KeysAndValues source = keys_and_values(problem_, group_.batch, group_.kv_head);
    const std::size_t begin = std::max(item.keys.begin, strips_.seen().begin / tile_keys * tile_keys);
    const std::size_t end = std::min(item.keys.end, strips_.seen().end);
    for (std::size_t key = begin; key < end; key += tile_keys)
      attend_tile(source, {key, std::min(key + tile_keys, end)});
  }
  const StripBuffer<T>& strips() const { return strips_; }

 private:
  void attend_tile(const KeysAndValues& source, const Range& keys) {
    const Range& open = strips_.seen_by_all();
    const bool guarded = has_terms_ || keys.begin < open.begin || keys.end > open.end;
    const KeyTile<T> tile = tiles_.load(source, keys, guarded);
    bool first = true;
    for (std::size_t i = 0; i < strips_.size(); ++i) {
      Sight<T> sight = strips_.sight(i, keys);
      if (sight.keys.size() == 0) continue;
      if (has_terms_ && !set_bias(i, keys, sight)) continue;
      sight.first = std::exchange(first, false);
      kernel_.attend(strips_.strip(i), tile, sight, rules_, scores_.data());
    }
  }

  /// The masks that are not rules, for one strip and tile. False where they hide all of it.
  bool set_bias(std::size_t i, const Range& tile, Sight<T>& sight) {
    const std::size_t width = strips_.strip(i).width;
    const Range& rows = strips_.rows(i);
    bool visible = false;
    for (std::size_t row = rows.begin; row < rows.end;) {  // head by head
      const std::size_t query = group_.query(row);
      const std::size_t count = std::min(rows.end - row, group_.n_q - query);
      const Matrix<double> bias = *problem_.masks->terms(
          {group_.batch, group_.head(row), {query, query + count}, {tile.begin, tile.end}});
      for (std::size_t key = 0; key < tile.size(); ++key)
        for (std::size_t k = 0; k < count; ++k) {
          const double term = bias(k, key);
          visible = visible || term != -std::numeric_limits<double>::infinity();
          bias_.data()[key * width + (row - rows.begin) + k] = exponent_of<T>(term);
        }
      row += count;
    }
    sight.bias = bias_.data();
    return visible;
  }

  const FlashProblem<T>& problem_;
  const SimdKernel<T>& kernel_;
  ScoreRules<T> rules_;
  Group group_;
  StripBuffer<T> strips_;
  TileBuffer<T> tiles_;
  AlignedBuffer<T> scores_;
  AlignedBuffer<T> bias_;
  bool has_terms_;
};

/// Whether masks hide every key from a query.
template <class T>
bool is_empty(const FlashProblem<T>& problem, const Group& group, std::size_t row) {
  if (problem.n_k == 0) return true;
  if (!problem.masks) return false;
  const std::size_t query = group.query(row);
  const Range keys = problem.masks->visible(group.batch, query, problem.n_k);
  if (keys.size() == 0) return true;
  const auto terms = problem.masks->terms({group.batch, group.head(row), {query, query + 1}, keys});
  return terms && std::all_of(terms->data(), terms->data() + terms->size(),
                              [](double term) { return term == -std::numeric_limits<double>::infinity(); });
}

/// Writes output and log-sum-exp of one row of a group.
template <class T>
void finish(const FlashProblem<T>& problem, const Group& group, std::size_t row, const RowState<T>& state) {
  const std::size_t head = group.head(row);
  const std::size_t query = group.query(row);
  T* output = problem.output + ((group.batch * problem.n_q + query) * problem.heads + head) * problem.d_v;
  T lse = log_sum_exp(state);
  if (state.row_sum == 0 && is_empty(problem, group, row)) {
    const bool nan = problem.empty_row == EmptyRow::nan;
    std::fill_n(output, problem.d_v, nan ? std::numeric_limits<T>::quiet_NaN() : T(0));
    if (nan) lse = std::numeric_limits<T>::quiet_NaN();
  } else {
    for (std::size_t c = 0; c < problem.d_v; ++c) output[c] = state.sum[c * state.stride] / state.row_sum;
  }
  if (problem.lse) problem.lse[(group.batch * problem.heads + head) * problem.n_q + query] = lse;
}

}  // namespace

template <class T>
void flash_attention(const FlashProblem<T>& problem, const FlashSettings& settings) {
  const SimdKernel<T>& kernel = simd_kernels(settings.simd).of<T>();
  const Schedule schedule = schedule_of(problem, kernel.lanes * most_vectors, settings.threads);
  Partials<T> partials(schedule, problem.d_v);
  std::vector<std::unique_ptr<Worker<T>>> workers(schedule.threads);
  if (settings.progress)
    settings.progress->total = problem.batch * problem.heads * problem.n_q * schedule.pieces;
  for_each_item(schedule.items.size(), schedule.threads, [&](std::size_t i, unsigned number) {
    std::unique_ptr<Worker<T>>& worker = workers[number];
    if (!worker) worker = std::make_unique<Worker<T>>(problem, kernel, schedule.most_rows);
    const Item& item = schedule.items[i];
    worker->attend(item);
    const StripBuffer<T>& strips = worker->strips();
    for (std::size_t s = 0; s < strips.size(); ++s)
      for (std::size_t row = strips.rows(s).begin; row < strips.rows(s).end; ++row) {
        const RowState<T> state = row_state(strips.strip(s), row - strips.rows(s).begin);
        if (schedule.pieces == 1)
          finish(problem, item.group, row, state);
        else
          partials.put(i, row, state);
      }
    if (settings.progress) settings.progress->done += item.rows.size();
  });
  if (schedule.pieces == 1) return;
  std::vector<T> sum(problem.d_v);
  for (std::size_t i = 0; i < schedule.items.size(); i += schedule.pieces)
    for (std::size_t row = schedule.items[i].rows.begin; row < schedule.items[i].rows.end; ++row)
      finish(problem, schedule.items[i].group, row, partials.merge(i, row, sum));
}

template void flash_attention(const FlashProblem<float>&, const FlashSettings&);
template void flash_attention(const FlashProblem<double>&, const FlashSettings&);

}  // namespace attn
