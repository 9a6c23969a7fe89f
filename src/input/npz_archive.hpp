#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "attn/raw_problem.hpp"
#include "input/input_file.hpp"

struct zip;

namespace attn {

/// A .npz file: members NAME.npy, called NAME as numpy does, and others, which are no arrays. Every error is
/// an InputError that begins with `where`.
class NpzArchive {
 public:
  /// `file` must outlive the archive.
  NpzArchive(const InputFile& file, std::string_view where);

  const std::vector<std::string>& names() const { return names_; }
  Array array(std::size_t index) const;
  /// The type of its numbers, "float32".
  std::string_view dtype(std::size_t index) const;
  /// The bytes of the member of that name, nothing where there is none.
  std::optional<std::string> member(const std::string& name) const;

 private:
  struct Discard {
    void operator()(struct zip* archive) const;
  };

  std::string where_;
  std::unique_ptr<struct zip, Discard> archive_;
  std::vector<std::string> names_;
  std::vector<std::uint64_t> indices_;
};

}  // namespace attn
