#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "input/array_builder.hpp"
#include "input/document.hpp"
#include "input/source.hpp"

namespace attn {

/// Puts the tokens of a JSON text together to a JsonNode. Throws InputError where a value stands at a place
/// that cannot hold it.
class DocumentBuilder {
 public:
  DocumentBuilder(const Source& source, const DocumentRules& rules) : source_(source), rules_(rules) {}

  void null(std::size_t offset);
  void boolean(std::size_t offset, bool value);
  void number(std::size_t offset, std::string_view literal);
  void string(std::size_t offset, std::string value);
  void key(std::size_t offset, std::string name);
  void open_object(std::size_t offset);
  void open_array(std::size_t offset);
  void close_object();
  void close_array();

  /// Of the value that is read now: "expect.weights", "mask[1].values".
  std::string path() const { return open_.empty() ? std::string() : open_.back().path; }
  /// Where the innermost bracket that is still open stands.
  std::optional<std::size_t> open_bracket() const;
  JsonNode take() { return std::move(root_); }

 private:
  /// An object or list that is not closed yet.
  struct Frame {
    JsonNode node;
    std::string path;
    std::map<std::string, std::size_t, std::less<>> keys;  ///< of an object, with their offsets
    bool nulls = false;                                    ///< of a list: null may stand for an object
  };

  std::string outer_path() const { return open_.size() < 2 ? std::string() : open_[open_.size() - 2].path; }
  void place(JsonNode node);
  void open_frame(JsonNode node);
  void close_frame();
  void name_item();
  [[noreturn]] void fail_item(const JsonNode& node);
  [[noreturn]] void fail_depth(std::size_t offset) const;
  void array_turns_list();
  bool passes_over();
  bool opens_passed_over(std::size_t offset);
  bool closes_passed_over();

  const Source& source_;
  DocumentRules rules_;
  std::vector<Frame> open_;
  std::optional<ArrayBuilder> array_;  ///< open inside the innermost frame
  bool passing_over_ = false;          ///< inside the value of a key that is not known
  std::size_t passed_depth_ = 0;       ///< brackets open in there
  JsonNode root_;
};

}  // namespace attn
