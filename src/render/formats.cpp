#include "render/formats.hpp"

#include <array>

namespace attn {

std::span<const OutputFormat* const> output_formats() {
  static constexpr std::array formats{&text_format, &json_format};
  return formats;
}

}  // namespace attn
