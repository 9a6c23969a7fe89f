#include "cli/own_program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "attn/error.hpp"
#include "text/visible.hpp"

namespace attn::cli {

namespace {

void require(bool done, const char* what, int error = errno) {
  if (!done) throw std::system_error(error, std::generic_category(), what);
}

/// A descriptor that is closed with it.
class End {
 public:
  End() = default;
  explicit End(int fd) : fd_(fd) {}
  End(End&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  End& operator=(End&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  End(const End&) = delete;
  End& operator=(const End&) = delete;
  ~End() { close(); }

  void close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }
  int fd() const { return fd_; }

 private:
  int fd_ = -1;
};

struct Pipe {
  End out;
  End in;

  Pipe() {
    std::array<int, 2> ends{};
    require(pipe2(ends.data(), O_CLOEXEC) == 0, "pipe");
    out = End(ends[0]);
    in = End(ends[1]);
  }
};

/// Both at once: a program that fills the one while we wait for the other would wait for us.
void read_both(Pipe& output, Pipe& errors, Printed& printed) {
  std::array<pollfd, 2> polled{pollfd{output.out.fd(), POLLIN, 0}, pollfd{errors.out.fd(), POLLIN, 0}};
  const std::array<std::string*, 2> texts{&printed.output, &printed.errors};
  std::array<char, 65536> piece{};
  while (polled[0].fd >= 0 || polled[1].fd >= 0) {
    if (poll(polled.data(), polled.size(), -1) < 0) {
      require(errno == EINTR, "poll");
      continue;
    }
    for (std::size_t i = 0; i < polled.size(); ++i) {
      if (polled[i].fd < 0 || polled[i].revents == 0) continue;
      const ssize_t count = read(polled[i].fd, piece.data(), piece.size());
      if (count > 0) texts[i]->append(piece.data(), static_cast<std::size_t>(count));
      if (count == 0 || (count < 0 && errno != EINTR)) polled[i].fd = -1;  // poll leaves it out
    }
  }
}

/// What a spawned program begins with: its folder and its three streams.
class Beginning {
 public:
  Beginning(const std::string& folder, const Pipe& output, const Pipe& errors) {
    posix_spawn_file_actions_init(&actions_);
    add(posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0));
    add(posix_spawn_file_actions_adddup2(&actions_, output.in.fd(), STDOUT_FILENO));
    add(posix_spawn_file_actions_adddup2(&actions_, errors.in.fd(), STDERR_FILENO));
    add(posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str()));
  }
  ~Beginning() { posix_spawn_file_actions_destroy(&actions_); }
  Beginning(const Beginning&) = delete;
  Beginning& operator=(const Beginning&) = delete;

  const posix_spawn_file_actions_t* actions() const { return &actions_; }

 private:
  static void add(int error) { require(error == 0, "posix_spawn_file_actions", error); }
  posix_spawn_file_actions_t actions_{};
};

pid_t start(const std::vector<std::string>& words, const Beginning& beginning, const std::string& folder) {
  std::string name = "attn-calc";
  std::vector<std::string> copies = words;
  std::vector<char*> arguments{name.data()};
  for (std::string& word : copies) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int error =
      posix_spawn(&child, "/proc/self/exe", beginning.actions(), nullptr, arguments.data(), environ);
  if (error != 0)
    throw InputError(fmt::format("attn-calc cannot be started in the folder {}: {}", in_quotes(folder),
                                 std::generic_category().message(error)));
  return child;
}

}  // namespace

Printed run_own_program(const std::vector<std::string>& words, const std::string& folder) {
  Pipe output;
  Pipe errors;
  const pid_t child = start(words, Beginning(folder, output, errors), folder);
  output.in.close();
  errors.in.close();
  Printed printed;
  read_both(output, errors, printed);
  int status = 0;
  while (waitpid(child, &status, 0) < 0) require(errno == EINTR, "waitpid");
  printed.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return printed;
}

}  // namespace attn::cli
