#pragma once

#include <memory>
#include <optional>
#include <string>

#include "attn/render.hpp"

namespace attn {

/// Another text for a file: written beside it, so that what can fail has failed before anything changes.
/// Where it is not committed, nothing has changed.
class Replacement {
 public:
  /// `read`: what stood there; nothing for a file that is not there. Throws InputError where the file cannot
  /// be written.
  Replacement(std::string path, std::optional<std::string> read, const std::string& text);
  /// Throws InputError where the file is no longer what was read: what somebody has written there meanwhile
  /// would be lost.
  void require_unchanged() const;
  void commit() { output_->commit(); }

 private:
  std::string path_;
  std::optional<std::string> read_;
  std::unique_ptr<Output> output_;
};

/// Puts another text into a file, whole or not at all. Throws InputError, also where the file has changed.
void replace_file(const std::string& path, const std::string& read, const std::string& text);

}  // namespace attn
