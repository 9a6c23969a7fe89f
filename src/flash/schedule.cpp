#include "flash/schedule.hpp"

#include <algorithm>

#include "flash/parallel.hpp"
#include "flash/simd.hpp"

namespace attn {

namespace {

/// Q, O and one tile of K and V of so many rows stay in a second-level cache of 1 MB (d = 128, float32).
constexpr std::size_t rows_of_item = 384;

/// With so few rows, as when a model decodes, the keys are cut instead: into pieces of so many.
constexpr std::size_t rows_to_cut_keys = 16;
constexpr std::size_t keys_of_piece = 2304;
static_assert(keys_of_piece % tile_keys == 0);

/// Less than this many multiplications are done before a second thread has started.
constexpr double worth_a_thread = 1e6;

template <class T>
unsigned threads_of(const FlashProblem<T>& problem, unsigned asked) {
  const double work = static_cast<double>(problem.batch * problem.heads * problem.n_q) *
                      static_cast<double>(problem.n_k) * static_cast<double>(problem.d_k + problem.d_v);
  const unsigned most = asked > 0 ? asked : available_cores();
  return static_cast<unsigned>(std::clamp(work / worth_a_thread, 1.0, static_cast<double>(most)));
}

}  // namespace

template <class T>
Schedule schedule_of(const FlashProblem<T>& problem, std::size_t strip_width, unsigned threads) {
  Schedule schedule;
  schedule.threads = threads_of(problem, threads);
  const std::size_t group_heads = problem.heads / problem.kv_heads;
  const std::size_t rows = group_heads * problem.n_q;
  const std::size_t groups = problem.batch * problem.kv_heads;
  if (rows * groups == 0) return schedule;
  // Several items for each thread, so that none waits long for the last one.
  const std::size_t strips = divide_up(rows, strip_width);
  const std::size_t wanted = divide_up(std::size_t(4) * schedule.threads, groups);
  const std::size_t blocks = std::min(strips, std::max(divide_up(rows, rows_of_item), wanted));
  schedule.most_rows = std::min(divide_up(strips, blocks) * strip_width, rows);
  const std::size_t piece = rows <= rows_to_cut_keys ? keys_of_piece : std::max<std::size_t>(problem.n_k, 1);
  schedule.pieces = std::max<std::size_t>(divide_up(problem.n_k, piece), 1);

  for (std::size_t batch = 0; batch < problem.batch; ++batch)
    for (std::size_t kv_head = 0; kv_head < problem.kv_heads; ++kv_head) {
      const Group group{batch, kv_head, kv_head * group_heads, problem.n_q};
      // From the back: under a causal mask the last rows take the longest.
      for (std::size_t block = divide_up(rows, schedule.most_rows); block-- > 0;) {
        const std::size_t first = block * schedule.most_rows;
        for (std::size_t i = 0; i < schedule.pieces; ++i)
          schedule.items.push_back({group,
                                    {first, std::min(first + schedule.most_rows, rows)},
                                    {i * piece, std::min((i + 1) * piece, problem.n_k)}});
      }
    }
  return schedule;
}

template Schedule schedule_of(const FlashProblem<float>&, std::size_t, unsigned);
template Schedule schedule_of(const FlashProblem<double>&, std::size_t, unsigned);

}  // namespace attn
