// Traces that are read: those that attn-calc writes, and what others make.
#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <filesystem>

#include "attn/render.hpp"
#include "attn/stored_trace.hpp"
#include "binary_samples.hpp"
#include "computed.hpp"
#include "folders.hpp"
#include "render/arrays/npy_bytes.hpp"
#include "render/output/zip.hpp"
#include "render/samples.hpp"
#include "support.hpp"

namespace attn {

namespace {

using computed::text;

StoredTrace read(std::string json, const std::optional<Sizes>& sizes = {}) {
  for (char& c : json)
    if (c == '\'') c = '"';
  return parse_trace(json, "t.json", sizes);
}

std::string error(const std::string& json, const std::optional<Sizes>& sizes = {}) {
  return message_of([&] { read(json, sizes); });
}

std::string ids(const StoredTrace& trace) {
  std::vector<std::string> all;
  for (const StoredStep& step : trace.steps) all.push_back(step.id);
  return fmt::format("{}", fmt::join(all, " "));
}

Sizes sizes_of(std::size_t batch, std::size_t heads, std::size_t kv_heads, std::size_t n_q) {
  Sizes sizes;
  sizes.batch = batch;
  sizes.heads = heads;
  sizes.kv_heads = kv_heads;
  sizes.n_q = sizes.n_k = n_q;
  return sizes;
}

/// An archive of float64 arrays, each with its shape as numpy writes it and its numbers.
struct NamedArray {
  std::string name;
  std::string shape;
  std::vector<double> values;
};

std::string npz(const std::vector<NamedArray>& arrays, const std::string& description = {}) {
  samples::TextOutput output;
  ZipWriter archive(output);
  for (const NamedArray& array : arrays) {
    const std::string file = ::samples::npy_of("<f8", array.shape, ::samples::bytes_of(array.values));
    archive.add(array.name + ".npy", {file});
  }
  if (!description.empty()) archive.add("trace.json", {description});
  archive.finish();
  return output.text;
}

std::string npz_error(const std::string& bytes, const std::optional<Sizes>& sizes = {}) {
  const Folder folder;
  const std::string path = folder.write("t.npz", bytes);
  const std::string message = message_of([&] { read_trace(path, sizes); });
  return message.starts_with(folder.path()) ? message.substr(folder.path().size() + 1) : message;
}

bool same_bits(const Matrix<double>& a, const Matrix<double>& b) {
  if (a.shape() != b.shape()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (std::bit_cast<std::uint64_t>(a.flat(i)) != std::bit_cast<std::uint64_t>(b.flat(i)) &&
        !(std::isnan(a.flat(i)) && std::isnan(b.flat(i))))
      return false;
  return true;
}

void check_same_step(const StoredStep& stored, const computed::KeptStep& step) {
  CAPTURE(stored.id);
  CHECK(stored.name == step.name);
  CHECK(stored.place == step.place);
  CHECK(stored.op == step.op);
  CHECK(stored.formula == step.formula);
  CHECK(stored.note == step.note);
  CHECK(same_bits(stored.values, step.values));
  REQUIRE(stored.axes.size() == step.axes.size());
  for (std::size_t i = 0; i < step.axes.size(); ++i)
    CHECK(stored.axes[i] ==
          StoredAxis{std::string(step.axes[i].name), step.axes[i].size, step.axes[i].begin});
  REQUIRE(stored.operands.size() == step.operands.size());
  for (std::size_t i = 0; i < step.operands.size(); ++i) {
    CHECK(stored.operands[i].id == step.operands[i].id);
    CHECK(stored.operands[i].rows == step.operands[i].rows);
    CHECK(stored.operands[i].columns == step.operands[i].columns);
  }
}

void check_same_trace(const StoredTrace& stored, const computed::Trace& trace) {
  const TraceHeader& header = trace.header;
  CHECK(stored.title == header.title);
  CHECK(stored.dtype == header.dtype);
  CHECK(stored.tokens.query == header.tokens.query);
  CHECK(stored.tokens.key == header.tokens.key);
  REQUIRE(stored.sizes);
  CHECK(stored.sizes->heads == header.sizes.heads);
  CHECK(stored.sizes->kv_heads == header.sizes.kv_heads);
  CHECK(stored.sizes->batch == header.sizes.batch);
  CHECK(stored.sizes->n_k == header.sizes.n_k);
  CHECK(stored.sizes->d_out == header.sizes.d_out);
  REQUIRE(stored.options);
  CHECK(stored.options->scale == header.options.scale);
  CHECK(stored.options->softcap == header.options.softcap);
  CHECK(stored.options->softmax == header.options.softmax);
  CHECK(stored.options->empty_row == header.options.empty_row);
  CHECK(stored.options->backend == header.options.backend);
  CHECK(stored.options->weights_layout == header.options.weights_layout);
  CHECK(stored.options->tile.has_value() == header.options.tile.has_value());
  REQUIRE(stored.masks);
  CHECK(stored.masks->size() == header.masks.size());
  REQUIRE(stored.steps.size() == trace.ids.size());
  for (std::size_t i = 0; i < trace.ids.size(); ++i) {
    CHECK(stored.steps[i].id == trace.ids[i]);
    check_same_step(stored.steps[i], trace.at(trace.ids[i]));
  }
}

/// What a format writes of a problem, read back.
StoredTrace round_trip(const Problem& problem, const std::string& format, const Arithmetic& arithmetic) {
  samples::TextOutput output;
  const auto sink = samples::format(format).make(output, {});
  run(problem, *sink, {.arithmetic = &arithmetic});
  const Folder folder;
  return read_trace(folder.write("trace." + format, output.text));
}

}  // namespace

TEST_CASE("a trace that attn-calc wrote is the same again, bit for bit") {
  std::size_t examples = 0;
  for (const auto& entry : std::filesystem::directory_iterator(examples_folder())) {
    if (entry.path().extension() != ".json") continue;
    CAPTURE(entry.path().filename().string());
    Reader reader;
    const auto problem = make_problem(reader.problem(entry.path().string()));
    for (const Arithmetic* arithmetic : arithmetics())
      for (const std::string format : {"json", "npz"})
        check_same_trace(round_trip(*problem, format, *arithmetic),
                         computed::trace_of(*problem, *arithmetic));
    ++examples;
  }
  CHECK(examples >= 15);
}

TEST_CASE("matrices without numbers, infinities, NaN and -0 come through") {
  const auto problem = computed::parsed(
      "{'Q': [[1], [-0.0]], 'K': {'shape': [0, 1]}, 'V': {'shape': [0, 2]}, 'empty_row': 'nan'}");
  for (const std::string format : {"json", "npz"})
    check_same_trace(round_trip(*problem, format, float64), computed::trace_of(*problem));
}

TEST_CASE("a part of a trace: ids, or names and places") {
  const StoredTrace trace = read(
      "{'steps': [{'id': 'head1.weights', 'values': [[0.5, 'nan']]},"
      " {'name': 'lse', 'head': 0, 'batch': null, 'values': [1, '-inf']},"
      " {'name': 'exp', 'tile': [1, 0], 'values': [[1]], 'shape': [1, 1]},"
      " {'name': 'context', 'tile': [2], 'values': [[1]]}]}");
  CHECK(ids(trace) == "head1.weights head0.lse tile1,0.exp tile2.context");
  CHECK(text(trace.steps[0].values) == "[[0.5, nan]]");
  CHECK(trace.steps[0].place.head == std::size_t{1});
  CHECK(text(trace.steps[1].values) == "[[1], [-inf]]");
  CHECK(trace.steps[3].place.tile_row == std::size_t{2});
  CHECK(!trace.steps[3].place.tile_col);
  CHECK(!trace.sizes);
  CHECK(!trace.options);
  CHECK(!trace.masks);
  CHECK(trace.find("head0.lse") == &trace.steps[1]);
  CHECK(trace.find("lse") == nullptr);
}

TEST_CASE("what others put into a trace is passed over") {
  const StoredTrace trace = read(
      "{'made_by': {'name': 'k', 'list': [1, 'a', {}]}, 'steps': [{'id': 'lse', 'values': [1], 'time': [1, "
      "'ms'],"
      " 'formula': null}], 'sizes': {'heads': 4, 'd': [[]]}, 'options': {'mine': [null]}, 'tokens': ['inf', "
      "'b']}");
  CHECK(ids(trace) == "lse");
  CHECK(trace.sizes->heads == 4);
  CHECK(trace.sizes->kv_heads == 4);
  CHECK(trace.tokens.query == std::vector<std::string>{"inf", "b"});
  CHECK(trace.tokens.key == trace.tokens.query);
}

TEST_CASE("an id that does not begin with a place is a name as a whole") {
  const StoredTrace trace = read("{'steps': [{'id': 'layer3.weights', 'values': [1]}]}");
  CHECK(ids(trace) == "layer3.weights");
  CHECK(trace.steps[0].name == "layer3.weights");
}

TEST_CASE("stacked arrays are a step for each batch entry and head") {
  const Sizes sizes = sizes_of(2, 2, 1, 1);
  const std::string four = "{'steps': [{'id': 'weights', 'values': [[[[1]], [[2]]], [[[3]], [[4]]]]}]}";
  for (const auto& known : {std::optional<Sizes>(), std::optional(sizes)}) {
    const StoredTrace trace = read(four, known);
    CHECK(ids(trace) ==
          "batch0.head0.weights batch0.head1.weights batch1.head0.weights batch1.head1.weights");
    CHECK(text(trace.steps[2].values) == "[[3]]");
  }
  // One kv head, which both query heads read.
  const StoredTrace keys = read("{'steps': [{'id': 'K', 'values': [[[[1]]], [[[3]]]]}]}", sizes);
  CHECK(ids(keys) == "batch0.head0.K batch0.head1.K batch1.head0.K batch1.head1.K");
  CHECK(text(keys.steps[3].values) == "[[3]]");
  // Weights are there once for each kv head.
  CHECK(ids(read("{'steps': [{'id': 'W_K', 'values': [[[1]], [[2]]]}]}", sizes_of(1, 4, 2, 3))) ==
        "head0.W_K head1.W_K");
  CHECK(ids(read("{'steps': [{'id': 'output', 'values': [[[1]], [[2]]]}]}", sizes)) ==
        "batch0.output batch1.output");
  CHECK(ids(read("{'steps': [{'id': 'batch1.weights', 'values': [[[1]], [[2]]]}]}", sizes)) ==
        "batch1.head0.weights batch1.head1.weights");
}

TEST_CASE("a place that exists once is left out") {
  const std::string stacked =
      "{'steps': [{'id': 'weights', 'values': [[[[1]]]]}, {'id': 'lse', 'values': [[[5]]]}]}";
  CHECK(ids(read(stacked)) == "weights lse");
  CHECK(ids(read(stacked, sizes_of(1, 1, 1, 1))) == "weights lse");
  const std::string named = "{'steps': [{'id': 'batch0.head0.weights', 'values': [[1]]}]}";
  CHECK(ids(read(named, sizes_of(1, 1, 1, 1))) == "weights");
  CHECK(ids(read(named, sizes_of(1, 2, 1, 1))) == "head0.weights");
}

TEST_CASE("one number per row may be a list or a column, stacked or not") {
  const auto of = [](const std::string& values, const std::optional<Sizes>& sizes = {}) {
    const StoredTrace trace = read("{'steps': [{'id': 'lse', 'values': " + values + "}]}", sizes);
    return ids(trace) + " " + text(trace.steps.back().values);
  };
  CHECK(of("[1, 2]") == "lse [[1], [2]]");
  CHECK(of("[[1], [2]]") == "lse [[1], [2]]");
  CHECK(of("[[1, 2], [3, 4]]") == "head0.lse head1.lse [[3], [4]]");
  CHECK(of("[[[1], [2]], [[3], [4]]]") == "head0.lse head1.lse [[3], [4]]");
  CHECK(of("[[[1, 2], [3, 4]]]") == "head0.lse head1.lse [[3], [4]]");
  // Two heads of one query each look as one head of two queries, but for the sizes.
  CHECK(of("[[1], [2]]", sizes_of(1, 2, 2, 1)) == "head0.lse head1.lse [[2]]");
  CHECK(of("[[1], [2]]", sizes_of(1, 1, 1, 2)) == "lse [[1], [2]]");
}

TEST_CASE("traces that say something else than they can") {
  CHECK(error("[]") == "t.json:1:1: found an array, expected an object");
  CHECK(error("{'Q': [[1]]}") ==
        "t.json:1:1: found no \"steps\"; expected a trace, as attn-calc run --format json writes it");
  CHECK(error("{'attn_calc_trace': 2, 'steps': []}") ==
        "t.json:1:21: attn_calc_trace: found the number 2, expected 1, the version of the format that this "
        "program reads");
  CHECK(error("{'steps': []}") == "t.json:1:11: steps: holds no steps");
  CHECK(error("{'steps': [1]}") == "t.json:1:11: steps: found an array, expected a list of objects");
  CHECK(error("{'steps': [{'values': [1]}]}") ==
        "t.json:1:12: steps[0]: the step has no \"id\", nor a \"name\"");
  CHECK(error("{'steps': [{'id': 'lse'}]}") == "t.json:1:12: steps[0]: the step has no \"values\"");
  CHECK(error("{'steps': [{'id': 'lse', 'values': null}]}") ==
        "t.json:1:12: steps[0]: the step has no \"values\"");
  CHECK(error("{'steps': [{'id': '', 'values': [1]}]}") == "t.json:1:19: steps[0].id: found an empty name");
  CHECK(error("{'steps': [{'id': 3, 'values': [1]}]}") ==
        "t.json:1:19: steps[0].id: found the number 3, expected a string");
  CHECK(error("{'steps': [{'id': 'lse', 'values': [1, null]}]}") ==
        "t.json:1:40: steps[0].values: found null, expected a number or \"inf\", \"-inf\", \"nan\"");
  CHECK(error("{'steps': [{'id': 'lse', 'values': [true]}]}") ==
        "t.json:1:36: steps[0].values: found an array, expected an array of numbers");
  CHECK(error("{'steps': [{'id': 'lse', 'values': 1}]}") ==
        "t.json:1:36: steps[0].values: found the number 1, expected an array of numbers");
  CHECK(error("{'steps': [{'id': 'lse', 'values': [[1, 2], [3]]}]}")
            .starts_with("t.json:1:45: steps[0].values: row 1 has 1 number"));
  CHECK(error("{'steps': [{'id': 'lse', 'values': [1]}, {'name': 'lse', 'values': [1]}]}") ==
        "t.json:1:68: steps[1].values: the step \"lse\" is there twice");
  CHECK(error("{'steps': [{'id': 'lse', 'name': 'exp', 'values': [1]}]}") ==
        "t.json:1:19: steps[0].id: found \"lse\", but name and place make \"exp\"");
  CHECK(error("{'steps': [{'name': 'lse', 'head': -1, 'values': [1]}]}") ==
        "t.json:1:36: steps[0].head: found the number -1, expected a whole number from 0 to 1000000000");
  CHECK(error("{'steps': [{'name': 'lse', 'tile': [1, 2, 3], 'values': [1]}]}") ==
        "t.json:1:36: steps[0].tile: found an array, expected [row, column] or [row]");
  CHECK(error("{'options': {'softmax': 'fast'}, 'steps': []}") ==
        "t.json:1:25: options.softmax: found a string \"fast\", expected safe or naive");
  CHECK(error("{'sizes': {'heads': 3, 'kv_heads': 2}, 'steps': []}") ==
        "t.json:1:21: sizes.heads: found 3, expected a multiple of kv_heads, 2");
  CHECK(error("{'sizes': {'kv_heads': 0}, 'steps': []}") ==
        "t.json:1:24: sizes.kv_heads: found the number 0, expected at least 1");
}

TEST_CASE("shapes, axes and blocks that do not fit") {
  const auto of = [](const std::string& more) {
    return error("{'steps': [{'id': 'exp', 'values': [[1, 2]], " + more + "}]}");
  };
  CHECK(of("'shape': [1, 2]") == "no error");
  CHECK(of("'shape': [2, 1]") ==
        "t.json:1:36: steps[0].values: the values have the shape [1, 2], expected [2, 1]");
  CHECK(of("'shape': [1000000000, 0]") ==
        "t.json:1:36: steps[0].values: the values have the shape [1, 2], expected [1000000000, 0]");
  CHECK(error("{'steps': [{'id': 'exp', 'values': [], 'shape': [1000000000, 0]}]}") ==
        "t.json:1:36: steps[0].values: the values have the shape [0], expected [1000000000, 0]");
  CHECK(of("'axes': ['query']") ==
        "t.json:1:36: steps[0].values: the values have the shape [1, 2], expected 1 axes");
  CHECK(of("'axes': []") ==
        "t.json:1:54: steps[0].axes: found a list, expected the names of one or two axes");
  CHECK(of("'axes': ['query', 'key'], 'begin': [1]") ==
        "t.json:1:81: steps[0].begin: found 1 numbers, expected 2, one for each axis");
  CHECK(of("'operands': ['a'], 'operand_blocks': [null, null]") ==
        "t.json:1:83: steps[0].operand_blocks: found 2 blocks, expected 1, one for each operand (null for a "
        "whole one)");
  CHECK(of("'operands': ['a'], 'operand_blocks': [{'rows': [2, 1]}]") ==
        "t.json:1:93: steps[0].operand_blocks[0].rows: found an array, expected [begin, end]");
  CHECK(
      error("{'steps': [{'id': 'weights', 'values': [[[1]], [[2]], [[3]]]}]}", sizes_of(1, 2, 2, 1)) ==
      "t.json:1:40: steps[0].values: shape [3, 1, 1] cannot be taken apart into batch entries and heads (1 "
      "and 2); expected [batch, heads, ...] in front of rows and columns, where axes of length 1 may be left "
      "out");
  // Batch entries must be said where there are several.
  CHECK(error("{'steps': [{'id': 'weights', 'values': [[[1]], [[2]]]}]}", sizes_of(2, 2, 2, 1)) !=
        "no error");
}

TEST_CASE("archives: arrays called as steps are") {
  const Folder folder;
  const std::string path =
      folder.write("t.NPZ", npz({{"output", "(1, 2)", {1, 2}}, {"head1.weights", "(1, 1)", {3}}}));
  const StoredTrace trace = read_trace(path);
  CHECK(ids(trace) == "output head1.weights");
  CHECK(text(trace.steps[0].values) == "[[1, 2]]");
  const std::string stacked =
      folder.write("s.npz", npz({{"weights", "(2, 1, 1)", {1, 2}}, {"lse", "(2, 1)", {3, 4}}}));
  CHECK(ids(read_trace(stacked, sizes_of(1, 2, 2, 1))) == "head0.weights head1.weights head0.lse head1.lse");
}

TEST_CASE("archives: of arrays alone, single precision is what none of them is wider than") {
  const Folder folder;
  const std::string as_double = ::samples::bytes_of(std::vector<double>{1});
  const std::string as_float = ::samples::bytes_of(std::vector<float>{1});
  const std::string whole(8, '\0');
  const auto dtype = [&](const std::vector<std::pair<std::string, std::string>>& arrays) {
    samples::TextOutput output;
    ZipWriter archive(output);
    std::string name = "a";
    for (const auto& [type, bytes] : arrays) {
      archive.add(name + ".npy", {::samples::npy_of(type, "(1, 1)", bytes)});
      ++name[0];
    }
    archive.finish();
    return read_trace(folder.write("t.npz", output.text)).dtype;
  };
  CHECK(dtype({{"<f4", as_float}}) == "float32");
  CHECK(dtype({{"<f4", as_float}, {"<f2", std::string(2, '\0')}, {"<i8", whole}}) == "float32");
  CHECK(dtype({{"<f4", as_float}, {"<f8", as_double}}).empty());
  CHECK(dtype({{"<i8", whole}}).empty());
}

TEST_CASE("archives: trace.json describes the arrays, others stand behind") {
  const Folder folder;
  const std::string description =
      R"({"title": "t", "steps": [{"id": "lse", "op": "lse", "axes": ["query"]}]})";
  const std::string path =
      folder.write("t.npz", npz({{"exp", "(1, 1)", {3}}, {"lse", "(2,)", {1, 2}}}, description));
  const StoredTrace trace = read_trace(path);
  CHECK(trace.title == "t");
  CHECK(ids(trace) == "lse exp");
  CHECK(trace.steps[0].axes[0].size == 2);
}

TEST_CASE("archives that are wrong") {
  CHECK(npz_error(npz({})) == "t.npz: holds no arrays");
  CHECK(npz_error("{}").starts_with("t.npz: cannot read it as a zip archive"));
  const std::string whole = npz({{"lse", "(1,)", {1}}}, R"({"steps": [{"id": "lse"}, {"id": "exp"}]})");
  CHECK(npz_error(whole) ==
        "t.npz:trace.json:1:27: steps[1]: the archive has no array \"exp\", or two steps of this id");
  CHECK(npz_error(npz({{"lse", "(1,)", {1}}}, R"({"steps": [{"id": "lse", "shape": [2]}]})")) ==
        "t.npz:lse: the values have the shape [1], expected [2]");
  CHECK(npz_error(npz({{"weights", "(3, 1, 1)", {1, 2, 3}}}), sizes_of(1, 2, 2, 1))
            .starts_with("t.npz:weights: shape [3, 1, 1] cannot be taken apart"));
  for (std::size_t length = 0; length < whole.size(); ++length)
    CHECK_MESSAGE(npz_error(whole.substr(0, length)).starts_with("t.npz: cannot read it as a zip archive"),
                  length);
  CHECK(message_of([] { parse_trace("PK\x03\x04", "t.json"); }) ==
        "t.json: is a zip archive; an archive of arrays is called .npz");
}

TEST_CASE("whatever the text, reading it succeeds or is one error with its name") {
  const std::string text =
      R"({"sizes": {"heads": 2}, "tokens": {"key": ["a"]}, "masks": [{"description": ""}], "steps": [{"id":
"head1.exp", "operands": ["a", "b"], "operand_blocks": [null, {"rows": [0, 1], "columns": null}], "axes": ["q",
"k"], "begin": [0, 1], "shape": [1, 2], "values": [["inf", 2e3]]}, {"name": "lse", "tile": [1], "values": [0]}]})";
  REQUIRE(error(text) == "no error");
  std::string mutated = text;
  const auto check = [](std::string_view changed) {
    const std::string message = message_of([&] { parse_trace(changed, "t.json", sizes_of(1, 2, 1, 2)); });
    REQUIRE_MESSAGE((message == "no error" || message.starts_with("t.json")), message);
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    check(std::string_view(text).substr(0, at));
    for (const char byte :
         {'\0', ' ', '"', '0', '9', '-', '.', ',', ':', '[', ']', '{', '}', 'n', 'e', '\xff'}) {
      mutated[at] = byte;
      check(mutated);
    }
    mutated[at] = text[at];
  }
}

}  // namespace attn
