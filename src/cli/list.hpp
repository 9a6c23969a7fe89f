#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn::cli {

/// A row of one of the program's tables, in words.
struct Row {
  std::string name;
  std::string help;
};
using Rows = std::vector<Row>;

/// A table of the program, under the name that `attn-calc list` takes.
struct Topic {
  std::string_view name;
  Rows (*rows)();
};

std::span<const Topic> topics();

}  // namespace attn::cli
