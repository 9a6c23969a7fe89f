#include "shell.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <thread>

namespace transcript {
namespace {

using Clock = std::chrono::steady_clock;

/// An endless loop that prints would fill the memory long before its time is up.
constexpr std::size_t largest_output = std::size_t{64} << 20;

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

[[noreturn]] void become_shell(const char* command, const char* folder, int out) {
  ::setpgid(0, 0);  // a group of its own, so that its children can be ended with it
  const int in = ::open("/dev/null", O_RDONLY);
  if (::dup2(in, STDIN_FILENO) >= 0 && ::dup2(out, STDOUT_FILENO) >= 0 && ::dup2(out, STDERR_FILENO) >= 0 &&
      ::chdir(folder) == 0)
    ::execl("/bin/sh", "sh", "-c", command, nullptr);
  ::_exit(127);
}

bool readable(int fd, Clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  pollfd polled{fd, POLLIN, 0};
  return ::poll(&polled, 1, static_cast<int>(std::max<decltype(left)>(left, 0))) > 0;
}

/// Appends what comes until the other side closes. False where that took too long.
bool read_all(int fd, Clock::time_point deadline, std::string& output) {
  std::array<char, 65536> buffer;
  while (readable(fd, deadline) && output.size() < largest_output) {
    const ssize_t count = ::read(fd, buffer.data(), buffer.size());
    if (count <= 0) return true;
    output.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return false;
}

bool ended(pid_t child, Clock::time_point deadline, int& wait_status) {
  while (::waitpid(child, &wait_status, WNOHANG) == 0) {
    if (Clock::now() >= deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

}  // namespace

Outcome run_shell(const std::string& command, const std::filesystem::path& folder,
                  std::chrono::seconds limit) {
  std::array<int, 2> ends;
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("pipe");
  const pid_t child = ::fork();
  if (child < 0) fail("fork");
  if (child == 0) become_shell(command.c_str(), folder.c_str(), ends[1]);
  ::setpgid(child, child);  // whoever comes first, child or parent
  ::close(ends[1]);

  Outcome outcome;
  int wait_status = 0;
  const auto deadline = Clock::now() + limit;
  if (!read_all(ends[0], deadline, outcome.output) || !ended(child, deadline, wait_status)) {
    outcome.cut_short = outcome.output.size() < largest_output
                            ? fmt::format("ran longer than {} s", limit.count())
                            : "printed more than 64 MiB";
    ::kill(-child, SIGKILL);
    ::waitpid(child, &wait_status, 0);
  }
  ::close(ends[0]);
  outcome.status = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 128 + WTERMSIG(wait_status);
  return outcome;
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "transcript-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) fail("mkdtemp");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;  // a folder left behind is not worth a failure
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace transcript
