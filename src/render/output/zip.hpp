#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "attn/render.hpp"

namespace attn {

/// Writes a zip archive from front to back, each member as it comes, with zip64 records where they are needed
/// (PKWARE APPNOTE 6.3). libzip, which reads archives here, would hold all members until the end.
///
/// Members are stored as they are: noise of full precision does not shrink, numpy.savez does the same, and
/// the bytes depend on no version of a compressor. The date is that of the format's first day.
class ZipWriter {
 public:
  explicit ZipWriter(Output& output) : output_(output) {}

  /// A member whose bytes are those of the pieces, one behind the other.
  void add(std::string_view name, std::initializer_list<std::string_view> pieces);
  /// The directory, which ends the archive.
  void finish();

 private:
  void write(std::string_view bytes);

  Output& output_;
  std::uint64_t written_ = 0;
  std::uint64_t members_ = 0;
  std::string directory_;
};

}  // namespace attn
