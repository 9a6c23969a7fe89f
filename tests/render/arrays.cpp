// Steps as .npy, .npz and CSV files, read back by our own readers; tests/numpy holds them against numpy.
#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <map>

#include "attn/error.hpp"
#include "attn/evaluate.hpp"
#include "attn/read.hpp"
#include "input/csv.hpp"
#include "render/folder.hpp"
#include "render/output/zip.hpp"
#include "render/samples.hpp"

namespace attn {

using namespace samples;

namespace {

class FolderInMemory : public Output {
 public:
  void begin_file(const std::string& name) override { text_ = &files[name]; }
  void write(std::string_view bytes) override { text_->append(bytes); }
  std::map<std::string, std::string> files;

 private:
  std::string* text_ = nullptr;
};

const Sample special{"weights",
                     {{"query", 2}, {"key", 3}},
                     {0.1, -0.0, inf, -inf, nan, 5e-324},
                     "",
                     {},
                     "",
                     {std::nullopt, 1, std::nullopt, std::nullopt}};
const Sample column{"lse", {{"query", 2}}, {1.5, -2}};

/// NaN is one number here, whatever its bits.
std::vector<std::uint64_t> bits_of(const std::vector<double>& values) {
  std::vector<std::uint64_t> bits;
  for (const double value : values)
    bits.push_back(std::bit_cast<std::uint64_t>(std::isnan(value) ? nan : value));
  return bits;
}

Array read_back(const std::string& name, const std::string& bytes,
                const std::optional<std::string>& tensor = {}) {
  const Folder folder;
  put(folder / name, bytes);
  return Reader().matrix({folder / name, tensor});
}

std::string npy_error(const std::vector<Sample>& steps) {
  try {
    render("npy", header(), steps);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("csv: a file for each step, which reads back to the same bits") {
  FolderInMemory output;
  const auto sink = format("csv").make(output, {});
  sink->begin(header());
  for (const Sample& step : {special, column, Sample{"skipped", {{"query", 0}, {"key", 0}}, {}},
                             Sample{"Q", {{"query", 2}, {"d_k", 0}}, {}}})
    step.show(*sink);
  sink->end({});
  CHECK(output.files.size() == 4);
  CHECK(output.files["head1.weights.csv"] == "0.1,-0.0,inf\n-inf,nan,5e-324\n");
  CHECK(output.files["lse.csv"] == "1.5\n-2\n");
  CHECK(output.files["skipped.csv"].empty());
  CHECK(output.files["Q.csv"].empty());
  const Array read = read_csv(output.files["head1.weights.csv"], "q.csv", {});
  CHECK(bits_of(read.values) == bits_of(special.values));
}

TEST_CASE("npy: the bytes of one step") {
  const std::string bytes = render("npy", header(), {column});
  std::string expected("\x93NUMPY\1\0\x76\0", 10);
  expected += "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }";
  expected.resize(127, ' ');
  expected.append("\n\0\0\0\0\0\0\xF8\x3F\0\0\0\0\0\0\0\xC0", 17);
  CHECK(bytes == expected);
  const Array read = read_back("w.npy", render("npy", header(), {special}));
  CHECK(read.shape == Shape{2, 3});
  CHECK(bits_of(read.values) == bits_of(special.values));
}

TEST_CASE("npy: one step, no more and no less, and nothing is written where there are more") {
  CHECK(
      npy_error({special, column}) ==
      "--format npy holds one step, found head1.weights and lse; choose one with --steps, or write all with "
      "--format npz");
  CHECK(npy_error({}) == "--format npy holds one step, but none is selected");
  TextOutput output;
  const auto sink = format("npy").make(output, {});
  special.show(*sink);
  CHECK_THROWS_AS(column.show(*sink), InputError);
  CHECK(output.text.empty());
}

TEST_CASE("npz: every step by its id") {
  const Sample empty{"skipped", {{"query", 0}, {"key", 0}}, {}};
  const std::string bytes = render("npz", header(), {special, column, empty});
  CHECK(bits_of(read_back("t.npz", bytes, "head1.weights").values) == bits_of(special.values));
  CHECK(read_back("t.npz", bytes, "lse").shape == Shape{2});
  CHECK(read_back("t.npz", bytes, "skipped").shape == Shape{0, 0});
  CHECK(bytes == render("npz", header(), {special, column, empty}));
  // The one array, although trace.json is a member too.
  CHECK(read_back("t.npz", render("npz", header(), {column})).values == column.values);
}

TEST_CASE("float32 steps are float32 files") {
  RawProblem raw;
  raw.settings["scaled"] = {"scaled", Array{{1, 2}, {0.1, 0.7}, false, {}}};
  const auto problem = make_problem(std::move(raw));
  for (const auto* name : {"npz", "npy"}) {
    TextOutput output;
    const auto sink = format(name).make(output, {});
    SelectingSink weights({.steps = {"weights"}, .batches = {}, .heads = {}, .rows = {}}, *sink);
    run(*problem, weights, {.arithmetic = &float32});
    CHECK(output.text.find("'<f4'") != std::string::npos);
    CHECK(read_back(std::string("w.") + name, output.text).values[0] == doctest::Approx(0.3543437));
  }
}

TEST_CASE("zip: more members than 16 bits count") {
  TextOutput output;
  ZipWriter archive(output);
  for (int i = 0; i < 65535; ++i) archive.add(std::to_string(i), {});
  archive.add("q.npy", {render("npy", header(), {column})});
  archive.finish();
  CHECK(read_back("many.npz", output.text).values == column.values);
}

}  // namespace attn
