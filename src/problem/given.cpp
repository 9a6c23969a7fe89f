#include <fmt/format.h>

#include "attn/error.hpp"
#include "problem/draft.hpp"

namespace attn {

namespace {

/// The lengths of an array with these axis letters.
struct Lengths {
  std::size_t batch;
  std::size_t heads;
  std::size_t rows;
  std::size_t width;  ///< of one head
};

Shape shape_of(std::string_view axes, const Lengths& lengths) {
  const bool side_by_side = axes.find('h') == std::string_view::npos;
  Shape shape;
  for (const char axis : axes) {
    if (axis == 'b') shape.push_back(lengths.batch);
    if (axis == 'h') shape.push_back(lengths.heads);
    if (axis == 'n') shape.push_back(lengths.rows);
    if (axis == 'd') shape.push_back(side_by_side ? lengths.heads * lengths.width : lengths.width);
  }
  return shape;
}

}  // namespace

void take_given(Draft& draft) {
  Sizes& sizes = draft.problem.sizes;
  const std::string_view axes = layout_axes(draft, "Q");
  const Input& q = take(draft, "Q", axes);
  const Input& k = take(draft, "K", axes);
  const bool apart = q.has_axis('h');
  sizes.batch = q.has_axis('b') ? q.size('b') : 1;
  sizes.heads = count_or(draft, "heads", q.size('h'), 1);
  sizes.kv_heads = count_or(draft, "kv_heads", k.size('h'), sizes.heads);
  require_groups(draft, k);
  sizes.n_q = q.size('n');
  sizes.d_k = divide(q, "heads", q.size('d'), apart ? 1 : sizes.heads);
  sizes.n_k = k.size('n');
  require_shape(k, shape_of(axes, {sizes.batch, sizes.kv_heads, sizes.n_k, sizes.d_k}),
                fmt::format("batch {}, kv_heads {}, d_k {}", sizes.batch, sizes.kv_heads, sizes.d_k));
  if (draft.find("V")) take_values(draft);
}

void take_values(Draft& draft) {
  Sizes& sizes = draft.problem.sizes;
  const std::string_view axes = layout_axes(draft, "V");
  const Input& v = take(draft, "V", axes);
  if (sizes.batch > 1 && !v.has_axis('b'))
    throw InputError(fmt::format("{}: shape {}, expected one V for each of the {} batch entries", v.where,
                                 to_string(v.array.shape), sizes.batch));
  sizes.d_v = divide(v, "kv_heads", v.size('d'), v.has_axis('h') ? 1 : sizes.kv_heads);
  require_shape(v, shape_of(axes, {sizes.batch, sizes.kv_heads, sizes.n_k, sizes.d_v}),
                fmt::format("batch {}, kv_heads {}, keys {}", sizes.batch, sizes.kv_heads, sizes.n_k));
}

}  // namespace attn
