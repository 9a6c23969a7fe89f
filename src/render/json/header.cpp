#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "attn/number.hpp"
#include "render/json/text.hpp"

namespace attn {
namespace {

using Buffer = fmt::memory_buffer;

/// One member of an object of the header, in the order of the trace.
template <class T>
struct Member {
  std::string_view name;
  void (*append)(Buffer&, const T&);
};

template <class T>
void append_object(Buffer& out, const T& object, std::span<const Member<T>> members) {
  out.push_back('{');
  bool first = true;
  for (const auto& member : members) {
    if (!std::exchange(first, false)) append_text(out, ", ");
    fmt::format_to(fmt::appender(out), "\"{}\": ", member.name);
    member.append(out, object);
  }
  out.push_back('}');
}

template <std::size_t Sizes::*size>
void append_size(Buffer& out, const Sizes& sizes) {
  append_json_integer(out, sizes.*size);
}

constexpr std::array size_members{
    Member<Sizes>{"batch", append_size<&Sizes::batch>},
    Member<Sizes>{"heads", append_size<&Sizes::heads>},
    Member<Sizes>{"kv_heads", append_size<&Sizes::kv_heads>},
    Member<Sizes>{"n_q", append_size<&Sizes::n_q>},
    Member<Sizes>{"n_k", append_size<&Sizes::n_k>},
    Member<Sizes>{"n_past", append_size<&Sizes::n_past>},
    Member<Sizes>{"d_model", append_size<&Sizes::d_model>},
    Member<Sizes>{"d_k", append_size<&Sizes::d_k>},
    Member<Sizes>{"d_v", append_size<&Sizes::d_v>},
    Member<Sizes>{"d_out", append_size<&Sizes::d_out>},
};

void append_tile(Buffer& out, const Tile& tile) {
  fmt::format_to(fmt::appender(out), R"({{"rows": {}, "cols": {}}})", tile.rows, tile.cols);
}

/// Appends the name that a table gives to a value.
auto by_name(const auto& choices) {
  return [&choices](Buffer& out, auto value) { append_json_string(out, name_of(choices, value)); };
}

constexpr std::array option_members{
    Member<Options>{"scale",
                    [](Buffer& out, const Options& o) { append_json_optional(out, o.scale, write_number); }},
    Member<Options>{"scale_given",
                    [](Buffer& out, const Options& o) { append_json_integer(out, o.scale_given); }},
    Member<Options>{
        "softcap", [](Buffer& out, const Options& o) { append_json_optional(out, o.softcap, write_number); }},
    Member<Options>{"softmax", [](Buffer& out, const Options& o) { by_name(softmaxes)(out, o.softmax); }},
    Member<Options>{"empty_row",
                    [](Buffer& out, const Options& o) { by_name(empty_rows)(out, o.empty_row); }},
    Member<Options>{"tile",
                    [](Buffer& out, const Options& o) { append_json_optional(out, o.tile, append_tile); }},
    Member<Options>{
        "layout",
        [](Buffer& out, const Options& o) { append_json_optional(out, o.layout, by_name(layouts)); }},
    Member<Options>{"weights_layout",
                    [](Buffer& out, const Options& o) { by_name(weights_layouts)(out, o.weights_layout); }},
    Member<Options>{"qkv_packing",
                    [](Buffer& out, const Options& o) {
                      append_json_optional(out, o.qkv_packing, by_name(qkv_packings));
                    }},
};

constexpr auto append_string = [](Buffer& out, std::string_view text) { append_json_string(out, text); };

constexpr auto append_integers = [](Buffer& out, const auto& integers) {
  append_json_list(out, integers, [](Buffer& o, auto integer) { append_json_integer(o, integer); });
};

void append_tokens(Buffer& out, const Tokens& tokens) {
  append_text(out, "{\"query\": ");
  append_json_list(out, tokens.query, append_string);
  append_text(out, ", \"key\": ");
  append_json_list(out, tokens.key, append_string);
  append_text(out, "}");
}

void append_mask(Buffer& out, const MaskSummary& mask) {
  append_text(out, "{\"type\": ");
  append_json_string(out, mask.type);
  append_text(out, ", \"description\": ");
  append_json_string(out, mask.description);
  append_text(out, ", \"positions\": ");
  append_json_list(out, mask.positions, append_integers);
  append_text(out, "}");
}

}  // namespace

void append_json_string(Buffer& out, std::string_view text) {
  using nlohmann::json;
  append_text(out, json(text).dump(-1, ' ', false, json::error_handler_t::replace));
}

void append_json_header(Buffer& out, const TraceHeader& header) {
  const auto member = [&](std::string_view name, const auto& value, auto append) {
    fmt::format_to(fmt::appender(out), "  \"{}\": ", name);
    append(out, value);
    append_text(out, ",\n");
  };
  member("version", header.version, append_string);
  member("title", header.title, append_string);
  if (!header.notes.empty()) member("notes", header.notes, append_string);
  member("backend", name_of(backends, header.options.backend), append_string);
  member("dtype", header.dtype, append_string);
  if (header.by_hand) member("by_hand", in_words(*header.by_hand), append_string);
  member("sizes", header.sizes,
         [](Buffer& o, const Sizes& sizes) { append_object<Sizes>(o, sizes, size_members); });
  member("options", header.options,
         [](Buffer& o, const Options& options) { append_object<Options>(o, options, option_members); });
  if (!header.tokens.query.empty() || !header.tokens.key.empty())
    member("tokens", header.tokens, append_tokens);
  member("kv_head_of", header.kv_head_of, append_integers);
  member("masks", header.masks,
         [](Buffer& o, const auto& masks) { append_json_list(o, masks, append_mask); });
}

}  // namespace attn
