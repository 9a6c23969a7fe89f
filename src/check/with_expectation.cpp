#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "check/rewrite.hpp"
#include "check/spacing.hpp"
#include "check/written.hpp"
#include "input/problem_text.hpp"
#include "render/json/text.hpp"

namespace attn {

namespace {

std::string in_json(std::string_view text) {
  fmt::memory_buffer out;
  append_json_string(out, text);
  return fmt::to_string(out);
}

/// Writes the values of an array in order.
class Values {
 public:
  Values(const Array& array, std::optional<int> decimals) : array_(array), decimals_(decimals) {}

  /// The axes from `axis` on: rows are on one line, what holds rows in lines of its own.
  std::string write(std::size_t axis, const Spacing& spacing) {
    std::vector<std::string> items;
    const bool is_row = axis + 1 == array_.shape.size();
    for (std::size_t i = 0; i < array_.shape[axis]; ++i)
      items.push_back(is_row ? next() : write(axis + 1, spacing.inner()));
    return is_row ? fmt::format("[{}]", fmt::join(items, spacing.comma)) : spacing.enclosed("[]", items);
  }

 private:
  std::string next() {
    const std::size_t i = done_++;
    if (std::ranges::binary_search(array_.unstated, i)) return "null";
    return decimals_ ? with_decimals(array_.values[i], *decimals_) : shortest(array_.values[i]);
  }

  const Array& array_;
  std::optional<int> decimals_;
  std::size_t done_ = 0;
};

/// Brackets cannot say how wide a matrix without rows is.
std::string shape_object(const Shape& shape, const Spacing& spacing) {
  return fmt::format("{{\"shape\"{}[{}]}}", spacing.colon, fmt::join(shape, spacing.comma));
}

/// "weights": [...]. `spacing` is that of the object which the member stands in.
std::string member(const NewStep& step, std::optional<int> decimals, const Spacing& spacing) {
  const bool is_empty = element_count(step.array.shape) == 0;
  return in_json(step.id) + spacing.colon +
         (is_empty ? shape_object(step.array.shape, spacing)
                   : Values(step.array, decimals).write(0, spacing.inner()));
}

std::vector<std::string> members(std::span<const NewStep> steps, std::optional<int> decimals,
                                 const Spacing& spacing) {
  std::vector<std::string> out;
  for (const NewStep& step : steps) out.push_back(member(step, decimals, spacing));
  return out;
}

/// The text with new members behind the last one of an object.
std::string with_members(std::string_view text, const JsonNode& object, const Spacing& spacing,
                         const std::vector<std::string>& members) {
  const JsonObject& old = *object.as<JsonObject>();
  const std::size_t end = value_end(text, old.empty() ? object.offset : old.back().value.offset);
  std::string out(text.substr(0, old.empty() ? object.offset : end));
  if (old.empty())
    out += spacing.enclosed("{}", members);
  else
    for (const std::string& member : members) out += spacing.separator() + member;
  return out.append(text.substr(end));
}

const JsonMember* find_member(const JsonObject& object, std::string_view key) {
  const auto member = std::ranges::find(object, key, &JsonMember::key);
  return member == object.end() ? nullptr : &*member;
}

void refuse_stated_steps(const Source& source, const JsonObject& expect, std::span<const NewStep> steps) {
  for (const NewStep& step : steps)
    if (const JsonMember* stated = find_member(expect, step.id))
      source.fail(stated->offset, "expect." + step.id, "the file states this step already; remove it first");
}

}  // namespace

std::string with_expectation(const Source& source, std::span<const NewStep> steps,
                             std::optional<int> decimals) {
  const std::string_view text = source.text();
  if (steps.empty()) return std::string(text);
  const JsonNode root = parse_problem_document(source);
  const Spacing outer = Spacing::of(text, root);
  const JsonMember* expect = find_member(*root.as<JsonObject>(), "expect");
  if (expect == nullptr) {
    const Spacing spacing = outer.inner();
    const std::string object = spacing.enclosed("{}", members(steps, decimals, spacing));
    return with_members(text, root, outer, {in_json("expect") + outer.colon + object});
  }
  const auto* stated = expect->value.as<JsonObject>();
  if (stated == nullptr) source.fail(expect->value.offset, "expect", "expected an object of steps");
  refuse_stated_steps(source, *stated, steps);
  const Spacing spacing = stated->empty() ? outer.inner() : Spacing::of(text, expect->value);
  return with_members(text, expect->value, spacing, members(steps, decimals, spacing));
}

}  // namespace attn
