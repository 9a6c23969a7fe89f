#include <fmt/format.h>

#include <algorithm>

#include "attn/read.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

bool same_but_for_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::ranges::equal(a, b, {}, lower, lower);
}

bool ends_in_extension(std::string_view path) {
  return std::ranges::any_of(input_formats(), [&](const InputFormat& format) {
    const std::size_t length = format.extension.size();
    return path.size() >= length && same_but_for_case(path.substr(path.size() - length), format.extension);
  });
}

}  // namespace

std::string MatrixFile::shown() const {
  return tensor ? fmt::format("{}:{}", visible(path), attn::shown(*tensor, 200)) : visible(path);
}

// Neither the first colon nor the last one of all would do: both file names ("C:/q.npz") and the names of
// tensors ("dense/kernel:0") hold colons.
MatrixFile matrix_file(std::string_view word) {
  for (std::size_t colon = word.find(':'); colon != std::string_view::npos; colon = word.find(':', colon + 1))
    if (ends_in_extension(word.substr(0, colon)))
      return {std::string(word.substr(0, colon)), std::string(word.substr(colon + 1))};
  return {std::string(word)};
}

}  // namespace attn
