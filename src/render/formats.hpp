#pragma once

#include "attn/render.hpp"

namespace attn {

extern const OutputFormat text_format;
extern const OutputFormat html_format;
extern const OutputFormat json_format;
extern const OutputFormat npz_format;
extern const OutputFormat npy_format;
extern const OutputFormat csv_format;

}  // namespace attn
