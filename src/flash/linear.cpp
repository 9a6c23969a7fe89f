#include "flash/linear.hpp"

#include <algorithm>
#include <memory>

#include "flash/parallel.hpp"

namespace attn {

namespace {

/// Inputs that are multiplied at a time, so that a strip of W stays in the first-level cache. Sums are cut
/// there, so it is the same everywhere.
constexpr std::size_t depth_of_slice = 192;
/// Rows of x that stay in the second-level cache meanwhile.
constexpr std::size_t rows_of_block = 192;
/// What one thread does in one go: so many strips of W, for all rows if there is enough to do for all
/// threads, so that W is packed once.
constexpr std::size_t strips_of_item = 4;

template <class T>
class Product {
 public:
  Product(const Weights& weights, std::size_t inputs, const SimdKernel<T>& kernel)
      : weights_(weights), inputs_(inputs), width_(kernel.lanes * most_vectors), kernel_(kernel) {}

  std::size_t width() const { return width_; }

  /// Adds x W to y, for some rows and some strips of columns. All slices of W are packed first, so that a
  /// block of y stays in the cache until it is done.
  void add(const PaddedMatrix<T>& x, PaddedMatrix<T>& y, const Range& rows, const Range& strips) const {
    AlignedBuffer<T> packed(strips.size() * inputs_ * width_);
    const auto place = [&](std::size_t strip, std::size_t input) {
      return packed.data() + ((strip - strips.begin) * inputs_ + input) * width_;
    };
    for (std::size_t strip = strips.begin; strip < strips.end; ++strip)
      for (const Range& slice : slices()) pack(slice, strip, place(strip, slice.begin));
    for (std::size_t row = rows.begin; row < rows.end; row += rows_of_block)
      for (const Range& slice : slices())
        for (std::size_t strip = strips.begin; strip < strips.end; ++strip)
          kernel_.multiply({x.row(row) + slice.begin, x.stride, std::min(rows_of_block, rows.end - row),
                            slice.size(), place(strip, slice.begin),
                            y.numbers.data() + row * y.stride + strip * width_, y.stride});
  }

 private:
  std::vector<Range> slices() const {
    std::vector<Range> slices;
    for (std::size_t input = 0; input < inputs_; input += depth_of_slice)
      slices.push_back({input, std::min(input + depth_of_slice, inputs_)});
    return slices;
  }

  /// [slice, width]: the weights of one strip of outputs, 0 where there are none.
  void pack(const Range& slice, std::size_t strip, T* to) const {
    const std::size_t first = strip * width_;
    const std::size_t outputs = std::min(width_, weights_.columns.size() - first);
    const double* const* columns = weights_.columns.data() + first;
    if (outputs < width_) std::fill_n(to, slice.size() * width_, T(0));
    if (side_by_side(columns, outputs))
      for (std::size_t i = 0; i < slice.size(); ++i) {
        const double* from = columns[0] + (slice.begin + i) * weights_.input_stride;
        std::transform(from, from + outputs, to + i * width_,
                       [](double number) { return static_cast<T>(number); });
      }
    else
      transpose(columns, outputs, slice, to);
  }

  /// A few inputs at a time, so that what is written stays in the cache.
  void transpose(const double* const* columns, std::size_t outputs, const Range& slice, T* to) const {
    constexpr std::size_t few = 16;
    for (std::size_t begin = slice.begin; begin < slice.end; begin += few) {
      const std::size_t end = std::min(begin + few, slice.end);
      for (std::size_t output = 0; output < outputs; ++output)
        for (std::size_t i = begin; i < end; ++i)
          to[(i - slice.begin) * width_ + output] =
              static_cast<T>(columns[output][i * weights_.input_stride]);
    }
  }

  static bool side_by_side(const double* const* columns, std::size_t count) {
    return std::adjacent_find(columns, columns + count,
                              [](const double* a, const double* b) { return b != a + 1; }) == columns + count;
  }

  const Weights& weights_;
  std::size_t inputs_;
  std::size_t width_;
  const SimdKernel<T>& kernel_;
};

/// With room behind each row, so that rows do not stand a power of two apart, and whole panels of rows.
template <class T>
PaddedMatrix<T> padded_copy(const HeadRows& x, std::size_t n, std::size_t inputs) {
  const std::size_t stride = round_up(inputs, panel) + 64 / sizeof(T);
  PaddedMatrix<T> copy{AlignedBuffer<T>(round_up(n, panel) * stride), n, stride};
  std::visit(
      [&](const auto* data) {
        for (std::size_t i = 0; i < n; ++i)
          std::transform(data + i * x.row_stride, data + i * x.row_stride + inputs,
                         copy.numbers.data() + i * stride,
                         [](auto number) { return static_cast<T>(number); });
      },
      x.data);
  return copy;
}

}  // namespace

template <class T>
PaddedMatrix<T> linear(const HeadRows& x, std::size_t n, std::size_t inputs, const Weights& weights,
                       const SimdKernel<T>& kernel, unsigned threads) {
  const Product<T> product(weights, inputs, kernel);
  const std::size_t strips = divide_up(weights.columns.size(), product.width());
  PaddedMatrix<T> y{AlignedBuffer<T>(n * strips * product.width()), n, strips * product.width()};
  for (std::size_t i = 0; i < n; ++i)
    std::transform(weights.bias.begin(), weights.bias.end(), y.numbers.data() + i * y.stride,
                   [](double number) { return static_cast<T>(number); });
  const PaddedMatrix<T> copy = padded_copy<T>(x, n, inputs);
  const std::size_t across = std::max<std::size_t>(divide_up(strips, strips_of_item), 1);
  const std::size_t down = std::clamp<std::size_t>(divide_up(std::size_t(4) * threads, across), 1,
                                                   std::max<std::size_t>(divide_up(n, rows_of_block), 1));
  const std::size_t rows = round_up(divide_up(n, down), rows_of_block);
  for_each_item(down * across, threads, [&](std::size_t item, unsigned) {
    const std::size_t row = std::min(item / across * rows, n);
    const std::size_t strip = item % across * strips_of_item;
    product.add(copy, y, {row, std::min(row + rows, n)}, {strip, std::min(strip + strips_of_item, strips)});
  });
  return y;
}

template PaddedMatrix<float> linear(const HeadRows&, std::size_t, std::size_t, const Weights&,
                                    const SimdKernel<float>&, unsigned);
template PaddedMatrix<double> linear(const HeadRows&, std::size_t, std::size_t, const Weights&,
                                     const SimdKernel<double>&, unsigned);

}  // namespace attn
