#include <fmt/format.h>

#include "input/trace_text.hpp"

namespace attn {

namespace {

struct SizeKey {
  std::string_view name;
  std::size_t Sizes::*size;
};

constexpr std::array size_keys{
    SizeKey{"batch", &Sizes::batch},       SizeKey{"heads", &Sizes::heads},
    SizeKey{"kv_heads", &Sizes::kv_heads}, SizeKey{"n_q", &Sizes::n_q},
    SizeKey{"n_k", &Sizes::n_k},           SizeKey{"n_past", &Sizes::n_past},
    SizeKey{"d_model", &Sizes::d_model},   SizeKey{"d_k", &Sizes::d_k},
    SizeKey{"d_v", &Sizes::d_v},           SizeKey{"d_out", &Sizes::d_out},
};

Sizes read_sizes(const TraceObject& object) {
  Sizes sizes;
  for (const SizeKey& key : size_keys) sizes.*key.size = object.whole(key.name).value_or(sizes.*key.size);
  if (!object.find("kv_heads")) sizes.kv_heads = sizes.heads;
  for (const std::string_view key : {"batch", "heads", "kv_heads"})
    if (object.whole(key) == std::size_t{0}) object.fail_type(key, "at least 1");
  if (sizes.heads % sizes.kv_heads != 0)
    object.fail("heads",
                fmt::format("found {}, expected a multiple of kv_heads, {}", sizes.heads, sizes.kv_heads));
  return sizes;
}

Options read_options(const TraceObject& object) {
  Options options;
  options.scale = object.number("scale");
  options.scale_given = object.boolean("scale_given").value_or(false);
  options.softcap = object.number("softcap");
  options.softmax = object.choice("softmax", softmaxes).value_or(options.softmax);
  options.empty_row = object.choice("empty_row", empty_rows).value_or(options.empty_row);
  if (const auto tile = object.object("tile"))
    options.tile = Tile{tile->whole("rows").value_or(0), tile->whole("cols").value_or(0)};
  options.layout = object.choice("layout", layouts);
  options.weights_layout = object.choice("weights_layout", weights_layouts).value_or(options.weights_layout);
  options.qkv_packing = object.choice("qkv_packing", qkv_packings);
  return options;
}

/// As in the problem file: a list for self-attention, or an object of two.
Tokens read_tokens(const TraceObject& trace) {
  const JsonNode* node = trace.find("tokens");
  if (!node) return {};
  if (node->as<JsonList>()) {
    const std::vector<std::string> both = *trace.texts("tokens");
    return {both, both};
  }
  const TraceObject tokens = *trace.object("tokens");
  return {tokens.texts("query").value_or(std::vector<std::string>()),
          tokens.texts("key").value_or(std::vector<std::string>())};
}

}  // namespace

void read_trace_header(const TraceObject& trace, StoredTrace& into) {
  if (const auto version = trace.number("attn_calc_trace"); version && *version != 1)
    trace.fail_type("attn_calc_trace", "1, the version of the format that this program reads");
  into.title = trace.text("title").value_or("");
  into.dtype = trace.text("dtype").value_or("");
  if (const auto sizes = trace.object("sizes")) into.sizes = read_sizes(*sizes);
  if (const auto options = trace.object("options")) into.options = read_options(*options);
  if (const auto backend = trace.choice("backend", backends); backend && into.options)
    into.options->backend = *backend;
  into.tokens = read_tokens(trace);
  if (!trace.find("masks")) return;
  into.masks.emplace();
  for (const auto& mask : trace.objects("masks"))
    into.masks->push_back(mask ? mask->text("description").value_or("") : "");
}

}  // namespace attn
