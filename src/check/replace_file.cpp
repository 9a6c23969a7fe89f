#include "check/replace_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "attn/error.hpp"
#include "attn/read.hpp"
#include "text/visible.hpp"

namespace attn {

Replacement::Replacement(std::string path, std::optional<std::string> read, const std::string& text)
    : path_(std::move(path)), read_(std::move(read)), output_(file_output(path_)) {
  output_->write(text);
}

void Replacement::require_unchanged() const {
  const bool is_same = read_ ? Reader().text(path_) == *read_ : !std::filesystem::exists(path_);
  if (!is_same)
    throw InputError(
        fmt::format("{}: the file has changed since it was read; run this again", visible(path_)));
}

void replace_file(const std::string& path, const std::string& read, const std::string& text) {
  Replacement replacement(path, read, text);
  replacement.require_unchanged();
  replacement.commit();
}

}  // namespace attn
