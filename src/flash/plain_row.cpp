#include "flash/plain_row.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "flash/state.hpp"
#include "flash/tiles.hpp"

namespace attn {

namespace {

template <class T>
constexpr T minus_infinity = -std::numeric_limits<T>::infinity();

/// A row of numbers as T, whatever they are stored as.
template <class T>
std::vector<T> numbers_of(const HeadRows& rows, std::size_t row, std::size_t columns) {
  std::vector<T> numbers(columns);
  std::visit(
      [&](const auto* data) {
        const auto* from = data + row * rows.row_stride;
        std::transform(from, from + columns, numbers.begin(),
                       [](auto number) { return static_cast<T>(number); });
      },
      rows.data);
  return numbers;
}

/// The row of a key, cached or new.
template <class T>
std::vector<T> numbers_of(const KeysAndValues& source, bool values, std::size_t key) {
  const bool cached = key < source.n_past;
  const HeadRows& past = values ? source.past_v : source.past_k;
  const HeadRows& fresh = values ? source.v : source.k;
  return numbers_of<T>(cached ? past : fresh, cached ? key : key - source.n_past,
                       values ? source.d_v : source.d_k);
}

/// A score, after scale and softcap, each rounded to T as a step of the standard pipeline is.
template <class T>
T score_of(const FlashProblem<T>& problem, const std::vector<T>& q, const std::vector<T>& k) {
  const double product =
      std::transform_reduce(q.begin(), q.end(), k.begin(), 0.0, std::plus<>(),
                            [](T a, T b) { return static_cast<double>(a) * static_cast<double>(b); });
  const T scaled = static_cast<T>(product) * static_cast<T>(problem.scale);
  if (!problem.softcap) return scaled;
  const T cap = static_cast<T>(*problem.softcap);
  return cap * std::tanh(scaled / cap);
}

}  // namespace

template <class T>
T plain_row(const FlashProblem<T>& problem, const Group& group, std::size_t row, T* output) {
  const std::size_t query = group.query(row);
  const std::size_t head = group.head(row);
  const KeysAndValues source = keys_and_values(problem, group.batch, group.kv_head);
  const std::vector<T> q = numbers_of<T>(slice(problem.q, group.batch, head), query, problem.d_k);
  Range keys{0, problem.n_k};
  std::optional<Matrix<double>> terms;
  if (problem.masks) {
    keys = problem.masks->visible(group.batch, query, problem.n_k);
    terms = problem.masks->terms({group.batch, head, {query, query + 1}, keys});
  }
  const auto hidden = [&](std::size_t i) { return terms && (*terms)(0, i) == minus_infinity<double>; };

  std::vector<T> scores(keys.size(), minus_infinity<T>);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (hidden(i)) continue;
    scores[i] = score_of(problem, q, numbers_of<T>(source, false, keys.begin + i));
    if (terms) scores[i] += in_range<T>((*terms)(0, i));
    if (scores[i] <= std::numeric_limits<T>::max()) continue;
    // NaN or infinite: so is the whole row, and no other key matters.
    std::fill_n(output, problem.d_v, std::numeric_limits<T>::quiet_NaN());
    return std::numeric_limits<T>::quiet_NaN();
  }
  const T row_max = *std::max_element(scores.begin(), scores.end());
  std::vector<double> sum(problem.d_v);
  double row_sum = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (hidden(i)) continue;
    const double exp =
        scores[i] == minus_infinity<T> ? 0 : std::exp(static_cast<double>(scores[i] - row_max));
    row_sum += exp;
    const std::vector<T> v = numbers_of<T>(source, true, keys.begin + i);
    for (std::size_t c = 0; c < problem.d_v; ++c) sum[c] += exp * static_cast<double>(v[c]);
  }
  for (std::size_t c = 0; c < problem.d_v; ++c) output[c] = static_cast<T>(sum[c] / row_sum);
  return row_max + static_cast<T>(std::log(row_sum));
}

template float plain_row(const FlashProblem<float>&, const Group&, std::size_t, float*);
template double plain_row(const FlashProblem<double>&, const Group&, std::size_t, double*);

}  // namespace attn
