#include "render/latex/notation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "render/latex/letters.hpp"
#include "render/latex/text.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

bool is_letter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}
bool is_capital_or_digit(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

std::string base_of(std::string_view base, const LatexDialect& dialect) {
  if (const std::string_view command = letter_command(base); !command.empty()) return std::string(command);
  const std::string_view primes = base.substr(std::min(base.find('\''), base.size()));
  const std::string_view word = base.substr(0, base.size() - primes.size());
  const bool is_plain = !word.empty() && std::ranges::all_of(word, is_letter) &&
                        primes.find_first_not_of('\'') == std::string_view::npos;
  if (is_plain && word.size() == 1) return std::string(base);
  if (is_plain) return fmt::format("\\mathrm{{{}}}{}", word, primes);
  return fmt::format("\\text{{{}}}", dialect.text(base));
}

/// One letter and abbreviations are as they are, words upright.
std::string subscript_of(std::string_view word, const LatexDialect& dialect) {
  const bool is_plain =
      std::ranges::all_of(word, is_capital_or_digit) || (word.size() == 1 && is_letter(word[0]));
  return is_plain ? std::string(word) : fmt::format("\\text{{{}}}", dialect.text(word));
}

/// A symbol with all that hangs on it.
struct Ornaments {
  std::string above;  ///< "(1)"
  std::string below;  ///< "\text{scaled},0,2"
  std::string block = {};
  std::string entry = {};
  bool is_transposed = false;
};

/// "(1)": the head; "(0,1)": batch entry and head; "(0)" in a batch: what all heads of the entry share.
Ornaments ornaments_of(std::string_view subscript, const Place& place) {
  Ornaments ornaments{.above = "", .below = std::string(subscript)};
  const auto add = [](std::string& text, std::size_t index) {
    text += fmt::format("{}{}", text.empty() ? "" : ",", index);
  };
  for (const auto& coordinate : {place.batch, place.head})
    if (coordinate) add(ornaments.above, *coordinate);
  if (!ornaments.above.empty()) ornaments.above = "(" + ornaments.above + ")";
  for (const auto& coordinate : {place.tile_row, place.tile_col})
    if (coordinate) add(ornaments.below, *coordinate);
  return ornaments;
}

std::string with(std::string symbol, char mark, const std::string& script) {
  if (!script.empty()) symbol += fmt::format("{}{{{}}}", mark, script);
  return symbol;
}

std::string printed(const std::string& base, const Ornaments& ornaments) {
  const bool is_bare = ornaments.below.empty() && ornaments.block.empty();
  if (!ornaments.entry.empty() && is_bare)
    return with(with(base, '_', ornaments.entry), '^', ornaments.above);
  std::string symbol = with(base, '_', ornaments.below);
  const std::string top = ornaments.is_transposed ? "\\top" : "";
  if (ornaments.block.empty())
    symbol = with(symbol, '^', ornaments.above + top);
  else
    symbol = with(with(symbol, '^', ornaments.above) + ornaments.block, '^', top);
  return ornaments.entry.empty() ? symbol : fmt::format("({})_{{{}}}", symbol, ornaments.entry);
}

/// "[2{:}4, 0{:}1]": a colon between numbers, not a sign of relation.
std::string block_latex(std::string_view block) {
  std::string text;
  for (const char c : block) text += c == ':' ? "{:}" : std::string(1, c);
  return text;
}

std::string printed_symbol(const Symbol& symbol, const LatexDialect& dialect, const Ornaments& ornaments) {
  std::string base = base_of(symbol.base, dialect);
  if (symbol.has_tilde) base = fmt::format("\\tilde{{{}}}", base);
  return printed(base, ornaments);
}

Ornaments ornaments_of_step(const Symbol& symbol, const Place& place, const LatexDialect& dialect) {
  return ornaments_of(symbol.subscript.empty() ? "" : subscript_of(symbol.subscript, dialect), place);
}

/// The step's symbol with an entry's indices below.
std::string step_symbol(const Step& step, const LatexNotation& latex, std::string entry) {
  const Symbol symbol = latex.notation().symbol(step.name);
  Ornaments ornaments = ornaments_of_step(symbol, latex.notation().place(step.place), latex.dialect());
  ornaments.entry = std::move(entry);
  return printed_symbol(symbol, latex.dialect(), ornaments);
}

}  // namespace

const LatexDialect document_dialect{"\\\\", latex_text};
const LatexDialect katex_dialect{"\\cr", katex_text};

bool is_vector(const Axes& axes) {
  return axes.size() == 1 || (axes.size() == 2 && axes[0].name.empty() && axes[0].size == 1);
}

bool has_equation(const Step& step) {
  return step.equation != nullptr && step.equation->kind != Formula::Kind::words;
}

std::string LatexNotation::symbol(const Step& step) const {
  return step_symbol(step, *this, "");
}

std::string LatexNotation::block(const Step& step, const std::optional<Range>& rows,
                                 const std::optional<Range>& columns) const {
  const Symbol symbol = notation_.symbol(step.name);
  Ornaments ornaments = ornaments_of_step(symbol, notation_.place(step.place), dialect_);
  ornaments.block = block_latex(block_text(rows, columns, notation_.index(0)));
  return printed_symbol(symbol, dialect_, ornaments);
}

std::string LatexNotation::cell(const Step& step, std::size_t row, std::size_t column) const {
  const auto index = [&](std::size_t axis, std::size_t i) { return notation_.index(step.axes[axis].at(i)); };
  if (step.axes.size() == 1) return step_symbol(step, *this, fmt::format("{}", index(0, row)));
  if (is_vector(step.axes)) return step_symbol(step, *this, fmt::format("{}", index(1, column)));
  return step_symbol(step, *this, fmt::format("{},{}", index(0, row), index(1, column)));
}

std::string LatexNotation::line(const Step& step, std::size_t index) const {
  const std::size_t shown = notation_.index(step.axes[step.is_transposed ? 1 : 0].at(index));
  return step_symbol(step, *this,
                     step.is_transposed ? fmt::format("{{:}},{}", shown) : fmt::format("{},{{:}}", shown));
}

std::string LatexNotation::operand(const Step& step, const Formula& leaf, OperandForm form) const {
  const StepOperand& operand = step.operands[leaf.operand];
  const StepId of = parse_id(operand.id);
  const Symbol symbol = notation_.symbol(of.name);
  Ornaments ornaments = ornaments_of_step(symbol, notation_.place(of.place), dialect_);
  ornaments.block = block_latex(notation_.block(step, leaf.operand));
  ornaments.is_transposed = form == OperandForm::transposed;
  if (form == OperandForm::entry) {
    const bool has_both = leaf.kind == Formula::Kind::whole && operand.axes.size() != 1;
    const std::string_view one = step.is_transposed ? "j" : "i";
    ornaments.entry = has_both ? "ij" : one;
  }
  return printed_symbol(symbol, dialect_, ornaments);
}

std::string LatexNotation::operand_cell(const Step& step, const CellFormula& leaf) const {
  const StepOperand& operand = step.operands[leaf.operand];
  const StepId of = parse_id(operand.id);
  const Symbol symbol = notation_.symbol(of.name);
  Ornaments ornaments = ornaments_of_step(symbol, notation_.place(of.place), dialect_);
  const std::size_t row = notation_.index(operand.axes[0].begin + leaf.row);
  if (operand.axes.size() == 1) {
    ornaments.entry = fmt::format("{}", row);
  } else {
    const std::size_t column = notation_.index(operand.axes[1].begin + leaf.column);
    ornaments.entry =
        step.is_transposed ? fmt::format("{},{}", column, row) : fmt::format("{},{}", row, column);
  }
  return printed_symbol(symbol, dialect_, ornaments);
}

std::string LatexNotation::left_side(const Step& step) const {
  if (!is_of_entries(*step.equation)) return symbol(step);
  const std::string_view one = step.is_transposed ? "j" : "i";
  return step_symbol(step, *this, std::string(is_vector(step.axes) ? one : "ij"));
}

std::string LatexNotation::equation(const Step& step) const {
  if (!has_equation(step)) return "";
  const Formula formula = printed_equation(step);
  const LatexLeaves leaves{
      .operand = [&](const Formula& leaf, OperandForm form) { return operand(step, leaf, form); },
      .row_end = dialect_.row_end,
      .in_columns = step.is_transposed};
  return left_side(step) + " = " + latex_of(formula, leaves) + latex_definitions(formula);
}

}  // namespace attn
