#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "input/document_builder.hpp"
#include "input/source.hpp"

namespace attn {

/// Reads well-formed JSON several times as fast as nlohmann's parser, and hands over the same events in the
/// same order. What it does not take (a fault, or the rare valid text that it would have to look at twice) is
/// for nlohmann's parser, from the start: it does not know what to say of a fault.
class JsonScanner {
 public:
  JsonScanner(const Source& source, DocumentBuilder& builder)
      : text_(source.text()), at_(source.begin()), builder_(builder) {}

  /// The whole text. False: given up; what the builder was told is worth nothing then.
  bool document();

 private:
  // Each moves over what it is named after, and returns false to give up. Nesting is as deep as the builder
  // allows.
  bool value();
  bool object();
  bool member();
  bool array();
  bool number();
  bool string_value();
  bool word(std::string_view word);
  bool string(std::string& decoded);

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_blanks();
  /// Moves over `c`, where it is what comes next.
  bool take(char c);

  std::string_view text_;
  std::size_t at_;
  DocumentBuilder& builder_;
};

}  // namespace attn
