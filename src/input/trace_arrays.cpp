#include "input/trace_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "attn/error.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

/// One number per row.
bool is_column(std::string_view name) {
  return is_one_of(name, {"row_max", "row_sum", "lse", "tile_max", "tile_sum", "correction"});
}
bool is_bias(std::string_view name) {
  return name.starts_with("b_");
}
/// Belongs to all heads together.
bool is_headless(std::string_view name) {
  return is_one_of(name, {"X", "X_kv", "W_O", "b_O", "W_QKV", "b_QKV", "concat", "output"});
}
/// May be there once for each kv head. Of these the trace shows each query head what it reads ...
bool is_read_by_kv_head(std::string_view name) {
  return is_one_of(name, {"K", "V", "K_new", "V_new", "past_K", "past_V"});
}
/// ... and these once.
bool is_stored_by_kv_head(std::string_view name) {
  return is_one_of(name, {"W_K", "W_V", "b_K", "b_V"});
}

/// Is the one leading axis of an array its batch entries? If not, heads.
bool leads_with_batch(const StoredStep& step, const std::optional<Sizes>& sizes) {
  return is_headless(step.name) || step.place.head || (sizes && sizes->heads == 1);
}

bool is_head_count(std::size_t count, const StoredStep& step, const Sizes& sizes) {
  const bool by_kv_head = is_read_by_kv_head(step.name) || is_stored_by_kv_head(step.name);
  return count == sizes.heads || (by_kv_head && count == sizes.kv_heads);
}

/// Rows and columns of what lies behind the leading axes; one column for rank 1.
std::array<std::size_t, 2> matrix_shape(const Shape& shape, std::size_t leading) {
  return {shape[leading], shape.size() - leading == 1 ? 1 : shape[leading + 1]};
}

Matrix<double> part_of(const Array& array, std::size_t leading, std::size_t index) {
  const auto [rows, columns] = matrix_shape(array.shape, leading);
  Matrix<double> part = xt::empty<double>({rows, columns});
  std::copy_n(array.values.begin() + static_cast<std::ptrdiff_t>(index * rows * columns), rows * columns,
              part.data());
  return part;
}

/// A matrix without rows is written without its columns, too: [] for [0, 4].
bool stands_for(const Shape& written, const Shape& stated) {
  constexpr std::size_t longest = 1'000'000;
  return written == stated ||
         (written == Shape{0} && stated.size() == 2 && stated[0] == 0 && stated[1] <= longest);
}

}  // namespace

/// Those in front of the axes of one step; nothing where the shape cannot be taken apart.
std::optional<std::size_t> TraceArrays::leading_axes(const StepArray& from) const {
  const Shape& shape = from.array.shape;
  const std::string& name = from.step.name;
  const bool alone = !from.step.axes.empty() || !from.step.op.empty() || from.step.place.tile_row;
  if (alone && shape.size() <= 2) return 0;
  const bool is_vector = is_column(name) || is_bias(name);
  if (shape.size() >= 2 && (!is_vector || shape.back() == 1) && fits(from, shape.size() - 2))
    return shape.size() - 2;
  if (is_vector && fits(from, shape.size() - 1)) return shape.size() - 1;
  return shape.size() <= 2 ? std::optional<std::size_t>(0) : std::nullopt;
}

/// Do the first `leading` axes count batch entries and heads?
bool TraceArrays::fits(const StepArray& from, std::size_t leading) const {
  const StoredStep& step = from.step;
  const Shape& shape = from.array.shape;
  if (sizes_ && is_column(step.name) && shape[leading] != sizes_->n_q) return false;
  if (leading == 0) return true;
  if (std::ranges::count(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(leading), 0U) != 0)
    return false;
  const std::size_t named = std::size_t{step.place.batch.has_value()} +
                            std::size_t{step.place.head.has_value() || is_headless(step.name)};
  if (leading + named > 2) return false;
  if (!sizes_) return true;
  if (leading == 2) return shape[0] == sizes_->batch && is_head_count(shape[1], step, *sizes_);
  if (leads_with_batch(step, sizes_)) return shape[0] == sizes_->batch;
  return (sizes_->batch == 1 || step.place.batch) && is_head_count(shape[0], step, *sizes_);
}

void TraceArrays::add(StepArray from) {
  const Shape& shape = from.array.shape;
  const std::string& name = from.step.name;
  if (from.stated && !stands_for(shape, *from.stated))
    throw InputError(fmt::format("{}: the values have the shape {}, expected {}", from.where(),
                                 to_string(shape), to_string(*from.stated)));
  const std::optional<std::size_t> leading = leading_axes(from);
  if (!leading)
    throw InputError(fmt::format(
        "{}: shape {} cannot be taken apart into batch entries and heads{}; expected [batch, heads, ...] in "
        "front of {}, where axes of length 1 may be left out{}",
        from.where(), to_string(shape),
        sizes_ ? fmt::format(" ({} and {})", sizes_->batch, sizes_->heads) : "",
        is_column(name) ? "[n_q]" : "rows and columns",
        name == "output" || name == "concat"
            ? "; output has the heads side by side, [n_q, heads*d_v], heads apart are called context"
            : ""));
  if (*leading > 0) return add_stacked(from, *leading);
  const Shape& own = from.stated.value_or(shape);
  if (!from.step.axes.empty() && from.step.axes.size() != own.size())
    throw InputError(fmt::format("{}: the values have the shape {}, expected {} axes", from.where(),
                                 to_string(own), from.step.axes.size()));
  for (std::size_t axis = 0; axis < from.step.axes.size(); ++axis) from.step.axes[axis].size = own[axis];
  from.step.values = shape == own ? part_of(from.array, 0, 0) : xt::empty<double>({own[0], own[1]});
  append(std::move(from.step), from);
}

/// One step for each index of the leading axes.
void TraceArrays::add_stacked(const StepArray& from, std::size_t leading) {
  const Shape& shape = from.array.shape;
  const bool one_is_batch = leading == 1 && leads_with_batch(from.step, sizes_);
  const std::size_t batches = leading == 2 || one_is_batch ? shape[0] : 1;
  const std::size_t stored = one_is_batch ? 1 : shape[leading - 1];
  const bool shared =
      sizes_ && is_read_by_kv_head(from.step.name) && !one_is_batch && stored != sizes_->heads;
  const std::size_t heads = shared ? sizes_->heads : stored;
  for (std::size_t batch = 0; batch < batches; ++batch)
    for (std::size_t head = 0; head < heads; ++head) {
      StoredStep step = from.step;
      step.axes.clear();
      if (batches > 1) step.place.batch = batch;
      if (heads > 1) step.place.head = head;
      step.values = part_of(from.array, leading, batch * stored + (shared ? sizes_->kv_head(head) : head));
      append(std::move(step), from);
    }
}

/// A coordinate that exists once is no part of an id.
void TraceArrays::leave_out_single(Place& place) const {
  if (!sizes_) return;
  if (sizes_->batch == 1 && place.batch == std::size_t{0}) place.batch.reset();
  if (sizes_->heads == 1 && place.head == std::size_t{0}) place.head.reset();
}

void TraceArrays::append(StoredStep step, const StepArray& from) {
  leave_out_single(step.place);
  step.id = id_of(step.name, step.place);
  if (!seen_.insert(step.id).second)
    throw InputError(fmt::format("{}: the step {} is there twice", from.where(), in_quotes(step.id)));
  trace_.steps.push_back(std::move(step));
}

}  // namespace attn
