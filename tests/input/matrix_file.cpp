// How the command line and the problem file name one tensor of a file.
#include <doctest/doctest.h>

#include "binary_samples.hpp"
#include "support.hpp"

using attn::matrix_file;

TEST_CASE("the first colon behind an extension ends the file name") {
  const auto check = [](std::string_view word, std::string_view path, std::string_view tensor) {
    const attn::MatrixFile file = matrix_file(word);
    CHECK(file.path == path);
    CHECK(file.tensor == tensor);
    CHECK(file.shown() == word);
  };
  check("m.npz:q", "m.npz", "q");
  check("M.NPZ:q", "M.NPZ", "q");
  check("a:b/m.safetensors:layers.0:q", "a:b/m.safetensors", "layers.0:q");
  check("m.safetensors:x.npz:y", "m.safetensors", "x.npz:y");
  check("q.csv:x", "q.csv", "x");
  check("m.npz:", "m.npz", "");
  for (const std::string_view word : {"q.csv", "-", "a:b.npz", "q.txt:x", ":", "", "npz:q"}) {
    CHECK(matrix_file(word).path == word);
    CHECK_FALSE(matrix_file(word).tensor);
  }
}

TEST_CASE("tensors in a problem file") {
  const Folder folder;
  folder.write(
      "m.safetensors",
      samples::safetensors(R"({"w\u001b.0":{"dtype":"U8","shape":[1,2],"data_offsets":[0,2]}})", "\1\2"));
  folder.write("q.csv", "1,2\n");
  const std::string& path = folder.path();
  const attn::RawProblem problem = problem_of(
      R"({"Q": {"file": "m.safetensors", "tensor": "w\u001b.0"}, "K": {"tensor": "w\u001b.0", "file": "m.safetensors"}})",
      path);
  CHECK(std::get<attn::Array>(problem.settings.at("Q").value).values == std::vector<double>{1, 2});
  CHECK(problem.settings.at("K").where == path + "/m.safetensors:w\\x1b.0: K");
  CHECK(problem_error(R"({"Q": {"file": "q.csv", "tensor": "q"}})", path) ==
        path + "/q.csv: found the tensor name \"q\", but a .csv file is one array; leave the name out");
  CHECK(problem_error(R"({"Q": {"file": "m.safetensors", "tensor": 3}})", path) ==
        "p.json:1:43: Q: found the number 3, expected the name of a tensor");
  CHECK(problem_error(R"({"Q": {"tensor": "q"}})", path) ==
        "p.json:1:7: Q: expected either \"file\" or \"shape\" in this object");
  CHECK(problem_error(R"({"Q": {"shape": [0, 1], "tensor": "q"}})", path) ==
        "p.json:1:7: Q: \"tensor\" goes with \"file\", not with \"shape\"");
  CHECK(problem_error(R"({"Q": {"file": "m.safetensors", "tensr": "q"}})", path) ==
        "p.json:1:33: Q: unknown key \"tensr\"; did you mean \"tensor\"?");
}
