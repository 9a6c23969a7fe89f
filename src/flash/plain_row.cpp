#include "flash/plain_row.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "flash/state.hpp"
#include "flash/tiles.hpp"

namespace attn {

namespace {

template <class T>
constexpr T minus_infinity = -std::numeric_limits<T>::infinity();

/// A row as T, whatever it is stored as.
template <class T>
void read_row(const HeadRows& rows, std::size_t row, std::vector<T>& numbers) {
  std::visit(
      [&](const auto* data) {
        const auto* from = data + row * rows.row_stride;
        std::transform(from, from + numbers.size(), numbers.begin(),
                       [](auto number) { return static_cast<T>(number); });
      },
      rows.data);
}

template <class T>
double dot(const std::vector<T>& a, const std::vector<T>& b, double factor) {
  double sum = 0;
  for (std::size_t c = 0; c < a.size(); ++c)
    sum += factor * static_cast<double>(a[c]) * static_cast<double>(b[c]);
  return sum;
}

/// A score, after scale and softcap. Products that overflow before a small scale are scaled first.
template <class T>
T score_of(const FlashProblem<T>& problem, const std::vector<T>& q, const std::vector<T>& k) {
  const double product = dot(q, k, 1) * problem.scale;
  const auto scaled = static_cast<T>(std::isfinite(product) ? product : dot(q, k, problem.scale));
  if (!problem.softcap) return scaled;
  const T cap = static_cast<T>(*problem.softcap);
  return cap * std::tanh(scaled / cap);
}

/// The rows of K and V of one kv head, one at a time.
template <class T>
class KeyRows {
 public:
  KeyRows(const FlashProblem<T>& problem, const Group& group)
      : source_(keys_and_values(problem, group.batch, group.kv_head)), k_(problem.d_k), v_(problem.d_v) {}

  const std::vector<T>& k(std::size_t key) { return read(source_.past_k, source_.k, key, k_); }
  const std::vector<T>& v(std::size_t key) { return read(source_.past_v, source_.v, key, v_); }

 private:
  const std::vector<T>& read(const HeadRows& past, const HeadRows& fresh, std::size_t key,
                             std::vector<T>& row) {
    if (key < source_.n_past)
      read_row(past, key, row);
    else
      read_row(fresh, key - source_.n_past, row);
    return row;
  }

  KeysAndValues source_;
  std::vector<T> k_;
  std::vector<T> v_;
};

}  // namespace

template <class T>
T plain_row(const FlashProblem<T>& problem, const Group& group, std::size_t row, T* output) {
  const std::size_t query = group.query(row);
  const std::size_t head = group.head(row);
  KeyRows<T> rows(problem, group);
  std::vector<T> q(problem.d_k);
  read_row(slice(problem.q, group.batch, head), query, q);
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
    scores[i] = score_of(problem, q, rows.k(keys.begin + i));
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
    const std::vector<T>& v = rows.v(keys.begin + i);
    for (std::size_t c = 0; c < problem.d_v; ++c) sum[c] += exp * static_cast<double>(v[c]);
  }
  for (std::size_t c = 0; c < problem.d_v; ++c) output[c] = static_cast<T>(sum[c] / row_sum);
  return row_max + static_cast<T>(std::log(row_sum));
}

template float plain_row(const FlashProblem<float>&, const Group&, std::size_t, float*);
template double plain_row(const FlashProblem<double>&, const Group&, std::size_t, double*);

}  // namespace attn
