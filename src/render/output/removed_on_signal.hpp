#pragma once

#include <cstddef>
#include <deque>
#include <string>

namespace attn {

/// A file in a folder that is removed: a link of a chain, which a signal handler can walk.
struct FileInside {
  std::string path;
  const FileInside* before;
};

/// While it lives, the file or folder of that name is removed when SIGINT, SIGTERM or SIGHUP ends the
/// process. A program that handles or ignores a signal itself keeps doing so.
///
/// A handler, rather than a nameless file (O_TMPFILE): that one cannot take the place of a file in one step,
/// needs /proc and is missing from several file systems, so there would have to be a second way anyhow.
class RemovedOnSignal {
 public:
  explicit RemovedOnSignal(const std::string& path);
  ~RemovedOnSignal();
  RemovedOnSignal(const RemovedOnSignal&) = delete;
  RemovedOnSignal& operator=(const RemovedOnSignal&) = delete;

  /// A file that is about to be made in the folder. Without it the folder is not removed either.
  void add(const std::string& path);

 private:
  std::size_t slot_;
  std::deque<FileInside> files_;
};

}  // namespace attn
