#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "attn/render.hpp"

namespace attn {

/// "S_scaled" taken apart.
struct Symbol {
  std::string base;        ///< "S"
  std::string subscript;   ///< "scaled"; empty: none
  bool has_tilde = false;  ///< "~O"
};

Symbol parse_symbol(std::string_view text);

/// What things are called in what is written for people: renamed, and counted from 0 or 1.
class Notation {
 public:
  explicit Notation(const RenderOptions& options) : naming_(options.naming()) {}

  /// 3 for the fourth one, or 4.
  std::size_t index(std::size_t i) const { return i + naming_.index_from; }
  /// "scores", or what it is renamed to.
  std::string name(std::string_view step_name) const;
  /// "head1.scores".
  std::string id(std::string_view step_name, const Place& place) const;
  std::string id(const Step& step) const { return id(step.name, step.place); }
  /// An operand in its step's formula: its name, and its place where that differs.
  std::string operand_name(const Step& step, std::size_t operand) const;
  /// The same with its block.
  std::string operand(const Step& step, std::size_t operand) const;
  /// "[2:4, 0:1]" of an operand that is not read whole, rows and columns as they are printed; or "".
  std::string block(const Step& step, std::size_t operand) const;
  /// "Q · Kᵀ", with tokens as rows or as columns, as the step has them.
  std::string formula(const Step& step) const;
  /// The symbol of a step in formulas in print.
  Symbol symbol(std::string_view step_name) const;
  /// A text in which words may be names of steps, with what these are called. A word before "(" is that of a
  /// function.
  std::string renamed(std::string_view text) const;
  std::string note(const Step& step) const { return note_text(step.note, naming_.index_from); }
  /// Place with its coordinates counted from 0 or 1.
  Place place(const Place& place) const { return naming_.place(place); }

 private:
  Naming naming_;
};

/// The equation as it is to be printed: for tokens as columns where the step has them so.
Formula printed_equation(const Step& step);

}  // namespace attn
