#pragma once

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "attn/error.hpp"
#include "attn/read.hpp"

/// The message of the InputError that `act` throws; "no error" where it throws none.
template <class Act>
std::string message_of(Act act) {
  try {
    act();
  } catch (const attn::InputError& error) {
    return error.what();
  }
  return "no error";
}

/// Reads a problem that is called p.json, with files looked up in `folder`.
inline attn::RawProblem problem_of(std::string_view text, const std::string& folder = {}) {
  attn::Reader reader;
  return attn::parse_problem(text, "p.json", folder, reader);
}

inline std::string problem_error(std::string_view text, const std::string& folder = {}) {
  return message_of([&] { problem_of(text, folder); });
}

/// A folder that is there as long as the test runs.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "attn-input-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }

  const std::string& path() const { return path_; }
  std::string write(const std::string& name, std::string_view text) const {
    std::string path = path_ + "/" + name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

 private:
  std::string path_;
};
