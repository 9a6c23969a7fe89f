#include "input/json_events.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "input/json_tokens.hpp"
#include "input/syntax_error.hpp"

namespace attn {

namespace {

using nlohmann::json;

/// nlohmann's "... - invalid string: missing closing quote; last read: '...'": the part between.
std::string_view lexical_fault(std::string_view message) {
  const std::size_t begin = message.find(" - ");
  const std::size_t end = message.find("; last read: ");
  if (begin == std::string_view::npos || end == std::string_view::npos || begin > end) return {};
  return message.substr(begin + 3, end - begin - 3);
}

/// Receives nlohmann's events. They do not say where in the text they are, but a token always begins behind
/// the white space and the separators that follow the one before, so it is enough to keep where that one
/// ended.
class Events {
 public:
  Events(const Source& source, DocumentBuilder& builder)
      : source_(source), builder_(builder), end_(source.begin()) {}

  bool null() { return builder_.null(token(4)), true; }
  bool boolean(bool value) { return builder_.boolean(token(value ? 4 : 5), value), true; }
  // Numbers are read from the text: the integer 0 lost the sign of "-0", a double the digits it had.
  bool number_integer(json::number_integer_t) { return number(); }
  bool number_unsigned(json::number_unsigned_t) { return number(); }
  bool number_float(json::number_float_t, const std::string&) { return number(); }
  bool string(std::string& value) { return builder_.string(string_token(), std::move(value)), true; }
  bool binary(json::binary_t&) { return false; }  // not in JSON
  bool start_object(std::size_t) { return builder_.open_object(token(1)), true; }
  bool end_object() { return token(1), builder_.close_object(), true; }
  bool start_array(std::size_t) { return builder_.open_array(token(1)), true; }
  bool end_array() { return token(1), builder_.close_array(), true; }

  bool key(std::string& name) {
    builder_.key(string_token(), std::move(name));
    after_key_ = true;
    return true;
  }

  bool parse_error(std::size_t read_end, const std::string&, const json::exception& error) {
    if (dynamic_cast<const json::out_of_range*>(&error) != nullptr) number();  // fails, and says which
    fail_syntax(source_, {end_, read_end, lexical_fault(error.what()), after_key_, builder_.open_bracket()});
  }

 private:
  /// Moves over the next token, of that length, and says where it begins.
  std::size_t token(std::size_t length) {
    const std::size_t start = skip_to_token(source_.text(), end_);
    end_ = start + length;
    after_key_ = false;
    return start;
  }
  std::size_t string_token() {
    const std::size_t start = skip_to_token(source_.text(), end_);
    return token(string_end(source_.text(), start) - start);
  }
  bool number() {
    const std::size_t start = skip_to_token(source_.text(), end_);
    token(number_end(source_.text(), start) - start);
    builder_.number(start, source_.text().substr(start, end_ - start));
    return true;
  }

  const Source& source_;
  DocumentBuilder& builder_;
  std::size_t end_;  ///< of the last token
  bool after_key_ = false;
};

}  // namespace

void parse_with_nlohmann(const Source& source, DocumentBuilder& builder) {
  Events events(source, builder);
  json::sax_parse(source.text().begin(), source.text().end(), &events);
}

}  // namespace attn
