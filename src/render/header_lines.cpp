#include "render/header_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "render/decimals.hpp"
#include "render/notation.hpp"
#include "text/visible.hpp"

namespace attn {
namespace {

using Lines = std::vector<HeaderLine>;

std::string sizes_in_words(const Sizes& sizes) {
  std::vector<std::string> words{fmt::format("n_q {}", sizes.n_q), fmt::format("n_k {}", sizes.n_k)};
  if (sizes.n_past != 0) words.back() += fmt::format(" ({} cached)", sizes.n_past);
  const auto add = [&](std::string_view name, std::size_t size, std::size_t unsaid) {
    if (size != unsaid) words.push_back(fmt::format("{} {}", name, size));
  };
  add("d_model", sizes.d_model, 0);
  add("d_k", sizes.d_k, 0);
  add("d_v", sizes.d_v, 0);
  add("heads", sizes.heads, 1);
  add("kv_heads", sizes.kv_heads, sizes.heads);
  add("batch", sizes.batch, 1);
  return fmt::format("{}", fmt::join(words, ", "));
}

/// The help of a choice as part of a sentence.
template <class T, std::size_t N>
std::string in_words(const std::array<Choice<T>, N>& choices, T value) {
  constexpr std::string_view mark = " (default)";
  for (const auto& choice : choices) {
    if (choice.value != value) continue;
    auto help = choice.help;
    if (help.ends_with(mark)) help.remove_suffix(mark.size());
    return fmt::format("{}: {}", choice.name, help);
  }
  return "?";
}

/// The scale is no step, so rounding by hand leaves it as it is, and all of its digits are shown.
std::string scale_in_words(const TraceHeader& header, int precision) {
  if (header.options.scale_given) return fmt::format("{} (given)", *header.options.scale);
  if (header.by_hand) return fmt::format("{} (1/√d_k, not rounded)", *header.options.scale);
  fmt::memory_buffer text;
  append_number(text, *header.options.scale, {precision});
  return fmt::to_string(text) + " (1/√d_k)";
}

void add_options(Lines& lines, const TraceHeader& header, const RenderOptions& render) {
  const auto& options = header.options;
  if (options.scale) lines.push_back({"scale", scale_in_words(header, render.decimals.count)});
  if (options.softcap) lines.push_back({"softcap", fmt::format("c = {0}: c·tanh(s/c)", *options.softcap)});
  lines.push_back({"softmax", in_words(softmaxes, options.softmax)});
  if (header.has_empty_rows)
    lines.push_back({"empty row", Notation(render).renamed(in_words(empty_rows, options.empty_row))});
  if (options.tile)
    lines.push_back({"tile", fmt::format("B_r {}, B_c {}", options.tile->rows, options.tile->cols)});
  if (options.layout && header.sizes.heads * header.sizes.batch > 1)
    lines.push_back({"layout", in_words(layouts, *options.layout)});
  if (header.sizes.d_model != 0)
    lines.push_back({"W stored", in_words(weights_layouts, options.weights_layout)});
  if (options.qkv_packing) lines.push_back({"packing", in_words(qkv_packings, *options.qkv_packing)});
}

/// "queries 0 to 3 stand at keys 2 to 5", for each stretch of queries that stand side by side.
std::string positions_in_words(const std::vector<std::ptrdiff_t>& positions, std::size_t from) {
  const auto key = [&](std::size_t query) { return positions[query] + static_cast<std::ptrdiff_t>(from); };
  std::vector<std::string> stretches;
  for (std::size_t begin = 0, end = 0; begin < positions.size(); begin = end) {
    for (end = begin + 1; end < positions.size() && positions[end] == positions[end - 1] + 1;) ++end;
    if (end - begin == 1)
      stretches.push_back(fmt::format("query {} stands at key {}", begin + from, key(begin)));
    else
      stretches.push_back(fmt::format("queries {} to {} stand at keys {} to {}", begin + from, end - 1 + from,
                                      key(begin), key(end - 1)));
  }
  return fmt::format("{}", fmt::join(stretches, ", "));
}

void add_positions(Lines& lines, const std::vector<std::vector<std::ptrdiff_t>>& positions,
                   std::size_t from) {
  bool same = true;
  for (const auto& batch_entry : positions) same = same && batch_entry == positions.front();
  for (std::size_t b = 0; b < (same ? std::min<std::size_t>(positions.size(), 1) : positions.size()); ++b) {
    if (positions[b].empty()) continue;
    const auto batch = same ? "" : fmt::format("batch {}: ", b + from);
    lines.push_back({"", batch + positions_in_words(positions[b], from)});
  }
}

void add_masks(Lines& lines, const TraceHeader& header, std::size_t from) {
  if (header.masks.empty()) lines.push_back({"mask", "none"});
  for (const auto& mask : header.masks) {
    lines.push_back({"mask", visible(mask.description)});
    add_positions(lines, mask.positions, from);
  }
}

/// "0 for query heads 0 1, 1 for 2 3", where heads share keys and values.
void add_kv_heads(Lines& lines, const TraceHeader& header, std::size_t from) {
  if (header.sizes.heads == header.sizes.kv_heads) return;
  std::vector<std::vector<std::size_t>> readers(header.sizes.kv_heads);
  for (std::size_t head = 0; head < header.kv_head_of.size(); ++head)
    readers.at(header.kv_head_of[head]).push_back(head + from);
  std::vector<std::string> words;
  for (std::size_t kv_head = 0; kv_head < readers.size(); ++kv_head)
    words.push_back(fmt::format("{} is read by query head{} {}", kv_head + from,
                                readers[kv_head].size() == 1 ? "" : "s", fmt::join(readers[kv_head], " ")));
  lines.push_back({"kv head", fmt::format("{}", fmt::join(words, ", "))});
}

}  // namespace

std::vector<HeaderLine> header_lines(const TraceHeader& header, const RenderOptions& options) {
  Lines lines{{"sizes", sizes_in_words(header.sizes)}};
  add_options(lines, header, options);
  if (header.by_hand)
    lines.push_back({"by hand", "each step rounded to " + in_words(*header.by_hand, options.naming())});
  add_masks(lines, header, options.index_from);
  add_kv_heads(lines, header, options.index_from);
  return lines;
}

}  // namespace attn
