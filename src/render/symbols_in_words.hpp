#pragma once

#include <fmt/format.h>

#include <string>

#include "attn/render.hpp"

namespace attn {

/// What indices of symbols mean, with inline formulas: "$i$ counts rows and $j$ columns, from 0; ...".
inline std::string symbols_in_words(const TraceHeader& header, const RenderOptions& options) {
  std::string text = fmt::format("$i$ counts rows and $j$ columns, from {}", options.index_from);
  const bool has_heads = header.sizes.heads > 1;
  if (header.sizes.batch > 1)
    text +=
        has_heads ? "; $X^{(b,h)}$ is of batch entry $b$ and head $h$" : "; $X^{(b)}$ is of batch entry $b$";
  else if (has_heads)
    text += "; $X^{(h)}$ is of head $h$";
  if (header.options.tile)
    text += "; $X_{r,c}$ is of the tile of query block $r$ and key block $c$, $X_{r}$ of query block $r$";
  return text;
}

}  // namespace attn
