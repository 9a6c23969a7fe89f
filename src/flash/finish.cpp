#include "flash/finish.hpp"

#include <algorithm>
#include <limits>

#include "flash/plain_row.hpp"

namespace attn {

namespace {

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

}  // namespace

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
  } else if (problem.softmax == Softmax::safe && !is_in_range(state)) {
    lse = plain_row(problem, group, row, output);
  } else {
    for (std::size_t c = 0; c < problem.d_v; ++c) output[c] = state.sum[c * state.stride] / state.row_sum;
  }
  if (problem.lse) problem.lse[(group.batch * problem.heads + head) * problem.n_q + query] = lse;
}

template void finish(const FlashProblem<float>&, const Group&, std::size_t, const RowState<float>&);
template void finish(const FlashProblem<double>&, const Group&, std::size_t, const RowState<double>&);

}  // namespace attn
