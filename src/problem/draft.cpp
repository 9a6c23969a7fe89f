#include "problem/draft.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "attn/error.hpp"

namespace attn {

std::size_t count_or(const Draft& draft, std::string_view key, std::size_t known, std::size_t otherwise) {
  const Setting* setting = draft.find(key);
  if (!setting) return known > 0 ? known : otherwise;
  const std::size_t said = count(*setting);
  if (known > 0 && said != known)
    throw InputError(fmt::format("{}: found {}, but the arrays say {}", setting->where, said, known));
  return said;
}

Input& take(Draft& draft, std::string_view key, std::string_view axes, std::string_view name) {
  const std::string_view spellings[] = {axes};
  return take_by_rank(draft, key, spellings, name);
}

namespace {

/// A CSV file always has two axes: where a vector is wanted, one row or one column is one.
void flatten_to_vector(Array& values) {
  const std::size_t length = element_count(values.shape);
  if (is_vector(values.shape, length)) values.shape = {length};
}

/// "[batch, heads, n, d]" for "bhnd".
std::string axes_in_words(std::string_view axes) {
  static const std::map<char, std::string_view> words{{'b', "batch"}, {'h', "heads"}, {'n', "n"},
                                                      {'d', "d"},     {'i', "d_in"},  {'o', "d_out"},
                                                      {'q', "n_q"},   {'k', "n_k"}};
  std::vector<std::string_view> names;
  for (const char axis : axes) names.push_back(words.at(axis));
  return fmt::format("[{}]", fmt::join(names, ", "));
}

[[noreturn]] void refuse_rank(const Setting& setting, const Array& values,
                              std::span<const std::string_view> spellings) {
  std::vector<std::string> expected;
  for (const std::string_view spelling : spellings) expected.push_back(axes_in_words(spelling));
  throw InputError(fmt::format("{}: shape {}, expected {}", setting.where, to_string(values.shape),
                               fmt::join(expected, " or ")));
}

}  // namespace

Input& take_by_rank(Draft& draft, std::string_view key, std::span<const std::string_view> spellings,
                    std::string_view name) {
  const auto said = draft.raw.settings.find(key);
  if (said == draft.raw.settings.end())
    throw InputError(fmt::format("{}: {} is missing", draft.raw.where, key));
  Setting& setting = said->second;
  auto* const values = std::get_if<Array>(&setting.value);
  if (!values) refuse(setting, "an array of numbers");
  if (values->booleans) throw InputError(setting.where + ": found true and false, expected numbers");
  if (spellings.back().size() == 1) flatten_to_vector(*values);
  const auto found = std::ranges::find(spellings, values->shape.size(), &std::string_view::size);
  if (found == spellings.end()) refuse_rank(setting, *values, spellings);

  for (std::size_t axis = 0; axis < found->size(); ++axis)
    if (values->shape[axis] == 0 && ((*found)[axis] == 'b' || (*found)[axis] == 'h'))
      throw InputError(fmt::format("{}: shape {}, expected at least one {}", setting.where,
                                   to_string(values->shape), (*found)[axis] == 'b' ? "batch entry" : "head"));

  const std::string stored(name.empty() ? key : name);
  Input input{
      stored, setting.where, std::string(*found), {values->shape, std::move(values->values), false, {}}};
  return draft.problem.inputs.insert_or_assign(stored, std::move(input)).first->second;
}

std::string_view layout_axes(Draft& draft, std::string_view key) {
  std::optional<Layout>& layout = draft.problem.options.layout;
  if (!layout) {
    const Setting* setting = draft.find(key);
    const std::size_t rank = setting ? array(*setting).shape.size() : 2;
    layout = rank == 3 ? Layout::hnd : rank == 4 ? Layout::bhnd : Layout::nd;
  }
  return name_of(layouts, *layout);
}

void require_shape(const Input& input, const Shape& expected, std::string_view because) {
  if (input.array.shape != expected)
    throw InputError(fmt::format("{}: shape {}, expected {} ({})", input.where, to_string(input.array.shape),
                                 to_string(expected), because));
}

std::size_t divide(const Input& input, std::string_view what, std::size_t total, std::size_t parts) {
  if (total == 0 || total % parts != 0)
    throw InputError(fmt::format("{}: shape {}: width {} cannot be shared out evenly ({} {})", input.where,
                                 to_string(input.array.shape), total, what, parts));
  return total / parts;
}

void require_groups(const Draft& draft, const Input& source) {
  const Sizes& sizes = draft.problem.sizes;
  if (sizes.heads % sizes.kv_heads == 0) return;
  const Setting* said = draft.find("kv_heads");
  throw InputError(
      fmt::format("{}: heads {} is not a multiple of kv_heads {}; each kv head is read by the same number "
                  "of query heads",
                  said ? said->where : source.where, sizes.heads, sizes.kv_heads));
}

}  // namespace attn
