#include <algorithm>
#include <limits>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

#include "attn/flash.hpp"
#include "flash/finish.hpp"
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
  ScoreRules<T> rules{.naive = problem.softmax == Softmax::naive};
  if (!problem.softcap) return rules;
  rules.capped = true;
  rules.softcap = static_cast<T>(*problem.softcap * std::numbers::log2e);
  rules.inverse_softcap = static_cast<T>(1 / *problem.softcap);
  return rules;
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
          bias_.data()[key * width + (row - rows.begin) + k] = in_range<T>(term, std::numbers::log2e);
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
