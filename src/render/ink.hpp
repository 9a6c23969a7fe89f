#pragma once

#include <fmt/format.h>

#include <string_view>

namespace attn {

/// Appends text in bold, dim or a colour, with ANSI codes where colour is on.
struct Ink {
  bool colour = false;

  void bold(fmt::memory_buffer& out, std::string_view text) const { append(out, "\x1b[1m", text); }
  void dim(fmt::memory_buffer& out, std::string_view text) const { append(out, "\x1b[2m", text); }
  void red(fmt::memory_buffer& out, std::string_view text) const { append(out, "\x1b[31m", text); }
  void green(fmt::memory_buffer& out, std::string_view text) const { append(out, "\x1b[32m", text); }
  void magenta(fmt::memory_buffer& out, std::string_view text) const { append(out, "\x1b[35m", text); }

 private:
  void append(fmt::memory_buffer& out, std::string_view code, std::string_view text) const {
    if (colour && !text.empty()) out.append(code);
    out.append(text);
    if (colour && !text.empty()) out.append(std::string_view("\x1b[0m"));
  }
};

}  // namespace attn
