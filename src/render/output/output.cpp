#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <optional>
#include <stdexcept>
#include <utility>

#include "attn/error.hpp"
#include "attn/render.hpp"
#include "render/output/descriptor.hpp"
#include "render/output/removed_on_signal.hpp"
#include "render/output/temporary.hpp"

namespace attn {
namespace {

class DirectOutput : public Output {
 public:
  DirectOutput(int fd, std::string name) : descriptor_(fd, std::move(name)) {}
  void write(std::string_view bytes) override { descriptor_.write(bytes); }
  void commit() override { descriptor_.close(); }
  bool is_terminal() const override { return isatty(descriptor_.fd()) == 1; }

 private:
  Descriptor descriptor_;
};

class AtomicOutput : public Output {
 public:
  /// `mode`: that of the file that is replaced, if there is one.
  AtomicOutput(std::string name, std::string target, std::optional<mode_t> mode)
      : name_(std::move(name)),
        target_(std::move(target)),
        temporary_(temporary_name(target_)),
        removed_on_signal_(temporary_),
        // A private file is not readable for others at any moment.
        descriptor_(open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode ? 0600 : 0666),
                    name_) {
    if (mode && fchmod(descriptor_.fd(), *mode) != 0) {
      const int error = errno;
      unlink(temporary_.c_str());
      throw_system_error(name_, error);
    }
  }
  ~AtomicOutput() override {
    if (!committed_) unlink(temporary_.c_str());
  }
  AtomicOutput(const AtomicOutput&) = delete;
  AtomicOutput& operator=(const AtomicOutput&) = delete;

  void write(std::string_view bytes) override { descriptor_.write(bytes); }

  void commit() override {
    descriptor_.close();
    if (std::rename(temporary_.c_str(), target_.c_str()) != 0) throw_system_error(name_);
    committed_ = true;
  }

 private:
  std::string name_;  // as the user wrote it, for messages
  std::string target_;
  std::string temporary_;
  RemovedOnSignal removed_on_signal_;
  Descriptor descriptor_;
  bool committed_ = false;
};

// The open descriptor that a name stands for. Linux would open the file behind it anew, at its beginning, and
// overwrite what other programs wrote there before.
std::optional<int> open_descriptor(std::string_view path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    const auto digits = path.substr(folder.size());
    int fd = -1;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), fd);
    if (error == std::errc() && end == digits.data() + digits.size() && fd >= 0) return fd;
  }
  return std::nullopt;
}

int duplicate(int fd) {
  return fcntl(fd, F_DUPFD_CLOEXEC, 0);
}

}  // namespace

void Output::begin_file(const std::string& name) {
  throw std::logic_error("this output has no files, asked for " + name);
}

std::unique_ptr<Output> standard_output() {
  return std::make_unique<DirectOutput>(duplicate(STDOUT_FILENO), "standard output");
}

std::unique_ptr<Output> file_output(const std::string& path) {
  if (path.empty()) throw InputError("the name of the output file is empty");
  if (const auto fd = open_descriptor(path)) return std::make_unique<DirectOutput>(duplicate(*fd), path);
  const auto target = follow_links(path);
  struct stat status {};
  if (stat(target.c_str(), &status) != 0) {
    if (errno != ENOENT) throw_system_error(path);
    return std::make_unique<AtomicOutput>(path, target, std::nullopt);
  }
  if (S_ISDIR(status.st_mode)) throw_system_error(path, EISDIR);
  if (!S_ISREG(status.st_mode))
    return std::make_unique<DirectOutput>(open(target.c_str(), O_WRONLY | O_CLOEXEC), path);
  // Replacing asks for rights on the folder alone: a file that was made read-only would not stop it.
  if (access(target.c_str(), W_OK) != 0) throw_system_error(path);
  return std::make_unique<AtomicOutput>(path, target, status.st_mode & 0777);
}

}  // namespace attn
