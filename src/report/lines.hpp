#pragma once

// What the report formats share. Every text that comes out of here is `visible`: one line, of valid UTF-8,
// without control characters.

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.hpp"

namespace attn {

/// "ok", "failed", "error".
std::string_view name_of(Outcome outcome);

/// The line that a report begins with: "examples/a.json: " and "ok: 3 steps". An error that says where it is
/// has no name in front.
struct Headline {
  std::string name;
  std::string summary;

  explicit Headline(const Report& report);
  std::string text() const { return name + summary; }
};

/// "weights: row 0 column 1: ...", or the message alone.
std::string finding_line(const Finding& finding);

/// Findings, details two deeper, and closing lines: all but the headline.
std::vector<std::string> body_lines(const Report& report);

/// Where in its file a report points to first: the first finding that has a line, or the error itself
/// ("a.json:3:8: ...").
std::optional<std::size_t> first_line(const Report& report);

/// How many reports ended how.
class Totals {
 public:
  void add(Outcome outcome) { ++counts_[static_cast<std::size_t>(outcome)]; }
  std::size_t of(Outcome outcome) const { return counts_[static_cast<std::size_t>(outcome)]; }
  std::size_t all() const { return counts_[0] + counts_[1] + counts_[2]; }
  /// "3 files: 2 ok, 1 failed".
  std::string line() const;

 private:
  std::array<std::size_t, 3> counts_{};
};

}  // namespace attn
