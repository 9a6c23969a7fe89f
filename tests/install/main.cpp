// Prints the attention weights of a problem file.

#include <fmt/format.h>

#include <attn/error.hpp>
#include <attn/evaluate.hpp>
#include <attn/problem.hpp>
#include <attn/read.hpp>
#include <attn/trace.hpp>
#include <cstddef>
#include <cstdio>

namespace {

class PrintWeights : public attn::Sink {
 public:
  bool wants(std::string_view name, const attn::Place&) const override { return name == "weights"; }
  void step(const attn::Step& step) override {
    for (std::size_t i = 0; i < step.values.shape(0); ++i)
      for (std::size_t j = 0; j < step.values.shape(1); ++j)
        fmt::print("{:.4f}{}", step.values(i, j), j + 1 < step.values.shape(1) ? ' ' : '\n');
  }
};

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 2) throw attn::InputError("usage: print-weights PROBLEM.json");
  attn::Reader reader;
  const auto problem = attn::make_problem(reader.problem(argv[1]));
  PrintWeights print_weights;
  attn::run(*problem, print_weights);
} catch (const attn::InputError& error) {
  fmt::print(stderr, "print-weights: {}\n", error.what());
  return 2;
}
