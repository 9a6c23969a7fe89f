#include "flash/tiles.hpp"

#include <algorithm>
#include <cmath>

namespace attn {

namespace {

/// Rows further apart than this many bytes meet in few sets of a cache.
constexpr std::size_t close_together = 1024;

/// Room behind each row, so that rows do not stand a power of two apart.
template <class T>
constexpr std::size_t stride_of(std::size_t columns) {
  return round_up(columns, panel) + 64 / sizeof(T);
}

/// The first of the rows, where they can be used as they are.
template <class T>
const T* in_place(const HeadRows& rows, bool row_by_row) {
  const T* const* data = std::get_if<const T*>(&rows.data);
  const bool close = row_by_row || rows.row_stride * sizeof(T) <= close_together;
  return data && close ? *data : nullptr;
}

/// Rows that lie far apart are not foreseen by the hardware.
constexpr std::size_t rows_ahead = 8;
template <class T>
void fetch(const T* row, std::size_t columns) {
  for (std::size_t column = 0; column < columns; column += 64 / sizeof(T)) __builtin_prefetch(row + column);
}

template <class T>
void copy_rows(const HeadRows& rows, const Range& range, std::size_t columns, T* to, std::size_t stride) {
  std::visit(
      [&](const auto* data) {
        for (std::size_t row = range.begin; row < range.end; ++row, to += stride) {
          const auto* from = data + row * rows.row_stride;
          if (row + rows_ahead < range.end) fetch(from + rows_ahead * rows.row_stride, columns);
          std::transform(from, from + columns, to, [](auto number) { return static_cast<T>(number); });
        }
      },
      rows.data);
}

/// Rows of the cache and of what stands behind it.
template <class T>
void copy_rows(const HeadRows& past, std::size_t n_past, const HeadRows& fresh, const Range& range,
               std::size_t columns, T* to, std::size_t stride) {
  const std::size_t middle = std::clamp(n_past, range.begin, range.end);
  copy_rows(past, {range.begin, middle}, columns, to, stride);
  if (middle < range.end)
    copy_rows(fresh, {middle - n_past, range.end - n_past}, columns, to + (middle - range.begin) * stride,
              stride);
}

/// x - x is 0 for what is finite, else NaN.
template <class T>
bool all_finite(const T* row, std::size_t columns) {
  T sum = 0;
  for (std::size_t column = 0; column < columns; ++column) sum += row[column] - row[column];
  return sum == 0;
}

}  // namespace

template <class T>
TileBuffer<T>::TileBuffer(std::size_t d_k, std::size_t d_v, bool row_by_row)
    : row_by_row_(row_by_row), k_stride_(stride_of<T>(d_k)), v_stride_(stride_of<T>(d_v)) {}

template <class T>
T* TileBuffer<T>::copied_k() {
  if (!k_.data()) k_ = AlignedBuffer<T>(tile_keys * k_stride_);
  return k_.data();
}

template <class T>
T* TileBuffer<T>::copied_v() {
  if (!v_.data()) v_ = AlignedBuffer<T>(tile_keys * v_stride_);
  return v_.data();
}

template <class T>
KeyTile<T> TileBuffer<T>::load(const KeysAndValues& source, const Range& range, bool guarded) {
  KeyTile<T> tile{.first = range.begin};
  const bool whole = source.n_past == 0 && range.size() % panel == 0;
  if (const T* k = in_place<T>(source.k, row_by_row_); k && whole) {
    tile.k = k + range.begin * source.k.row_stride;
    tile.k_stride = source.k.row_stride;
    if (range.end + tile_keys <= source.n_k) tile.next_k = tile.k + tile_keys * tile.k_stride;
  } else {
    copy_rows(source.past_k, source.n_past, source.k, range, source.d_k, copied_k(), k_stride_);
    tile.k = k_.data();
    tile.k_stride = k_stride_;
  }
  if (const T* v = in_place<T>(source.v, row_by_row_); v && whole && !guarded && source.d_v % panel == 0) {
    tile.v = v + range.begin * source.v.row_stride;
    tile.v_stride = source.v.row_stride;
    return tile;
  }
  copy_rows(source.past_v, source.n_past, source.v, range, source.d_v, copied_v(), v_stride_);
  special_.clear();
  if (guarded) set_special_apart(source, range.size());
  tile.v = v_.data();
  tile.v_stride = v_stride_;
  tile.special = special_;
  return tile;
}

template <class T>
void TileBuffer<T>::set_special_apart(const KeysAndValues& source, std::size_t keys) {
  special_rows_.clear();
  for (std::size_t key = 0; key < keys; ++key) {
    T* row = v_.data() + key * v_stride_;
    if (all_finite(row, source.d_v)) continue;
    special_rows_.emplace_back(row, row + round_up(source.d_v, panel));
    special_.push_back({key, special_rows_.back().data()});
    std::replace_if(
        row, row + source.d_v, [](T number) { return !std::isfinite(number); }, T(0));
  }
}

template class TileBuffer<float>;
template class TileBuffer<double>;

}  // namespace attn
