#include "flash/strips.hpp"

#include <algorithm>
#include <limits>
#include <numbers>

namespace attn {

namespace {

Range intersection(const Range& a, const Range& b) {
  const Range both{std::max(a.begin, b.begin), std::min(a.end, b.end)};
  return {std::min(both.begin, both.end), both.end};
}

/// The smallest interval that holds both; one without a key adds nothing.
Range hull(const Range& a, const Range& b) {
  if (a.size() == 0) return b;
  if (b.size() == 0) return a;
  return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

/// What Q is multiplied with, so that its products with K are what the kernel starts from.
template <class T>
double factor_of_q(const FlashProblem<T>& problem) {
  return problem.softcap ? problem.scale : problem.scale * std::numbers::log2e;
}

/// Whether the kernel lets its lanes run along d. It changes the order of sums, so it depends on the problem
/// alone.
template <class T>
bool has_few_rows(const FlashProblem<T>& problem) {
  return problem.heads / problem.kv_heads * problem.n_q <= few_rows && problem.d_k % few_lanes == 0;
}

}  // namespace

template <class T>
StripBuffer<T>::StripBuffer(const FlashProblem<T>& problem, const SimdKernel<T>& kernel,
                            std::size_t most_rows)
    : problem_(problem),
      lanes_(kernel.lanes),
      // Vectors of one lane make strips that are too narrow for the other way.
      few_(has_few_rows(problem) && kernel.lanes * most_vectors >= few_queries),
      rows_of_strip_(few_ ? few_queries : kernel.lanes * most_vectors),
      most_width_(round_up(rows_of_strip_, kernel.lanes)) {
  const std::size_t strips = round_up(most_rows, rows_of_strip_) / rows_of_strip_;
  const std::size_t rows = strips * most_width_;
  q_ = AlignedBuffer<T>(rows * problem.d_k);
  if (few_) few_q_ = AlignedBuffer<T>(strips * few_queries * problem.d_k);
  sum_ = AlignedBuffer<T>(rows * round_up(problem.d_v, panel));
  row_max_ = AlignedBuffer<T>(rows);
  row_sum_ = AlignedBuffer<T>(rows);
  first_ = AlignedBuffer<Lane<T>>(rows);
  end_ = AlignedBuffer<Lane<T>>(rows);
}

template <class T>
void StripBuffer<T>::load(const Group& group, const Range& rows) {
  strips_.clear();
  places_.clear();
  const std::size_t d_v = round_up(problem_.d_v, panel);
  for (std::size_t first = rows.begin; first < rows.end; first += rows_of_strip_) {
    const Range own{first, std::min(first + rows_of_strip_, rows.end)};
    const std::size_t width = few_ ? most_width_ : round_up(own.size(), lanes_);
    const std::size_t offset = strips_.size() * most_width_;
    strips_.push_back({width, problem_.d_k, d_v, q_.data() + offset * problem_.d_k, nullptr,
                       sum_.data() + offset * d_v, row_max_.data() + offset, row_sum_.data() + offset,
                       first_.data() + offset, end_.data() + offset});
    places_.push_back({own, {}, {0, problem_.n_k}});
    load_queries(group, strips_.size() - 1);
    find_visible(group, strips_.size() - 1);
    if (few_) load_few_queries(strips_.size() - 1);
  }
  seen_ = {};
  seen_by_all_ = {0, problem_.n_k};
  for (const Place& place : places_) {
    seen_ = hull(seen_, place.seen);
    seen_by_all_ = intersection(seen_by_all_, place.seen_by_all);
  }
}

/// Transposes and scales the rows of Q, and sets the state to that of no key seen yet.
template <class T>
void StripBuffer<T>::load_queries(const Group& group, std::size_t i) {
  const Strip<T>& strip = strips_[i];
  const Range& rows = places_[i].rows;
  const double factor = factor_of_q(problem_);
  std::fill_n(strip.q, strip.width * strip.d_k, T(0));
  std::visit(
      [&](const auto* data) {
        for (std::size_t lane = 0; lane < rows.size(); ++lane) {
          const std::size_t row = rows.begin + lane;
          const auto* q = row_of(problem_.q, data, group.batch, group.head(row), group.query(row));
          for (std::size_t c = 0; c < strip.d_k; ++c)
            strip.q[c * strip.width + lane] =
                static_cast<T>(static_cast<double>(static_cast<T>(q[c])) * factor);
        }
      },
      problem_.q.data);
  std::fill_n(strip.sum, strip.width * strip.d_v, T(0));
  std::fill_n(strip.row_sum, strip.width, T(0));
  const bool naive = problem_.softmax == Softmax::naive;
  std::fill_n(strip.row_max, strip.width, naive ? T(0) : std::numeric_limits<T>::lowest());
}

template <class T>
void StripBuffer<T>::load_few_queries(std::size_t i) {
  Strip<T>& strip = strips_[i];
  T* q = few_q_.data() + i * few_queries * strip.d_k;
  for (std::size_t lane = 0; lane < few_queries; ++lane)
    for (std::size_t c = 0; c < strip.d_k; ++c) q[lane * strip.d_k + c] = strip.q[c * strip.width + lane];
  strip.few_q = q;
}

template <class T>
void StripBuffer<T>::find_visible(const Group& group, std::size_t i) {
  Place& place = places_[i];
  const auto first = first_.data() + (strips_[i].first - first_.data());
  const auto end = end_.data() + (strips_[i].end - end_.data());
  std::fill_n(first, strips_[i].width, Lane<T>(0));
  std::fill_n(end, strips_[i].width, Lane<T>(0));
  for (std::size_t lane = 0; lane < place.rows.size(); ++lane) {
    Range keys{0, problem_.n_k};
    if (problem_.masks)
      keys = problem_.masks->visible(group.batch, group.query(place.rows.begin + lane), problem_.n_k);
    first[lane] = static_cast<Lane<T>>(keys.begin);
    end[lane] = static_cast<Lane<T>>(keys.end);
    place.seen = hull(place.seen, keys);
    place.seen_by_all = intersection(place.seen_by_all, keys);
  }
}

template <class T>
Sight<T> StripBuffer<T>::sight(std::size_t i, const Range& tile) const {
  const Range keys = intersection(places_[i].seen, tile);
  const bool all = intersection(places_[i].seen_by_all, keys) == keys;
  if (keys.size() == 0) return {{0, 0}, true, nullptr};
  return {{keys.begin - tile.begin, keys.end - tile.begin}, all, nullptr};
}

template class StripBuffer<float>;
template class StripBuffer<double>;

}  // namespace attn
