#pragma once

#include <memory>
#include <type_traits>

#include "attn/render.hpp"

namespace attn {

/// The `make` of a format that `Writer` writes. What is for programs needs no options.
template <class Writer>
std::unique_ptr<Sink> make_sink(Output& output, const RenderOptions& options) {
  if constexpr (std::is_constructible_v<Writer, Output&, const RenderOptions&>)
    return std::make_unique<Writer>(output, options);
  else
    return std::make_unique<Writer>(output);
}

extern const OutputFormat text_format;
extern const OutputFormat markdown_format;
extern const OutputFormat latex_format;
extern const OutputFormat html_format;
extern const OutputFormat json_format;
extern const OutputFormat npz_format;
extern const OutputFormat npy_format;
extern const OutputFormat csv_format;
extern const OutputFormat mermaid_format;
extern const OutputFormat svg_format;
extern const OutputFormat xlsx_format;

}  // namespace attn
