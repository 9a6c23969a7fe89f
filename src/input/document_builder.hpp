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
  DocumentBuilder(const Source& source, std::span<const std::string_view> texts)
      : source_(source), texts_(texts) {}

  void null(std::size_t offset);
  void boolean(std::size_t offset, bool value);
  void number(std::size_t offset, std::string_view literal);
  void string(std::size_t offset, std::string value);
  void key(std::size_t offset, std::string name);
  void open_object(std::size_t offset);
  void open_array(std::size_t offset);
  void close_object() { close_frame(); }
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
  };

  std::string outer_path() const { return open_.size() < 2 ? std::string() : open_[open_.size() - 2].path; }
  void place(JsonNode node);
  void open_frame(JsonNode node);
  void close_frame();
  void name_item();
  [[noreturn]] void fail_item(const JsonNode& node);
  void array_turns_list();

  const Source& source_;
  std::span<const std::string_view> texts_;
  std::vector<Frame> open_;
  std::optional<ArrayBuilder> array_;  ///< open inside the innermost frame
  JsonNode root_;
};

}  // namespace attn
