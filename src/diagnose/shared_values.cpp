#include "diagnose/shared_values.hpp"

#include <array>
#include <bit>

#include "attn/op.hpp"

namespace attn::diagnosis {

namespace {

/// What a node is, as one number.
class Digest {
 public:
  void add(std::uint64_t word) {
    // The mixing of splitmix64 (Steele et al. 2014), word by word.
    state_ += word + 0x9e3779b97f4a7c15;
    state_ = (state_ ^ (state_ >> 30)) * 0xbf58476d1ce4e5b9;
    state_ = (state_ ^ (state_ >> 27)) * 0x94d049bb133111eb;
    state_ ^= state_ >> 31;
  }
  void add(double x) { add(std::bit_cast<std::uint64_t>(x)); }
  void add(const void* address) { add(std::bit_cast<std::uint64_t>(address)); }
  void add(const std::optional<Range>& range) {
    add(std::uint64_t{range ? range->begin + 1 : 0});
    add(std::uint64_t{range ? range->end + 1 : 0});
  }
  void add(const Axes& axes) {
    for (const Axis& axis : axes) add(std::uint64_t{axis.size});
  }
  void add(const Value& value) {
    std::visit(
        [this](const auto& matrix) {
          if constexpr (!std::is_same_v<std::decay_t<decltype(matrix)>, std::monostate>)
            add_all(matrix.data(), matrix.size());
        },
        value);
  }
  void add(const Attributes& attributes) {
    add(std::uint64_t{attributes.index()});
    if (const auto* number = std::get_if<attribute::Number>(&attributes)) add(number->value);
    if (const auto* projection = std::get_if<attribute::Projection>(&attributes))
      add(std::uint64_t{projection->transposed});
    if (const auto* along = std::get_if<attribute::Along>(&attributes)) add(std::uint64_t{along->axis});
    if (const auto* empty = std::get_if<attribute::EmptyRows>(&attributes)) {
      add(std::uint64_t{empty->gives == EmptyRow::nan});
      for (const std::size_t row : empty->rows) add(std::uint64_t{row});
    }
  }
  std::uint64_t value() const { return state_; }

 private:
  /// Four numbers at a time, which do not wait for each other: hashing what is given is most of the work.
  template <class T>
  void add_all(const T* numbers, std::size_t count) {
    std::array<std::uint64_t, 4> lanes{1, 2, 3, 4};
    for (std::size_t i = 0; i < count; ++i) {
      std::uint64_t& lane = lanes[i % lanes.size()];
      lane = std::rotl(
          (lane ^ std::bit_cast<std::uint64_t>(static_cast<double>(numbers[i]))) * 0x9e3779b97f4a7c15, 31);
    }
    for (const std::uint64_t lane : lanes) add(lane);
  }

  std::uint64_t state_ = 0;
};

std::size_t cells_of(const Axes& axes) {
  std::size_t cells = 1;
  for (const Axis& axis : axes) cells *= axis.size;
  return cells;
}

/// In multiply-adds; other operations than products take a few for each cell, and what is given is only
/// copied.
std::uint64_t work_of(const Node& node) {
  const std::uint64_t for_each_cell = node.op == &op::input ? 3 : 8;
  const std::uint64_t cells = cells_of(node.axes);
  const bool is_product =
      node.op == &op::linear || node.op == &op::matmul_transposed || node.op == &op::weighted_sum;
  if (is_product) return cells * axes_of(node.operands[0])[1].size;
  if (node.op == &op::accumulate) return cells * axes_of(node.operands[2])[1].size;
  return cells * for_each_cell;
}

}  // namespace

void SharedValues::keep(std::uint64_t digest, const Ref& node) {
  constexpr std::size_t most_cells = 32 << 20;  // 256 MB
  cells_ += cells_of(node->axes);
  if (cells_ > most_cells) {
    nodes_.clear();
    cells_ = 0;
  }
  nodes_.emplace(digest, node);
}

void SharedValues::spend(std::uint64_t work) {
  if (work_ + work > budget_) throw OutOfBudget();
  work_ += work;
}

Evaluation::Known Evaluation::look_up(const Ref& node) {
  Digest digest;
  digest.add(static_cast<const void*>(node->op));
  digest.add(static_cast<const void*>(&arithmetic_));
  digest.add(node->axes);
  if (node->operands.empty()) {
    // What it reads may be gone by the time that another graph asks: its value says what it is.
    shared_.spend(work_of(*node));
    arithmetic_.compute(*node);
    digest.add(node->value);
    return {node, digest.value()};
  }
  for (Operand& operand : node->operands) {
    const Known& input = known(operand.node);
    operand.node = input.node;
    digest.add(input.digest);
    digest.add(operand.rows);
    digest.add(operand.columns);
  }
  digest.add(node->attributes);
  const auto found = shared_.nodes_.find(digest.value());
  if (found != shared_.nodes_.end()) return {found->second, digest.value()};
  shared_.spend(work_of(*node));
  arithmetic_.compute(*node);
  node->operands.clear();
  shared_.keep(digest.value(), node);
  return {node, digest.value()};
}

const Evaluation::Known& Evaluation::known(const Ref& node) {
  const auto found = known_.find(node);
  if (found != known_.end()) return found->second;
  return known_.emplace(node, look_up(node)).first->second;
}

Matrix<double> Evaluation::value(const Ref& node) {
  const Value& value = known(node).node->value;
  if (const auto* exact = std::get_if<Matrix<double>>(&value)) return *exact;
  return xt::cast<double>(std::get<Matrix<float>>(value));
}

}  // namespace attn::diagnosis
