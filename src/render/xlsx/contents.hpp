#pragma once

#include <string>
#include <vector>

#include "attn/trace.hpp"
#include "render/xlsx/book.hpp"

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
  /// Writes it. Other sheets may be added before.
  void write();

 private:
  void line(const std::string& label, const std::string& text);

  Book& book_;
  lxw_worksheet* sheet_;
  lxw_format* bold_;
  lxw_format* faint_;
  std::vector<std::pair<std::string, std::string>> lines_;
  std::vector<std::string> notes_;
  std::vector<Entry> entries_;
  std::size_t row_ = 0;
};

}  // namespace attn::xlsx
