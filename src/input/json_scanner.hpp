#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "input/document_builder.hpp"
#include "input/source.hpp"

namespace attn {

/// Reads JSON several times as fast as nlohmann's parser, and tells the builder the same. It knows what is
/// valid, not what to say of what is not: it gives up, and the text is for nlohmann's parser, from the start.
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
