#include "diagnose/operations.hpp"

#include <cmath>
#include <stdexcept>

#include "ops/define.hpp"

namespace attn::diagnosis::mistaken {

namespace {

using attn::op::attribute_of;
using attn::op::infinity;

/// What all of them share: the node keeps the axes of the one that it stands for, and nobody reads formulas.
struct Replacement {
  static constexpr std::string_view help = "what a kernel computes by mistake";
  static Axes axes(const Node& node) { return node.axes; }
  static Formula formula(const Node& node) { return attn::op::words(std::string(node.op->name)); }
  static Matrix<double> error(const Node& node, const BoundedOperands&, const Rounding&) {
    throw std::logic_error(node.id() + ": a mistake has no error bound");
  }
};

template <class T>
bool hides(T bias) {
  return bias == -infinity<T>;
}

/// f(x, mask) in every cell.
template <class T, class Cell>
Matrix<T> with_mask(const Operands<T>& operands, Cell cell) {
  const Matrix<T>& x = operands[0];
  const Matrix<T>& mask = operands[1];
  Matrix<T> result = x;
  for (std::size_t i = 0; i < x.size(); ++i) result.flat(i) = cell(x.flat(i), mask.flat(i));
  return result;
}

struct AddFinite : Replacement {
  static constexpr std::string_view name = "add_finite";
  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>& operands) {
    return with_mask<T>(operands, [](T x, T bias) { return hides(bias) ? x : x + bias; });
  }
};

struct AddPlainly : Replacement {
  static constexpr std::string_view name = "add_plainly";
  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>& operands) {
    return with_mask<T>(operands, [](T x, T bias) { return x + bias; });
  }
};

struct FillHidden : Replacement {
  static constexpr std::string_view name = "fill_hidden";
  template <class T>
  static Matrix<T> evaluate(const Node& node, const Operands<T>& operands) {
    const auto filling = static_cast<T>(attribute_of<attribute::Number>(node).value);
    return with_mask<T>(operands, [filling](T x, T bias) { return hides(bias) ? filling : x + bias; });
  }
};

struct AddProduct : Replacement {
  static constexpr std::string_view name = "add_product";
  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>& operands) {
    return with_mask<T>(operands, [](T x, T bias) { return x + (hides(bias) ? T{1} : T{0}) * -infinity<T>; });
  }
};

struct MaskedWeights : Replacement {
  static constexpr std::string_view name = "masked_weights";
  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>& operands) {
    const Matrix<T> weights = operands[0].get() / operands[1].get();
    const Matrix<T>& mask = operands[2];
    return xt::where(xt::equal(mask, -infinity<T>), T{0}, weights);
  }
};

struct SoftmaxOverQueries : Replacement {
  static constexpr std::string_view name = "softmax_over_queries";
  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>& operands) {
    Matrix<T> x = operands[0];
    for (std::size_t j = 0; j < x.shape(1); ++j) normalise_column(x, j);
    return x;
  }

 private:
  template <class T>
  static void normalise_column(Matrix<T>& x, std::size_t j) {
    T largest = -infinity<T>;
    for (std::size_t i = 0; i < x.shape(0); ++i) largest = x(i, j) > largest ? x(i, j) : largest;
    T sum{0};
    for (std::size_t i = 0; i < x.shape(0); ++i) sum += x(i, j) = std::exp(x(i, j) - largest);
    for (std::size_t i = 0; i < x.shape(0); ++i) x(i, j) /= sum;
  }
};

struct SoftmaxAcross : Replacement {
  static constexpr std::string_view name = "softmax_across";
  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>& operands) {
    const Matrix<T>& own = operands[0];
    Matrix<T> result = own;
    for (std::size_t i = 0; i < own.size(); ++i) {
      T largest = -infinity<T>;
      for (std::size_t h = 1; h < operands.size(); ++h)
        largest = std::max(largest, operands[h].get().flat(i));
      T sum{0};
      for (std::size_t h = 1; h < operands.size(); ++h) sum += std::exp(operands[h].get().flat(i) - largest);
      result.flat(i) = std::exp(own.flat(i) - largest) / sum;
    }
    return result;
  }
};

struct SplitUnswapped : Replacement {
  static constexpr std::string_view name = "split_unswapped";
  template <class T>
  static Matrix<T> evaluate(const Node& node, const Operands<T>& operands) {
    Matrix<T> head = xt::empty<T>({node.axes[0].size, node.axes[1].size});
    const auto first = static_cast<std::size_t>(attribute_of<attribute::Number>(node).value) * head.size();
    for (std::size_t i = 0; i < head.size(); ++i) head.flat(i) = operands[0].get().flat(first + i);
    return head;
  }
};

struct MergeUnswapped : Replacement {
  static constexpr std::string_view name = "merge_unswapped";
  template <class T>
  static Matrix<T> evaluate(const Node& node, const Operands<T>& operands) {
    Matrix<T> merged = xt::empty<T>({node.axes[0].size, node.axes[1].size});
    std::size_t at = 0;
    for (const Matrix<T>& head : operands)
      for (const T x : head) merged.flat(at++) = x;
    return merged;
  }
};

struct LsePlusInf : Replacement {
  static constexpr std::string_view name = "lse_plus_inf";
  template <class T>
  static Matrix<T> evaluate(const Node& node, const Operands<T>& operands) {
    Matrix<T> result = xt::log(operands.back().get());
    if (operands.size() > 1) result += operands[0].get();
    attn::op::set_empty_rows(result, attribute_of<attribute::EmptyRows>(node), infinity<T>);
    return result;
  }
};

struct Mean : Replacement {
  static constexpr std::string_view name = "mean";
  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>& operands) {
    Matrix<T> sum = operands[0];
    for (std::size_t i = 1; i < operands.size(); ++i) sum += operands[i].get();
    return sum / static_cast<T>(operands.size());
  }
};

struct Square : Replacement {
  static constexpr std::string_view name = "square";
  template <class T>
  static Matrix<T> evaluate(const Node&, const Operands<T>& operands) {
    return operands[0].get() * operands[0].get();
  }
};

using attn::op::define;

}  // namespace

constinit const Op add_finite = define<AddFinite>();
constinit const Op add_plainly = define<AddPlainly>();
constinit const Op fill_hidden = define<FillHidden>();
constinit const Op add_product = define<AddProduct>();
constinit const Op masked_weights = define<MaskedWeights>();
constinit const Op softmax_over_queries = define<SoftmaxOverQueries>();
constinit const Op softmax_across = define<SoftmaxAcross>();
constinit const Op split_unswapped = define<SplitUnswapped>();
constinit const Op merge_unswapped = define<MergeUnswapped>();
constinit const Op lse_plus_inf = define<LsePlusInf>();
constinit const Op mean = define<Mean>();
constinit const Op square = define<Square>();

}  // namespace attn::diagnosis::mistaken
