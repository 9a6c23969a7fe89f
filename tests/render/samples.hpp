#pragma once

// Hand-made headers and steps, and an output that keeps what it is given.

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "attn/render.hpp"

namespace attn::samples {

inline constexpr double inf = std::numeric_limits<double>::infinity();
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

class TextOutput : public Output {
 public:
  void write(std::string_view bytes) override { text += bytes; }
  std::string text;
};

/// A step that owns its values.
struct Sample {
  std::string_view name;
  Axes axes;
  std::vector<double> values;
  std::string formula = "";
  std::vector<StepOperand> operands = {};
  std::string note = "";
  Place place = {};

  void show(Sink& sink) const {
    Matrix<double> matrix =
        xt::empty<double>({axes[0].size, axes.size() == 2 ? axes[1].size : std::size_t{1}});
    std::copy(values.begin(), values.end(), matrix.begin());
    sink.step({id_of(name, place), name, place, "op", formula, operands, axes, matrix, note});
  }
};

/// `rows` x `columns`, filled with 0, 1, 2, ...
inline Sample counting(std::size_t rows, std::size_t columns) {
  Sample sample{"scores", {{"query", rows}, {"key", columns}}, {}};
  for (std::size_t i = 0; i < rows * columns; ++i) sample.values.push_back(static_cast<double>(i));
  return sample;
}

inline TraceHeader header() {
  TraceHeader header;
  header.version = "0.1.0";
  header.title = "By hand";
  header.sizes.n_q = header.sizes.n_k = 2;
  header.sizes.d_k = 2;
  header.sizes.d_v = header.sizes.d_out = 3;
  header.options.scale = 1 / std::sqrt(2.0);
  header.kv_head_of = {0};
  return header;
}

inline const OutputFormat& format(std::string_view name) {
  for (const auto* row : output_formats())
    if (row->name == name) return *row;
  throw std::logic_error("no such format");
}

/// The trace of a header and steps in a format.
inline std::string render(std::string_view format_name, const TraceHeader& head,
                          const std::vector<Sample>& steps, const TraceFooter& footer = {},
                          const RenderOptions& options = {}) {
  TextOutput output;
  const auto sink = format(format_name).make(output, options);
  sink->begin(head);
  for (const auto& step : steps) step.show(*sink);
  sink->end(footer);
  return output.text;
}

/// One step as text, without the header and the blank line in front of it.
inline std::string step_text(const Sample& step, const RenderOptions& options = {},
                             const Tokens& tokens = {}) {
  auto head = header();
  head.tokens = tokens;
  const auto before = render("text", head, {}, {}, options).size() + 1;
  return render("text", head, {step}, {}, options).substr(before);
}

}  // namespace attn::samples
