#include <array>

#include "explain/print.hpp"

namespace attn {

std::span<const CellFormat* const> cell_formats() {
  static constexpr CellFormat text{"text", "a tree", style::notation | style::colour | style::full,
                                   Typeset::no, &append_trees};
  static constexpr CellFormat markdown{"markdown", "equations for a page", style::notation | style::full,
                                       Typeset::page, &append_markdown};
  static constexpr CellFormat latex{"latex", "equations for a document", style::notation | style::full,
                                    Typeset::document, &append_latex};
  static constexpr CellFormat json{"json", "an array of objects", 0, Typeset::no, &append_json};
  static constexpr std::array table{&text, &markdown, &latex, &json};
  return table;
}

}  // namespace attn
