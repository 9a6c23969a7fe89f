#pragma once

#include <cstdint>
#include <unordered_map>

#include "attn/evaluate.hpp"
#include "attn/graph.hpp"

namespace attn::diagnosis {

/// More was to be computed than the budget allows.
struct OutOfBudget {};

/// Values of many graphs that are nearly the same. A node's value depends on its operation, its attributes,
/// its operands and the arithmetic; where all these are equal it is computed once.
class SharedValues {
 public:
  explicit SharedValues(std::uint64_t budget) : budget_(budget) {}

  /// Multiply-adds so far.
  std::uint64_t work() const { return work_; }

 private:
  friend class Evaluation;
  void keep(std::uint64_t digest, const Ref& node);
  void spend(std::uint64_t work);

  std::uint64_t budget_;
  std::uint64_t work_ = 0;
  std::size_t cells_ = 0;
  std::unordered_map<std::uint64_t, Ref> nodes_;  ///< computed ones, by digest
};

/// Computes nodes of one graph on demand.
class Evaluation {
 public:
  Evaluation(SharedValues& shared, const Arithmetic& arithmetic) : shared_(shared), arithmetic_(arithmetic) {}

  /// The node's value. Throws OutOfBudget.
  Matrix<double> value(const Ref& node);

 private:
  /// A node with its value, and what stands for its content. 64 bits: two of a million nodes are mistaken for
  /// one another once in 10^7 diagnoses.
  struct Known {
    Ref node;
    std::uint64_t digest;
  };
  const Known& known(const Ref& node);
  Known look_up(const Ref& node);

  SharedValues& shared_;
  const Arithmetic& arithmetic_;
  std::unordered_map<Ref, Known> known_;  ///< keeps what was asked for, so that no address comes back
};

}  // namespace attn::diagnosis
