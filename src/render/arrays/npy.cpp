#include <fmt/format.h>

#include <string>

#include "attn/error.hpp"
#include "render/arrays/npy_bytes.hpp"
#include "render/formats.hpp"

namespace attn {
namespace {

/// One step, which is held back until there is no second one, so that nothing is written where there is.
class NpySink : public Sink {
 public:
  explicit NpySink(Output& output) : output_(output) {}

  void step(const Step& step) override {
    if (!id_.empty())
      throw InputError(
          fmt::format("--format npy holds one step, found {} and {}; choose one with --steps, or write all "
                      "with --format npz",
                      id_, step.id));
    id_ = step.id;
    const NpyBytes bytes(step);
    file_.append(bytes.header()).append(bytes.data());
  }

  void end(const TraceFooter&) override {
    if (id_.empty()) throw InputError("--format npy holds one step, but none is selected");
    output_.write(file_);
  }

 private:
  Output& output_;
  std::string id_;
  std::string file_;
};

}  // namespace

const OutputFormat npy_format{"npy", "one step as a NumPy file; choose it with --steps", Target::bytes,
                              style::gaps, make_sink<NpySink>};

}  // namespace attn
