#pragma once

#include <string>

#include "attn/render.hpp"

namespace attn {

/// What a table is labelled with.
struct MarkdownLabels {
  const Tokens& tokens;
  std::string symbol;  ///< LaTeX; stands above, or before, the numbers of a vector
};

/// The values of a step as a GitHub table. Long and wide ones are cut in the middle unless `options.full`,
/// and a line below says so. Rows are handed to `output` one by one.
void write_markdown_table(Output& output, const Step& step, const MarkdownLabels& labels,
                          const RenderOptions& options);

}  // namespace attn
