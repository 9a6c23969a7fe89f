#include "docs/unified_diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <dtl/dtl.hpp>

namespace attn {

namespace {

/// As the library asks for it.
struct SameLines {
  SameLine same;
  bool impl(const ComputedLine& written, const ComputedLine& computed) const {
    return same(written.text, computed);
  }
};

/// A line of the edit script: ' ', '-' or '+', and the text.
struct Edit {
  char sign;
  std::string text;
};

std::vector<Edit> edits(std::span<const std::string> written, std::span<const ComputedLine> computed,
                        SameLine same) {
  std::vector<ComputedLine> from;
  for (const std::string& line : written) from.push_back({line});
  const std::vector<ComputedLine> to(computed.begin(), computed.end());
  dtl::Diff<ComputedLine, std::vector<ComputedLine>, SameLines> diff(from, to, true, SameLines{same});
  diff.compose();
  std::vector<Edit> script;
  for (const auto& [line, info] : diff.getSes().getSequence())
    script.push_back({info.type == dtl::SES_COMMON   ? ' '
                      : info.type == dtl::SES_DELETE ? '-'
                                                     : '+',
                      line.text});
  return script;
}

/// For each line of the script, whether it is a change or near one.
std::vector<bool> shown_lines(const std::vector<Edit>& script) {
  constexpr std::size_t context = 3;
  std::vector<bool> shown(script.size());
  for (std::size_t i = 0; i < script.size(); ++i) {
    if (script[i].sign == ' ') continue;
    const std::size_t end = std::min(i + context + 1, script.size());
    for (std::size_t j = i - std::min(i, context); j < end; ++j) shown[j] = true;
  }
  return shown;
}

/// "12,3": where lines begin and how many there are. No line is said to be behind the one before.
std::string range(std::size_t first, std::size_t count) {
  return fmt::format("{},{}", count == 0 ? first - 1 : first, count);
}

}  // namespace

std::vector<std::string> unified_diff(std::span<const std::string> written,
                                      std::span<const ComputedLine> computed, std::size_t first_line,
                                      SameLine same) {
  const std::vector<Edit> script = edits(written, computed, same);
  const std::vector<bool> shown = shown_lines(script);
  std::vector<std::string> lines;
  std::size_t old_line = first_line;
  std::size_t new_line = first_line;
  for (std::size_t i = 0; i < script.size();) {
    const std::size_t begin = i;
    const std::size_t old_begin = old_line;
    const std::size_t new_begin = new_line;
    for (; i < script.size() && shown[i] == shown[begin]; ++i) {
      old_line += script[i].sign != '+' ? 1U : 0U;
      new_line += script[i].sign != '-' ? 1U : 0U;
    }
    if (!shown[begin]) continue;
    lines.push_back(fmt::format("@@ -{} +{} @@", range(old_begin, old_line - old_begin),
                                range(new_begin, new_line - new_begin)));
    for (std::size_t j = begin; j < i; ++j) lines.push_back(script[j].sign + script[j].text);
  }
  return lines;
}

}  // namespace attn
