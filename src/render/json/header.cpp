#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "render/json/text.hpp"

namespace attn {
namespace {

using Buffer = fmt::memory_buffer;

constexpr std::array<std::pair<std::string_view, std::size_t Sizes::*>, 10> size_members{{
    {"batch", &Sizes::batch},
    {"heads", &Sizes::heads},
    {"kv_heads", &Sizes::kv_heads},
    {"n_q", &Sizes::n_q},
    {"n_k", &Sizes::n_k},
    {"n_past", &Sizes::n_past},
    {"d_model", &Sizes::d_model},
    {"d_k", &Sizes::d_k},
    {"d_v", &Sizes::d_v},
    {"d_out", &Sizes::d_out},
}};

void append_sizes(Buffer& out, const Sizes& sizes) {
  ObjectWriter object(out);
  for (const auto& [name, size] : size_members) object.add(name, sizes.*size);
  object.close();
}

void append_tile(Buffer& out, const std::optional<Tile>& tile) {
  if (!tile) return append_text(out, "null");
  ObjectWriter object(out);
  object.add("rows", tile->rows);
  object.add("cols", tile->cols);
  object.close();
}

/// The name that a table gives to a value, if there is one.
template <class T>
std::optional<std::string_view> name_if_any(const auto& choices, const std::optional<T>& value) {
  return value ? std::optional<std::string_view>(name_of(choices, *value)) : std::nullopt;
}

void append_options(Buffer& out, const Options& options) {
  ObjectWriter object(out);
  object.add("scale", options.scale);
  object.add("scale_given", options.scale_given);
  object.add("softcap", options.softcap);
  object.add("softmax", name_of(softmaxes, options.softmax));
  object.add("empty_row", name_of(empty_rows, options.empty_row));
  append_tile(object.key("tile"), options.tile);
  object.add("layout", name_if_any(layouts, options.layout));
  object.add("weights_layout", name_of(weights_layouts, options.weights_layout));
  object.add("qkv_packing", name_if_any(qkv_packings, options.qkv_packing));
  object.close();
}

void append_tokens(Buffer& out, const Tokens& tokens) {
  ObjectWriter object(out);
  object.add("query", tokens.query);
  object.add("key", tokens.key);
  object.close();
}

void append_mask(Buffer& out, const MaskSummary& mask) {
  ObjectWriter object(out);
  object.add("type", mask.type);
  object.add("description", mask.description);
  object.add("positions", mask.positions);
  object.close();
}

}  // namespace

void append_json_string(Buffer& out, std::string_view text) {
  using nlohmann::json;
  append_text(out, json(text).dump(-1, ' ', false, json::error_handler_t::replace));
}

void append_json_header(Buffer& out, const TraceHeader& header) {
  ObjectWriter object(out, {.open = "  ", .between = ",\n  ", .close = ",\n"});
  object.add("version", header.version);
  object.add("title", header.title);
  if (!header.notes.empty()) object.add("notes", header.notes);
  object.add("backend", name_of(backends, header.options.backend));
  object.add("dtype", header.dtype);
  if (!header.by_hand.empty()) object.add("by_hand", header.by_hand);
  append_sizes(object.key("sizes"), header.sizes);
  append_options(object.key("options"), header.options);
  if (!header.tokens.query.empty() || !header.tokens.key.empty())
    append_tokens(object.key("tokens"), header.tokens);
  object.add("kv_head_of", header.kv_head_of);
  object.add_list("masks", header.masks, append_mask);
  object.close();
}

}  // namespace attn
