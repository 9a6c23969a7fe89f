#include "input/npy_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>
#include <utility>

#include "attn/error.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

/// Only what such a header can hold: three keys, and no other value than theirs.
class NpyHeaderText {
 public:
  NpyHeaderText(std::string_view text, std::string_view where) : text_(text), where_(where) {}

  NpyHeader read() {
    expect("{");
    while (!take("}")) {
      read_member();
      if (take(",")) continue;
      expect("}");
      break;
    }
    skip_blanks();
    if (at_ != text_.size()) fail("nothing after the '}'");
    for (const Member& member : members_)
      if (!member.seen) throw InputError(fmt::format("{}: the header has no '{}'", where_, member.key));
    return std::move(header_);
  }

 private:
  struct Member {
    std::string_view key;
    void (NpyHeaderText::*read)();
    bool seen = false;
  };

  void read_member() {
    const std::string key = text();
    expect(":");
    for (Member& member : members_) {
      if (member.key != key) continue;
      if (std::exchange(member.seen, true))
        throw InputError(fmt::format("{}: the header has '{}' twice", where_, key));
      return (this->*member.read)();
    }
    throw InputError(
        fmt::format("{}: the header has the unknown key {}, expected descr, fortran_order and shape", where_,
                    in_quotes(key)));
  }

  void read_descr() {
    skip_blanks();
    if (text_.substr(at_).starts_with('['))
      throw InputError(
          fmt::format("{}: an array of records (a structured dtype), expected one of numbers", where_));
    header_.descr = text();
  }

  void read_order() {
    header_.fortran_order = take("True");
    if (!header_.fortran_order) expect("False");
  }

  void read_shape() {
    expect("(");
    while (!take(")")) {
      header_.shape.push_back(length());
      if (take(",")) continue;
      if (header_.shape.size() == 1) fail("',' after the only length");  // (3) is a number in Python
      expect(")");
      break;
    }
  }

  std::size_t length() {
    skip_blanks();
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error == std::errc::result_out_of_range)
      throw InputError(fmt::format("{}: the header's shape has a length beyond 2^64", where_));
    if (error != std::errc()) fail("a length");
    at_ = static_cast<std::size_t>(end - text_.data());
    if (text_.substr(at_).starts_with('L')) ++at_;  // as Python 2 wrote them
    return value;
  }

  std::string text() {
    const char quote = take("\"") ? '"' : '\'';
    if (quote == '\'') expect("'");
    const std::size_t end = text_.find(quote, at_);
    if (end == std::string_view::npos) fail("a text in quotes");
    const std::string_view inside = text_.substr(at_, end - at_);
    at_ = end + 1;
    return std::string(inside);
  }

  bool take(std::string_view token) {
    skip_blanks();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  void expect(std::string_view token) {
    if (!take(token)) fail(fmt::format("{}", token));
  }
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

  [[noreturn]] void fail(std::string_view expected) const {
    constexpr std::size_t excerpt = 20;
    const std::string_view rest = text_.substr(at_, excerpt);
    throw InputError(fmt::format("{}: character {} of the header: found {}, expected {}", where_, at_ + 1,
                                 rest.empty() ? "its end" : in_quotes(rest), expected));
  }

  std::string_view text_;
  std::string_view where_;
  std::size_t at_ = 0;
  NpyHeader header_;
  std::array<Member, 3> members_{Member{"descr", &NpyHeaderText::read_descr},
                                 Member{"fortran_order", &NpyHeaderText::read_order},
                                 Member{"shape", &NpyHeaderText::read_shape}};
};

}  // namespace

NpyHeader parse_npy_header(std::string_view text, std::string_view where) {
  return NpyHeaderText(text, where).read();
}

}  // namespace attn
