#include "docs/unified_diff.hpp"

#include <doctest/doctest.h>

#include <fmt/format.h>
#include <string>
#include <vector>

#include <cstdio>
#include <random>

namespace attn {

namespace {

using Text = std::vector<std::string>;

Text diff_of(const Text& from, const Text& to, std::size_t first_line = 1) {
  std::vector<ComputedLine> computed;
  for (const std::string& line : to) computed.push_back({line});
  return unified_diff(from, computed, first_line, &is_same);
}

/// Applies a diff as patch(1) does, and holds every line of it against the text on the way.
Text patched(const Text& from, const Text& diff) {
  Text to;
  std::size_t next = 0;
  std::size_t hunk_old = 0;
  std::size_t hunk_new = 0;
  const auto end_hunk = [&] {
    CHECK(hunk_old == 0);
    CHECK(hunk_new == 0);
  };
  for (const std::string& line : diff) {
    if (line[0] == '@') {
      end_hunk();
      std::size_t old_begin = 0;
      std::size_t new_begin = 0;
      REQUIRE(std::sscanf(line.c_str(), "@@ -%zu,%zu +%zu,%zu @@", &old_begin, &hunk_old, &new_begin,
                          &hunk_new) == 4);
      const std::size_t begin = hunk_old == 0 ? old_begin : old_begin - 1;
      REQUIRE(begin >= next);
      while (next < begin) to.push_back(from[next++]);
      CHECK(to.size() == (hunk_new == 0 ? new_begin : new_begin - 1));
      continue;
    }
    const std::string text = line.substr(1);
    if (line[0] != '+') {
      REQUIRE(next < from.size());
      CHECK(from[next++] == text);
      --hunk_old;
    }
    if (line[0] != '-') {
      to.push_back(text);
      --hunk_new;
    }
  }
  end_hunk();
  while (next < from.size()) to.push_back(from[next++]);
  return to;
}

Text random_text(std::mt19937& random) {
  Text text(random() % 30);
  for (std::string& line : text) line = fmt::format("{}", random() % 6);
  return text;
}

}  // namespace

TEST_CASE("a changed line stands between three lines of context, with the numbers of the file") {
  CHECK(diff_of({"a", "b", "c", "d", "old", "f", "g", "h", "i"},
                {"a", "b", "c", "d", "new", "f", "g", "h", "i"},
                11) == Text{"@@ -12,7 +12,7 @@", " b", " c", " d", "-old", "+new", " f", " g", " h"});
  CHECK(diff_of({"a"}, {"a"}).empty());
  CHECK(diff_of({"a"}, {"a", "b"}) == Text{"@@ -1,1 +1,2 @@", " a", "+b"});
  CHECK(diff_of({"a"}, {}) == Text{"@@ -1,1 +0,0 @@", "-a"});
}

TEST_CASE("changes that are near share a hunk, others do not") {
  CHECK(diff_of({"x", "1", "2", "3", "4", "5", "6", "x"}, {"y", "1", "2", "3", "4", "5", "6", "y"}) ==
        Text{"@@ -1,8 +1,8 @@", "-x", "+y", " 1", " 2", " 3", " 4", " 5", " 6", "-x", "+y"});
  CHECK(
      diff_of({"x", "1", "2", "3", "4", "5", "6", "7", "x"}, {"y", "1", "2", "3", "4", "5", "6", "7", "y"}) ==
      Text{"@@ -1,4 +1,4 @@", "-x", "+y", " 1", " 2", " 3", "@@ -6,4 +6,4 @@", " 5", " 6", " 7", "-x", "+y"});
}

TEST_CASE("lines that are true at their digits are context") {
  const Text written{"0.67", "0.4", "end"};
  const std::vector<ComputedLine> computed{{"0.6698"}, {"0.3302"}, {"end"}};
  CHECK(unified_diff(written, computed, 1, &is_true_line) ==
        Text{"@@ -1,3 +1,3 @@", " 0.67", "-0.4", "+0.3302", " end"});
  const std::vector<ComputedLine> longer{{"0.6698"}, {"0.3302"}, {"more"}, {"end"}};
  CHECK(unified_diff(written, longer, 1, &is_true_line) ==
        Text{"@@ -1,3 +1,4 @@", " 0.67", "-0.4", "+0.3302", "+more", " end"});
}

TEST_CASE("a diff that is applied gives the new text") {
  std::mt19937 random(7);
  for (int i = 0; i < 2000; ++i) {
    const Text from = random_text(random);
    const Text to = random_text(random);
    CHECK(patched(from, diff_of(from, to)) == to);
  }
}

}  // namespace attn
