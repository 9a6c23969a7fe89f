#pragma once

#include <string>
#include <vector>

#include "attn/trace.hpp"
#include "render/xlsx/book.hpp"
#include "render/xlsx/constants.hpp"

namespace attn::xlsx {

/// A line of the table of contents.
struct Entry {
  std::string sheet;  ///< empty: the step has none
  std::string step;
  std::string equation;
  std::string shape;
  std::string note;
};

/// The first sheet: what is calculated, by which conventions, and where each step is.
class Contents {
 public:
  /// Adds the sheet to the book.
  Contents(Book& book, const TraceHeader& header, const RenderOptions& options);

  void add(Entry entry) { entries_.push_back(std::move(entry)); }
  void add_note(const std::string& note) { notes_.push_back(note); }
  /// Writes it, with the constants in cells that formulas call by name. Other sheets may be added before.
  void write(const Constants& constants);

 private:
  void write_constant(const Constants::Constant& constant);
  void write_entries();
  void line(const std::string& label, const std::string& text);

  Book& book_;
  lxw_worksheet* sheet_;
  lxw_format* bold_;
  lxw_format* faint_;
  lxw_format* given_;
  std::vector<std::pair<std::string, std::string>> lines_;
  std::vector<std::string> notes_;
  std::vector<Entry> entries_;
  std::size_t row_ = 0;
};

}  // namespace attn::xlsx
