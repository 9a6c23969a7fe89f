#pragma once

#include <cstddef>

namespace attn {

/// Bytes from front to back: a file, or a member of an archive that is unpacked as it is read.
class ByteStream {
 public:
  virtual ~ByteStream() = default;
  /// Reads up to `most` bytes and returns how many; 0 is the end. Throws InputError.
  virtual std::size_t read(char* into, std::size_t most) = 0;

  /// Reads `count` bytes, fewer only where the end comes first.
  std::size_t read_all(char* into, std::size_t count) {
    std::size_t done = 0;
    while (done < count) {
      const std::size_t more = read(into + done, count - done);
      if (more == 0) break;
      done += more;
    }
    return done;
  }
};

}  // namespace attn
