#include "cli/progress_bar.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <array>
#include <string>

namespace attn::cli {

namespace {

/// What is written into the pipe until its other end is closed.
std::string all_of(int end) {
  std::string text;
  std::array<char, 256> piece{};
  for (ssize_t count; (count = read(end, piece.data(), piece.size())) > 0;)
    text.append(piece.data(), static_cast<std::size_t>(count));
  return text;
}

/// What a bar writes that is there while `act` runs.
template <class Act>
std::string shown(const Progress& progress, ProgressBar::Clock::duration patience, Act act) {
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  {
    ProgressBar bar(progress, ends[1], patience);
    act(bar, ends[0]);
  }
  close(ends[1]);
  const std::string rest = all_of(ends[0]);
  close(ends[0]);
  return rest;
}

}  // namespace

TEST_CASE("the line says how much is done and how long the rest takes") {
  using seconds = std::chrono::duration<double>;
  CHECK(progress_line(0, 0, seconds(2)) == "reading");
  CHECK(progress_line(0, 8, seconds(2)) == "[                    ]   0 %, 0 of 8 rows");
  CHECK(progress_line(2, 8, seconds(2)) == "[#####               ]  25 %, 2 of 8 rows, 6 s left");
  CHECK(progress_line(8, 8, seconds(2)) == "[####################] 100 %, 8 of 8 rows, 0 s left");
  CHECK(progress_line(1, 1000, seconds(1)) == "[                    ]   0 %, 1 of 1000 rows, 16 min left");
  CHECK(progress_line(1, 1000, seconds(100)) == "[                    ]   0 %, 1 of 1000 rows, 27 h left");
}

TEST_CASE("a run that is done before the bar loses patience shows none") {
  const Progress progress;
  CHECK(shown(progress, std::chrono::hours(1), [](ProgressBar&, int) {}).empty());
}

TEST_CASE("the bar is drawn, and its line is empty in the end") {
  Progress progress;
  progress.total = 4;
  progress.done = 3;
  const std::string rest = shown(progress, std::chrono::seconds(0), [](ProgressBar& bar, int end) {
    std::array<char, 8> first{};
    REQUIRE(read(end, first.data(), first.size()) == 8);  // waits until it is there
    CHECK(std::string(first.data(), 8) == "\r\x1b[K[###");
    bar.stop();
  });
  CHECK(rest.starts_with("############     ]  75 %, 3 of 4 rows, "));
  CHECK(rest.ends_with("\r\x1b[K"));
}

}  // namespace attn::cli
