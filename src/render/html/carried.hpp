#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "attn/trace.hpp"
#include "formula/reach.hpp"

namespace attn {

/// Which cells of which steps a page has.
class CarriedSteps {
 public:
  struct Part {
    std::size_t number;  ///< of the step of the page: the first one is 0
    Cells cells;         ///< of the computed step
    bool is_whole;       ///< none of them is in a gap
  };

  void add(const std::string& id, const Cells& cells, bool is_whole);

  /// The step that has these cells of an operand's block, or has them in its gap; nullptr where none has.
  const Part* find(const StepOperand& operand, const Cells& cells) const;
  /// One that has some of them.
  const Part* find(const StepOperand& operand) const;

 private:
  std::map<std::string, std::vector<Part>, std::less<>> parts_;  ///< by id
  std::size_t count_ = 0;
};

/// Where in its operand's step a rectangle of a block lies.
Cells whole_cells_of(const StepOperand& operand, const Cells& cells);

}  // namespace attn
