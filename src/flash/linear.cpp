#include "flash/linear.hpp"

#include <algorithm>
#include <memory>

#include "flash/parallel.hpp"

namespace attn {

namespace {

/// Inputs that are multiplied at a time, so that a strip of W stays in the first-level cache. Sums are cut
/// there, so it is the same everywhere.
constexpr std::size_t depth_of_slice = 192;
/// HeadRows of x that stay in the second-level cache meanwhile.
constexpr std::size_t rows_of_block = 192;
/// What one thread does in one go.
constexpr std::size_t rows_of_item = 1152;
constexpr std::size_t strips_of_item = 8;

constexpr std::size_t divide_up(std::size_t count, std::size_t by) {
  return (count + by - 1) / by;
}

template <class T>
class Product {
 public:
  Product(const Weights& weights, std::size_t inputs, const SimdKernel<T>& kernel)
      : weights_(weights), inputs_(inputs), width_(kernel.lanes * most_vectors), kernel_(kernel) {}

  std::size_t width() const { return width_; }

  /// Adds x W to y, for some rows and some strips of columns.
  void add(const PaddedMatrix<T>& x, PaddedMatrix<T>& y, const Range& rows, const Range& strips) const {
    AlignedBuffer<T> packed(strips.size() * width_ * std::min(depth_of_slice, inputs_));
    for (std::size_t input = 0; input < inputs_; input += depth_of_slice) {
      const Range slice{input, std::min(input + depth_of_slice, inputs_)};
      const std::size_t strip_size = slice.size() * width_;
      for (std::size_t s = strips.begin; s < strips.end; ++s)
        pack(slice, s, packed.data() + (s - strips.begin) * strip_size);
      for (std::size_t row = rows.begin; row < rows.end; row += rows_of_block)
        for (std::size_t s = strips.begin; s < strips.end; ++s)
          kernel_.multiply({x.row(row) + input, x.stride, std::min(rows_of_block, rows.end - row),
                            slice.size(), packed.data() + (s - strips.begin) * strip_size,
                            y.numbers.data() + row * y.stride + s * width_, y.stride});
    }
  }

 private:
  /// [slice, width]: the weights of one strip of outputs, 0 where there are none.
  void pack(const Range& slice, std::size_t strip, T* to) const {
    const std::size_t first = strip * width_;
    const std::size_t outputs = std::min(width_, weights_.columns.size() - first);
    for (std::size_t column = 0; column < outputs; ++column) {
      const double* from = weights_.columns[first + column] + slice.begin * weights_.input_stride;
      for (std::size_t input = 0; input < slice.size(); ++input)
        to[input * width_ + column] = static_cast<T>(from[input * weights_.input_stride]);
    }
    for (std::size_t input = 0; input < slice.size(); ++input)
      std::fill(to + input * width_ + outputs, to + (input + 1) * width_, T(0));
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
  const std::size_t across = divide_up(strips, strips_of_item);
  for_each_item(divide_up(n, rows_of_item) * across, threads, [&](std::size_t item, unsigned) {
    const std::size_t row = item / across * rows_of_item;
    const std::size_t strip = item % across * strips_of_item;
    product.add(copy, y, {row, std::min(row + rows_of_item, n)},
                {strip, std::min(strip + strips_of_item, strips)});
  });
  return y;
}

template PaddedMatrix<float> linear(const HeadRows&, std::size_t, std::size_t, const Weights&,
                                    const SimdKernel<float>&, unsigned);
template PaddedMatrix<double> linear(const HeadRows&, std::size_t, std::size_t, const Weights&,
                                     const SimdKernel<double>&, unsigned);

}  // namespace attn
