#pragma once

#include <string>
#include <vector>

#include "attn/formula.hpp"

namespace attn::xlsx {

/// The numbers of equations that all sheets share (the scale, the cap): each stands in one cell of the
/// workbook, which formulas call by a name.
class Constants {
 public:
  struct Constant {
    std::string name;  ///< in formulas
    Formula number;
  };

  /// The name of the number, which is taken in.
  std::string name_of(const Formula& number);
  const std::vector<Constant>& all() const { return constants_; }

 private:
  std::vector<Constant> constants_;
};

/// The numbers of an equation, each one once.
std::vector<Formula> numbers_of(const Formula& equation);

}  // namespace attn::xlsx
