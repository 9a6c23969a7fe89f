#include "diagnose/fresh_problem.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "problem/settings.hpp"

namespace attn::diagnosis {

namespace {

constexpr double hidden = -std::numeric_limits<double>::infinity();

/// Numbers of two decimals, which are short to write. Standard distributions are not the same everywhere.
class Numbers {
 public:
  Numbers(std::uint64_t seed, double spread) : engine_(seed), spread_(spread) {}

  /// From 0 to 1.
  double share() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  double next() { return std::round(100 * spread_ * (share() + share() + share() + share() - 2)) / 100; }
  std::size_t up_to(std::size_t most) {
    return static_cast<std::size_t>(share() * static_cast<double>(most + 1));
  }
  Array array(Shape shape) {
    Array array{std::move(shape), {}, false, {}};
    for (std::size_t i = element_count(array.shape); i > 0; --i) array.values.push_back(next());
    return array;
  }

 private:
  std::mt19937_64 engine_;
  double spread_;
};

/// Q, K or V: how its heads are counted, and how wide each is.
struct Widths {
  std::size_t heads;
  std::size_t width;
};

Widths widths_of(const std::string& name, const Sizes& sizes) {
  const char role = name.back();
  return {role == 'Q' ? sizes.heads : sizes.kv_heads, role == 'V' ? sizes.d_v : sizes.d_k};
}

std::size_t rows_of(const std::string& name, const Sizes& sizes) {
  if (name.starts_with("past")) return sizes.n_past;
  return name == "Q" || name == "X" ? sizes.n_q : sizes.n_k - sizes.n_past;
}

/// Of an axis of features: of the embeddings, of all heads, or of one.
std::size_t features_of(const Input& input, char axis, const Sizes& sizes) {
  const std::string& name = input.name;
  if (name.starts_with("X") || (axis == 'i' && name != "W_O")) return sizes.d_model;
  if (name == "W_O") return axis == 'i' ? sizes.heads * sizes.d_v : sizes.d_out;
  if (name == "b_O") return sizes.d_out;
  if (name.ends_with("QKV")) return (sizes.heads + sizes.kv_heads) * sizes.d_k + sizes.kv_heads * sizes.d_v;
  const auto [heads, width] = widths_of(name, sizes);
  return input.has_axis('h') || name.starts_with("past") ? width : heads * width;
}

Shape shape_of(const Input& input, const Sizes& sizes) {
  const bool by_query = input.name == "scores" || input.name == "scaled";
  Shape shape;
  for (const char axis : input.axes) {
    if (axis == 'b') shape.push_back(sizes.batch);
    if (axis == 'h') shape.push_back(by_query ? sizes.heads : widths_of(input.name, sizes).heads);
    if (axis == 'n') shape.push_back(rows_of(input.name, sizes));
    if (axis == 'q') shape.push_back(sizes.n_q);
    if (axis == 'k') shape.push_back(sizes.n_k);
    if (axis == 'd' || axis == 'i' || axis == 'o') shape.push_back(features_of(input, axis, sizes));
  }
  return shape;
}

/// The key of the problem file: inputs of the cache are "past_K".
std::string key_of(const Input& input) {
  return input.name.starts_with("past") ? "past." + input.name.substr(5) : input.name;
}

/// Values for every query and key. The first query sees nothing: there many conventions differ. All others
/// see most keys.
Array mask_values(const Sizes& sizes, Numbers& numbers, double seen, double not_seen, bool add) {
  Array values{{sizes.n_q, sizes.n_k}, {}, false, {}};
  for (std::size_t query = 0; query < sizes.n_q; ++query)
    for (std::size_t key = 0; key < sizes.n_k; ++key) {
      const bool is_seen = query > 0 && (key == 0 || numbers.share() < 0.7);
      values.values.push_back(!is_seen ? not_seen : add ? numbers.next() : seen);
    }
  return values;
}

void renew(MaskSpec& spec, const Problem& base, const Sizes& sizes, Numbers& numbers) {
  const bool positioned = spec.type == "causal" || spec.type == "window" || spec.type == "alibi";
  if (positioned && !spec.settings.contains("align") && !base.has("past_K") && sizes.n_q != sizes.n_k)
    spec.settings["align"] = {"align", std::string("top-left")};
  if (spec.type == "boolean") {
    const bool attend = text(spec.settings["true_means"]) == "attend";
    Array values = mask_values(sizes, numbers, attend ? 1 : 0, attend ? 0 : 1, false);
    values.booleans = true;
    spec.settings["values"].value = std::move(values);
  }
  if (spec.type == "additive") spec.settings["values"].value = mask_values(sizes, numbers, 0, hidden, true);
  if (spec.type == "padding") {
    Array lengths{{sizes.batch}, {}, false, {}};
    for (std::size_t batch = 0; batch < sizes.batch; ++batch)
      lengths.values.push_back(
          static_cast<double>(sizes.n_past + 1 + numbers.up_to(sizes.n_k - sizes.n_past - 1)));
    spec.settings["key_lengths"].value = std::move(lengths);
  }
}

bool same_rows(const Sizes& one, const Sizes& other) {
  return one.n_q == other.n_q && one.n_k == other.n_k && one.n_past == other.n_past;
}

/// Sizes at which nothing is as wide as something else, with so few rows that they can be printed.
Sizes small(const Problem& base) {
  Sizes sizes = base.sizes;
  sizes.batch = std::min<std::size_t>(sizes.batch, 2);
  sizes.n_past = std::min<std::size_t>(sizes.n_past, 2);
  const bool one_source = base.has("X") && !base.has("X_kv");
  const std::size_t n_new = 3;
  sizes.n_q = one_source || base.has("past_K") ? n_new : 2;
  sizes.n_k = sizes.n_past + n_new;
  return sizes;
}

}  // namespace

std::vector<FreshKind> fresh_kinds(const Problem& base) {
  Sizes few_rows = small(base);
  Sizes square = few_rows;
  square.n_q = square.n_k - square.n_past;
  Sizes other_widths = few_rows;
  if (other_widths.d_k > 0) other_widths.d_k += 1;
  if (other_widths.d_v > 0) other_widths.d_v += 2;
  if (other_widths.d_model > 0) other_widths.d_model += 3;
  if (base.has("W_QKV")) other_widths.d_v = other_widths.d_k;
  if (!base.has("W_O")) other_widths.d_out = other_widths.heads * other_widths.d_v;
  std::vector<FreshKind> kinds;
  constexpr std::array spreads{1.0, 3.0, 30.0, 1000.0, 1e5};
  for (const Sizes& sizes : {square, few_rows, other_widths, base.sizes})
    for (const double spread : spreads) kinds.push_back({sizes, spread});
  return kinds;
}

RawProblem fresh_problem(const RawProblem& raw, const Problem& base, const FreshKind& kind,
                         std::uint64_t seed) {
  Numbers numbers(seed, kind.spread);
  RawProblem fresh = raw;
  for (const auto& [name, input] : base.inputs)
    fresh.settings[key_of(input)].value = numbers.array(shape_of(input, kind.sizes));
  if (fresh.settings.contains("d_k")) fresh.settings["d_k"].value = static_cast<double>(kind.sizes.d_k);
  if (!same_rows(kind.sizes, base.sizes) || kind.sizes.batch != base.sizes.batch)
    for (MaskSpec& spec : fresh.masks) renew(spec, base, kind.sizes, numbers);
  return fresh;
}

}  // namespace attn::diagnosis
