#pragma once

// The arithmetic of each cell of a problem, as it is printed.

#include <map>
#include <string>

#include "attn/explain.hpp"
#include "computed.hpp"
#include "explain/cell_texts.hpp"
#include "explain/print.hpp"

namespace attn::computed {

/// A line without its end.
inline std::string line_of(const CellText& text) {
  fmt::memory_buffer out;
  append_line(out, text, {});
  return std::string(out.data(), out.size() - 1);
}

/// Cells, and rows, of all steps, by what they are called.
class Lines : public Sink {
 public:
  explicit Lines(const RenderOptions& options = {}) : options_(options) {}

  void begin(const TraceHeader& header) override { tokens_ = header.tokens; }
  void step(const Step& step) override {
    const CellTexts texts(step, tokens_, options_);
    for (std::size_t i = 0; i < step.values.shape(0); ++i) {
      if (step.axes.size() > 1) add(texts.row(i));
      for (std::size_t j = 0; j < step.values.shape(1); ++j) add(texts.cell(i, j));
    }
    for (std::size_t j = 0; step.axes.size() > 1 && j < step.values.shape(1); ++j) add(texts.column(j));
  }

  std::string operator[](const std::string& cell) const {
    REQUIRE_MESSAGE(lines_.contains(cell), "no cell ", cell);
    return lines_.at(cell);
  }

 private:
  void add(const CellText& text) { lines_.emplace(text.cell, line_of(text)); }

  RenderOptions options_;
  Tokens tokens_;
  std::map<std::string, std::string> lines_;
};

inline Lines lines_of(const std::string& text, const RenderOptions& options = {},
                      const Arithmetic& arithmetic = float64) {
  Lines lines(options);
  run(*parsed(text), lines, {.arithmetic = &arithmetic});
  return lines;
}

/// With tokens as columns.
inline Lines turned_lines_of(const std::string& text, const RenderOptions& options = {}) {
  Lines lines(options);
  TransposingSink turned(lines);
  run(*parsed(text), turned);
  return lines;
}

inline RenderOptions decimals(int count, std::map<std::string, int, std::less<>> of_step = {}) {
  RenderOptions options;
  options.decimals = {count, std::move(of_step)};
  return options;
}

}  // namespace attn::computed
