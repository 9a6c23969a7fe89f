#include "check/replace_file.hpp"

#include <fmt/format.h>

#include "attn/error.hpp"
#include "attn/read.hpp"
#include "attn/render.hpp"
#include "text/visible.hpp"

namespace attn {

void replace_file(const std::string& path, const std::string& read, const std::string& text) {
  const auto output = file_output(path);
  output->write(text);
  if (Reader().text(path) != read)
    throw InputError(
        fmt::format("{}: the file has changed since it was read; run this again", visible(path)));
  output->commit();
}

}  // namespace attn
