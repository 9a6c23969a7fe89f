#include "cli/progress_bar.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

namespace attn::cli {

namespace {

constexpr std::string_view clear_line = "\r\x1b[K";

/// A terminal that does not take the line misses nothing.
void write_all(int terminal, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(terminal, text.data(), text.size());
    if (count <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

/// In characters. What is wider would wrap, and not be cleared as a whole.
std::size_t width_of(int terminal) {
  winsize size{};
  const bool known = ioctl(terminal, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return known ? size.ws_col : 80;
}

std::string in_words(std::chrono::duration<double> time) {
  const auto seconds = static_cast<long>(std::min(time.count(), 1e9));
  if (seconds < 100) return fmt::format("{} s", seconds);
  if (seconds < 6000) return fmt::format("{} min", seconds / 60);
  return fmt::format("{} h", seconds / 3600);
}

}  // namespace

std::string progress_line(std::size_t done, std::size_t total, std::chrono::duration<double> elapsed) {
  if (total == 0) return "reading";
  constexpr double width = 20;
  const double share = static_cast<double>(std::min(done, total)) / static_cast<double>(total);
  const auto filled = static_cast<std::size_t>(share * width);
  std::string line =
      fmt::format("[{:<20}] {:3.0f} %, {} of {} rows", std::string(filled, '#'), 100 * share, done, total);
  if (share > 0) line += fmt::format(", {} left", in_words(elapsed * (1 / share - 1)));
  return line;
}

ProgressBar::ProgressBar(const Progress& progress, int terminal, Clock::duration patience)
    : progress_(progress), terminal_(terminal), patience_(patience) {
  thread_ = std::jthread([this](const std::stop_token& stopped) { show_until_stopped(stopped); });
}

void ProgressBar::stop() {
  if (!thread_.joinable()) return;
  thread_.request_stop();
  thread_.join();
}

void ProgressBar::show_until_stopped(const std::stop_token& stopped) {
  constexpr std::chrono::milliseconds frame(100);
  std::unique_lock lock(mutex_);
  const auto wait = [&](Clock::duration time) { wake_.wait_for(lock, stopped, time, [] { return false; }); };
  wait(patience_);
  if (stopped.stop_requested()) return;
  while (!stopped.stop_requested()) {
    const std::string line = progress_line(progress_.done, progress_.total, Clock::now() - start_);
    write_all(terminal_,
              fmt::format("{}{}", clear_line, std::string_view(line).substr(0, width_of(terminal_) - 1)));
    wait(frame);
  }
  write_all(terminal_, clear_line);
}

}  // namespace attn::cli
