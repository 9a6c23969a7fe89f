// Files: problems that name others, formats by extension, standard input.
#include "attn/read.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <set>
#include <string>
#include <vector>

#include "support.hpp"

using attn::Array;
using attn::Reader;
using attn::Shape;

namespace {

Array array_at(const attn::RawProblem& problem, std::string_view key) {
  return std::get<Array>(problem.settings.find(key)->second.value);
}

std::string matrix_error(const std::string& path) {
  return message_of([&] { Reader().matrix(path); });
}

/// Standard input comes from a file as long as this lives.
class StdinFrom {
 public:
  explicit StdinFrom(const std::string& path) : before_(dup(0)) {
    const int file = open(path.c_str(), O_RDONLY);
    dup2(file, 0);
    close(file);
    clearerr(stdin);
  }
  StdinFrom(const StdinFrom&) = delete;
  StdinFrom& operator=(const StdinFrom&) = delete;
  ~StdinFrom() {
    dup2(before_, 0);
    close(before_);
    clearerr(stdin);
  }

 private:
  int before_;
};

}  // namespace

TEST_CASE("formats: one row per extension") {
  std::set<std::string_view> extensions;
  for (const attn::InputFormat& format : attn::input_formats()) {
    CHECK(format.extension.starts_with('.'));
    CHECK_FALSE(format.help.empty());
    extensions.insert(format.extension);
  }
  CHECK(extensions == std::set<std::string_view>{".csv", ".json", ".npy", ".npz", ".safetensors"});
}

TEST_CASE("matrices by extension") {
  const Folder folder;
  CHECK(Reader().matrix(folder.write("q.csv", "1,2\n3,4\n")).values == std::vector<double>{1, 2, 3, 4});
  CHECK(Reader().matrix(folder.write("Q.CSV", "1,2\n")).shape == Shape{1, 2});
  CHECK(Reader().matrix(folder.write("q.json", "[[[1, \"-inf\"]]]")).shape == Shape{1, 1, 2});
  CHECK(Reader({.separator = ';', .decimal = ','}).matrix(folder.write("d.csv", "1,5;2\n")).values ==
        std::vector<double>{1.5, 2});
}

TEST_CASE("files that cannot be read") {
  const Folder folder;
  const std::string& path = folder.path();
  CHECK(matrix_error(path + "/none.csv") == path + "/none.csv: cannot open: No such file or directory");
  CHECK(message_of([&] { Reader().problem(path + "/none"); }) ==
        path + "/none: cannot open: No such file or directory");
  CHECK(message_of([&] { Reader().problem(path); }) == path + ": is a directory, expected a file");
  CHECK(matrix_error("q.txt") ==
        "q.txt: unknown extension \".txt\", expected .csv, .json, .npy, .npz or .safetensors");
  CHECK(matrix_error("q") == "q: no extension, expected .csv, .json, .npy, .npz or .safetensors");
  CHECK(matrix_error("") == ": no extension, expected .csv, .json, .npy, .npz or .safetensors");
}

TEST_CASE("JSON files of one array") {
  const Folder folder;
  const std::string path = folder.path() + "/q.json";
  folder.write("q.json", "{}");
  CHECK(matrix_error(path) == path + ":1:1: found an object, expected an array of numbers");
  folder.write("q.json", "[[1,\nnull]]");
  CHECK(matrix_error(path) == path + ":2:1: found null, expected a number");
  folder.write("q.json", "[]");
  CHECK(matrix_error(path) == path + ":1:1: [] has no width");
  folder.write("q.json", "[[1],[2,3]]");
  CHECK(matrix_error(path) ==
        path + ":1:6: row 1 has 2 numbers, row 0 has 1 (counted from 0); all must have the same length");
}

TEST_CASE("a problem file names others, relative to itself") {
  const Folder folder;
  folder.write("q.csv", "1,2\n3,4\n");
  folder.write("m.json", "[[true, false]]");
  const attn::RawProblem problem = Reader().problem(folder.write(
      "p.json", R"({"Q": {"file": "q.csv"}, "mask": {"type": "boolean", "values": {"file": "m.json"}}})"));
  CHECK(array_at(problem, "Q").values == std::vector<double>{1, 2, 3, 4});
  CHECK(problem.settings.at("Q").where == folder.path() + "/q.csv: Q");
  CHECK(problem.where == folder.path() + "/p.json");
  const attn::Setting& values = problem.masks.at(0).settings.at("values");
  CHECK(std::get<Array>(values.value).booleans);
  CHECK(values.where == folder.path() + "/m.json: mask.values");
}

TEST_CASE("a list of files is one array, stacked in front") {
  const Folder folder;
  folder.write("a.csv", "1,2\n");
  folder.write("b.csv", "3,4\n");
  folder.write("c.csv", "5\n");
  folder.write("r4.json", "[[[[1]]]]");
  const std::string& path = folder.path();
  const Array stack = array_at(problem_of(R"({"W_Q":[{"file":"a.csv"},{"file":"b.csv"}]})", path), "W_Q");
  CHECK(stack.shape == Shape{2, 1, 2});
  CHECK(stack.values == std::vector<double>{1, 2, 3, 4});
  CHECK(problem_error("{\"W_Q\":[{\"file\":\"a.csv\"},\n{\"file\":\"c.csv\"}]}", path) ==
        "p.json:2:1: W_Q: shape [1, 1], expected [1, 2] as the first of the list");
  CHECK(problem_error("{\"W_Q\":[{\"file\":\"r4.json\"}]}", path) ==
        "p.json:1:8: W_Q: a list of arrays of rank 4 would have rank 5; the most is 4");
  CHECK(problem_error("{\"W_Q\":[{\"file\":\"a.csv\"},\"b.csv\"]}", path) ==
        "p.json:1:26: W_Q: found a string \"b.csv\", expected {\"file\": ...}");
}

TEST_CASE("names of files that are refused") {
  const Folder folder;
  folder.write("b.json", "[true]");
  folder.write("bad.csv", "1,x\n");
  const std::string& path = folder.path();
  CHECK(problem_error("{\"Q\":{\"file\":\"none.csv\"}}", path) ==
        "p.json:1:14: Q: no file " + path + "/none.csv (names are relative to the problem file)");
  CHECK(problem_error("{\"Q\":{\"file\":\"-\"}}", path) ==
        "p.json:1:14: Q: \"-\" (standard input) is for the command line; name a file");
  CHECK(problem_error("{\"Q\":{\"file\":\"\"}}", path) == "p.json:1:14: Q: \"\" is not the name of a file");
  CHECK(problem_error("{\"Q\":{\"file\":\"a\\u0000b\"}}", path) ==
        "p.json:1:14: Q: \"a\\x00b\" is not the name of a file");
  CHECK(problem_error("{\"Q\":{\"file\":3}}", path) ==
        "p.json:1:14: Q: found the number 3, expected the name of a file");
  CHECK(problem_error("{\"Q\":{}}", path) ==
        "p.json:1:6: Q: expected either \"file\" or \"shape\" in this object");
  CHECK(problem_error("{\"Q\":{\"file\":\"a\",\"shape\":[0]}}", path) ==
        "p.json:1:6: Q: expected either \"file\" or \"shape\" in this object");
  CHECK(problem_error("{\"Q\":{\"file\":\"b.json\"}}", path) ==
        path + "/b.json: Q: found booleans, expected numbers");
  CHECK(problem_error("{\"Q\":{\"file\":\"bad.csv\"}}", path)
            .starts_with(path + "/bad.csv: row 1 column 2: found \"x\""));
}

TEST_CASE("standard input, once") {
  const Folder folder;
  Reader reader;
  {
    const StdinFrom input(folder.write("in", "1,2\n3,4\n"));
    CHECK(reader.matrix("-").shape == Shape{2, 2});
  }
  CHECK(message_of([&] { reader.matrix("-"); }) ==
        "-: standard input was read already; only one \"-\" is possible");
  CHECK(message_of([&] { reader.problem("-"); }) ==
        "-: standard input was read already; only one \"-\" is possible");
  const StdinFrom input(folder.write("in", "{\"Q\":[[1]],\"x\":1}"));
  CHECK(message_of([&] { Reader().problem("-"); }).starts_with("<stdin>:1:12: unknown key \"x\""));
}
