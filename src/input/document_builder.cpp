#include "input/document_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "attn/number.hpp"
#include "input/decimal.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

/// A problem has objects three deep. What nests deeper than this could exhaust the stack.
constexpr std::size_t deepest = 16;

/// "steps[3].id" as "steps[].id".
std::string without_indices(std::string_view path) {
  std::string general;
  bool in_brackets = false;
  for (const char c : path) {
    in_brackets = in_brackets && c != ']';
    if (!in_brackets) general.push_back(c);
    in_brackets = in_brackets || c == '[';
  }
  return general;
}

bool is_among(std::string_view path, std::span<const std::string_view> paths) {
  return !paths.empty() && std::ranges::find(paths, without_indices(path)) != paths.end();
}

}  // namespace

void DocumentBuilder::null(std::size_t offset) {
  if (passes_over()) return;
  if (array_)
    array_->null(offset);
  else
    place({offset, JsonNull{}});
}

void DocumentBuilder::boolean(std::size_t offset, bool value) {
  if (passes_over()) return;
  if (array_)
    array_->boolean(offset, value);
  else
    place({offset, value});
}

void DocumentBuilder::number(std::size_t offset, std::string_view literal) {
  if (passes_over()) return;
  const Decimal number = read_decimal(literal);
  if (number.error != DecimalError::none)
    source_.fail(offset, path(), fmt::format("number out of range: {}", shown(literal)));
  if (array_)
    array_->number(offset, number.value);
  else
    place({offset, number.value});
}

void DocumentBuilder::string(std::size_t offset, std::string value) {
  if (passes_over()) return;
  if (array_) {
    if (const auto number = read_nonfinite(value)) return array_->number(offset, *number);
    if (!array_->untouched())
      source_.fail(
          offset, path(),
          fmt::format(R"(found a string {}, expected a number or "inf", "-inf", "nan")", in_quotes(value)));
    array_turns_list();
  }
  place({offset, std::move(value)});
}

void DocumentBuilder::key(std::size_t offset, std::string name) {
  if (passing_over_) return;
  Frame& frame = open_.back();
  const auto [first, is_new] = frame.keys.emplace(name, offset);
  if (!is_new) {
    const Position at = source_.position(first->second);
    source_.fail(
        offset, {},
        fmt::format("duplicate key {} (first at line {} column {})", in_quotes(name), at.line, at.column));
  }
  const std::string outer = outer_path();
  frame.path = outer.empty() ? shown(name) : outer + "." + shown(name);
  frame.node.as<JsonObject>()->push_back({std::move(name), offset, {}});
  passing_over_ = !rules_.known.empty() && !is_among(frame.path, rules_.known);
}

void DocumentBuilder::open_object(std::size_t offset) {
  if (opens_passed_over(offset)) return;
  if (array_) {
    if (!array_->untouched()) source_.fail(offset, path(), "found an object among numbers");
    array_turns_list();
  }
  open_frame({offset, JsonObject{}});
}

void DocumentBuilder::open_array(std::size_t offset) {
  if (opens_passed_over(offset)) return;
  if (array_) return array_->open(offset);
  if (!open_.empty() && open_.back().node.as<JsonList>() != nullptr) fail_item({offset, JsonArray{}});
  const bool nulls = is_among(path(), rules_.objects_or_null);
  if (!nulls && !is_among(path(), rules_.texts)) {
    array_.emplace(source_, path(), offset);
    return;
  }
  open_frame({offset, JsonList{}});
  open_.back().nulls = nulls;
}

void DocumentBuilder::close_object() {
  if (!closes_passed_over()) close_frame();
}

void DocumentBuilder::close_array() {
  if (closes_passed_over()) return;
  if (!array_) return close_frame();
  const std::size_t offset = array_->innermost_offset();
  if (!array_->close()) return;
  JsonArray numbers = array_->take();
  array_.reset();
  place({offset, std::move(numbers)});
}

std::optional<std::size_t> DocumentBuilder::open_bracket() const {
  if (array_) return array_->innermost_offset();
  if (open_.empty()) return std::nullopt;
  return open_.back().node.offset;
}

/// True for a number, word or string that is not kept.
bool DocumentBuilder::passes_over() {
  const bool passes = passing_over_;
  passing_over_ = passing_over_ && passed_depth_ > 0;
  return passes;
}

bool DocumentBuilder::opens_passed_over(std::size_t offset) {
  if (!passing_over_) return false;
  if (open_.size() + passed_depth_++ >= deepest) fail_depth(offset);
  return true;
}

bool DocumentBuilder::closes_passed_over() {
  if (!passing_over_) return false;
  --passed_depth_;
  return passes_over();
}

void DocumentBuilder::fail_depth(std::size_t offset) const {
  source_.fail(offset, {}, fmt::format("brackets nest more than {} deep", deepest));
}

/// A bracket was taken for an array of numbers, and turns out to hold strings or objects.
void DocumentBuilder::array_turns_list() {
  const std::size_t offset = array_->innermost_offset();
  array_.reset();
  open_frame({offset, JsonList{}});
}

void DocumentBuilder::open_frame(JsonNode node) {
  name_item();
  if (open_.size() == deepest) fail_depth(node.offset);
  open_.push_back({std::move(node), path(), {}, false});
}

void DocumentBuilder::close_frame() {
  JsonNode node = std::move(open_.back().node);
  open_.pop_back();
  place(std::move(node));
}

/// Where the innermost frame is a list, names the item that is about to be read: "mask[1]".
void DocumentBuilder::name_item() {
  if (open_.empty()) return;
  if (const JsonList* list = open_.back().node.as<JsonList>())
    open_.back().path = fmt::format("{}[{}]", outer_path(), list->size());
}

/// Of a list that holds neither numbers nor arrays.
void DocumentBuilder::fail_item(const JsonNode& node) {
  name_item();
  const JsonList& list = *open_.back().node.as<JsonList>();
  std::string_view expected = ", expected a string";
  if (open_.back().nulls)
    expected = ", expected an object or null";
  else if (!list.empty())
    expected = list.back().as<JsonObject>() != nullptr ? " after an object" : " among strings";
  source_.fail(node.offset, path(), fmt::format("found {}{}", describe(node), expected));
}

void DocumentBuilder::place(JsonNode node) {
  if (open_.empty()) {
    root_ = std::move(node);
    return;
  }
  if (JsonObject* object = open_.back().node.as<JsonObject>()) {
    object->back().value = std::move(node);
    return;
  }
  const bool is_null = open_.back().nulls && node.as<JsonNull>() != nullptr;
  if (!is_null && node.as<std::string>() == nullptr && node.as<JsonObject>() == nullptr) fail_item(node);
  open_.back().node.as<JsonList>()->push_back(std::move(node));
}

}  // namespace attn
