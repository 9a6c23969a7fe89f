#pragma once

// What a format prints of a problem.

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "computed.hpp"
#include "samples.hpp"

namespace attn::samples {

inline std::string printed(std::string_view format_name, const std::string& problem,
                           const RenderOptions& options = {}) {
  TextOutput output;
  const auto sink = format(format_name).make(output, options);
  run(*computed::parsed(problem), *sink);
  return output.text;
}

inline void has(const std::string& text, const std::string& part) {
  CHECK_MESSAGE(text.find(part) != std::string::npos, text, "\nhas no\n", part);
}

inline const std::string two_tokens = "{'Q': [[1, 0], [0, 2]], 'K': [[1, 1], [0, 1]], 'V': [[2, 0], [1, 3]]";

}  // namespace attn::samples
