#include "render/output/descriptor.hpp"

#include <poll.h>
#include <unistd.h>

#include <cstddef>
#include <system_error>
#include <utility>

#include "attn/error.hpp"
#include "text/visible.hpp"

namespace attn {
namespace {

constexpr std::size_t piece = std::size_t{64} * 1024;

void wait_until_writable(int fd) {
  pollfd wait{.fd = fd, .events = POLLOUT, .revents = 0};
  poll(&wait, 1, -1);
}

}  // namespace

void throw_system_error(const std::string& name, int error) {
  throw InputError(visible(name) + ": " + std::generic_category().message(error));
}

Descriptor::Descriptor(int fd, std::string name) : fd_(fd), name_(std::move(name)) {
  if (fd_ < 0) throw_system_error(name_);
  held_back_.reserve(piece);
}

Descriptor::~Descriptor() {
  if (fd_ >= 0) ::close(fd_);
}

void Descriptor::write(std::string_view bytes) {
  if (held_back_.size() + bytes.size() > piece) flush();
  if (bytes.size() > piece)
    write_through(bytes);
  else
    held_back_ += bytes;
}

void Descriptor::close() {
  flush();
  if (::close(std::exchange(fd_, -1)) != 0) throw_system_error(name_);
}

void Descriptor::flush() {
  write_through(held_back_);
  held_back_.clear();
}

void Descriptor::write_through(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
    if (written >= 0)
      bytes.remove_prefix(static_cast<std::size_t>(written));
    else if (errno == EAGAIN)
      wait_until_writable(fd_);  // a pipe that another program made non-blocking
    else if (errno != EINTR)
      throw_system_error(name_);
  }
}

}  // namespace attn
