#pragma once

#include <chrono>
#include <filesystem>
#include <string>

namespace transcript {

struct Outcome {
  std::string output;     ///< stdout and stderr, in the order in which they were written
  int status = 0;         ///< as the shell counts: 128 + n where signal n ended it
  std::string cut_short;  ///< why the command was stopped; empty where it ended by itself
};

/// Runs `sh -c command` in `folder`, without input, and ends it and all its children after `limit`.
Outcome run_shell(const std::string& command, const std::filesystem::path& folder,
                  std::chrono::seconds limit);

/// A folder that is there as long as this object is.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace transcript
