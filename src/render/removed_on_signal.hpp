#pragma once

#include <cstddef>
#include <string>

namespace attn {

/// While it lives, the file of that name is removed when SIGINT, SIGTERM or SIGHUP ends the process. A
/// program that handles or ignores a signal itself keeps doing so.
///
/// A handler, rather than a nameless file (O_TMPFILE): that one cannot take the place of a file in one step,
/// needs /proc and is missing from several file systems, so there would have to be a second way anyhow.
class RemovedOnSignal {
 public:
  explicit RemovedOnSignal(const std::string& path);
  ~RemovedOnSignal();
  RemovedOnSignal(const RemovedOnSignal&) = delete;
  RemovedOnSignal& operator=(const RemovedOnSignal&) = delete;

 private:
  std::size_t slot_;
};

}  // namespace attn
