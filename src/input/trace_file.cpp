#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include "attn/error.hpp"
#include "input/input_file.hpp"
#include "input/npz_archive.hpp"
#include "input/trace_arrays.hpp"
#include "input/trace_text.hpp"
#include "text/visible.hpp"

namespace attn {

namespace {

constexpr std::array<std::string_view, 5> texts{"tokens", "tokens.query", "tokens.key", "steps[].operands",
                                                "steps[].axes"};
constexpr std::array<std::string_view, 1> objects_or_null{"steps[].operand_blocks"};
/// A trace may have more: what this reader has no use for, and what others put in.
constexpr std::array<std::string_view, 49> known{"attn_calc_trace",
                                                 "title",
                                                 "backend",
                                                 "dtype",
                                                 "sizes",
                                                 "sizes.batch",
                                                 "sizes.heads",
                                                 "sizes.kv_heads",
                                                 "sizes.n_q",
                                                 "sizes.n_k",
                                                 "sizes.n_past",
                                                 "sizes.d_model",
                                                 "sizes.d_k",
                                                 "sizes.d_v",
                                                 "sizes.d_out",
                                                 "options",
                                                 "options.scale",
                                                 "options.scale_given",
                                                 "options.softcap",
                                                 "options.softmax",
                                                 "options.empty_row",
                                                 "options.tile",
                                                 "options.tile.rows",
                                                 "options.tile.cols",
                                                 "options.layout",
                                                 "options.weights_layout",
                                                 "options.qkv_packing",
                                                 "tokens",
                                                 "tokens.query",
                                                 "tokens.key",
                                                 "masks",
                                                 "masks[].description",
                                                 "steps",
                                                 "steps[].id",
                                                 "steps[].name",
                                                 "steps[].batch",
                                                 "steps[].head",
                                                 "steps[].tile",
                                                 "steps[].op",
                                                 "steps[].formula",
                                                 "steps[].operands",
                                                 "steps[].operand_blocks",
                                                 "steps[].operand_blocks[].rows",
                                                 "steps[].operand_blocks[].columns",
                                                 "steps[].axes",
                                                 "steps[].begin",
                                                 "steps[].shape",
                                                 "steps[].values",
                                                 "steps[].note"};
constexpr DocumentRules trace_rules{texts, objects_or_null, known};

/// The shapes of a trace of its own sizes are those; of another one, those of what it is held against.
std::optional<Sizes> sizes_for(const StoredTrace& trace, const std::optional<Sizes>& given) {
  return trace.sizes ? trace.sizes : given;
}

/// The text of a JSON trace, header taken and steps at hand.
struct TraceDocument {
  TraceDocument(std::string_view text, std::string_view name, StoredTrace& trace)
      : source(text, name), root(parse_document(source, trace_rules)), object(source, root, "") {
    read_trace_header(object, trace);
    if (!object.find("steps"))
      object.fail({}, R"(found no "steps"; expected a trace, as attn-calc run --format json writes it)");
  }

  Source source;
  JsonNode root;
  TraceObject object;
};

void read_json(std::string_view text, StoredTrace& trace, const std::optional<Sizes>& sizes) {
  TraceDocument document(text, trace.path, trace);
  TraceArrays arrays(trace, sizes_for(trace, sizes));
  for (const auto& step : document.object.objects("steps")) {
    Array* values = step->numbers("values");
    if (!values) step->fail("values", R"(the step has no "values")");
    const std::string path = step->path() + ".values";
    arrays.add({read_trace_step(*step), *values, step->wholes("shape"),
                [&] { return document.source.where(step->find("values")->offset, path); }});
    *values = {};  // the trace has them now
  }
  if (trace.steps.empty()) document.object.fail("steps", "holds no steps");
}

/// An archive, and its arrays that are not in the trace yet.
struct TraceArchive {
  const NpzArchive& archive;
  std::string_view path;
  std::map<std::string, std::size_t, std::less<>> left;

  void add(std::size_t index, StoredStep step, const std::optional<Shape>& stated, TraceArrays& into) const {
    const auto where = [&] { return fmt::format("{}:{}", path, shown(archive.names()[index], 100)); };
    const Array array = archive.array(index);
    if (array.booleans) throw InputError(fmt::format("{}: found booleans, expected numbers", where()));
    into.add({std::move(step), array, stated, where});
  }
};

/// The arrays that an archive's trace.json describes, then those that it does not.
void read_described(TraceArchive& from, const std::string& text, StoredTrace& trace,
                    const std::optional<Sizes>& sizes) {
  const std::string name = trace.path + ":trace.json";
  TraceDocument document(text, name, trace);
  TraceArrays arrays(trace, sizes_for(trace, sizes));
  for (const auto& object : document.object.objects("steps")) {
    StoredStep step = read_trace_step(*object);
    const auto found = from.left.find(step.id);
    if (found == from.left.end())
      object->fail({},
                   fmt::format("the archive has no array {}, or two steps of this id", in_quotes(step.id)));
    const std::size_t index = found->second;
    from.left.erase(found);
    from.add(index, std::move(step), object->wholes("shape"), arrays);
  }
  for (const auto& [id, index] : from.left) from.add(index, stored_step(id), {}, arrays);
}

/// What an archive that does not say it was computed in: single precision, where none of its arrays of
/// floating-point numbers has more.
std::string dtype_of(const NpzArchive& archive) {
  bool has_floats = false;
  for (std::size_t i = 0; i < archive.names().size(); ++i) {
    const std::string_view dtype = archive.dtype(i);
    if (dtype == "float64") return "";
    has_floats = has_floats || dtype == "float32" || dtype == "float16";
  }
  return has_floats ? "float32" : "";
}

void read_archive(const std::string& path, StoredTrace& trace, const std::optional<Sizes>& sizes) {
  const InputFile file(path);
  const NpzArchive archive(file, trace.path);
  TraceArchive from{archive, trace.path, {}};
  for (std::size_t i = 0; i < archive.names().size(); ++i)
    if (!from.left.emplace(archive.names()[i], i).second)
      throw InputError(
          fmt::format("{}: two arrays are called {}", trace.path, in_quotes(archive.names()[i])));
  if (const auto text = archive.member("trace.json")) return read_described(from, *text, trace, sizes);
  TraceArrays arrays(trace, sizes);
  for (std::size_t i = 0; i < archive.names().size(); ++i)
    from.add(i, stored_step(archive.names()[i]), {}, arrays);
  if (trace.steps.empty()) throw InputError(fmt::format("{}: holds no arrays", trace.path));
  trace.dtype = dtype_of(archive);
}

bool is_archive(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  std::ranges::transform(extension, extension.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return extension == ".npz";
}

}  // namespace

const StoredStep* StoredTrace::find(std::string_view id) const {
  const auto step = std::ranges::find(steps, id, &StoredStep::id);
  return step == steps.end() ? nullptr : &*step;
}

StoredTrace parse_trace(std::string_view text, const std::string& where, const std::optional<Sizes>& sizes) {
  if (text.starts_with("PK\x03\x04"))
    throw InputError(fmt::format("{}: is a zip archive; an archive of arrays is called .npz", where));
  StoredTrace trace;
  trace.path = where;
  read_json(text, trace, sizes);
  return trace;
}

StoredTrace read_trace(const std::string& path, const std::optional<Sizes>& sizes) {
  if (path == "-") return parse_trace(InputFile::standard_input().contents(), "<stdin>", sizes);
  if (!is_archive(path)) return parse_trace(InputFile(path).contents(), visible(path), sizes);
  StoredTrace trace;
  trace.path = visible(path);
  read_archive(path, trace, sizes);
  return trace;
}

}  // namespace attn
