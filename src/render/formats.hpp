#pragma once

#include "attn/render.hpp"

namespace attn {

extern const OutputFormat text_format;
extern const OutputFormat json_format;

}  // namespace attn
