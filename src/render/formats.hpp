#pragma once

#include "attn/render.hpp"

namespace attn {

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
