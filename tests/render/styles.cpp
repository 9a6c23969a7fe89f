// What a format takes is what changes its bytes, and nothing else does.
#include <doctest/doctest.h>

#include <array>

#include "printed.hpp"

namespace attn {

namespace {

/// One thing that can be said of how a trace is written. The orientation is said to the sink in front.
struct Look {
  unsigned style;
  const char* name;
  void (*say)(RenderOptions&);
};

constexpr std::array looks{
    Look{style::decimals, "decimals", [](RenderOptions& options) { options.decimals.count = 2; }},
    Look{style::index_from, "index_from", [](RenderOptions& options) { options.index_from = 1; }},
    Look{style::orientation, "orientation", [](RenderOptions&) {}},
    Look{style::names, "names",
         [](RenderOptions& options) {
           options.names = {{"weights", "W"}};
         }},
    Look{style::colour, "colour", [](RenderOptions& options) { options.colour = true; }},
    Look{style::full, "full", [](RenderOptions& options) { options.full = true; }},
    Look{style::header, "header", [](RenderOptions& options) { options.header = false; }},
    Look{style::explain, "explain", [](RenderOptions& options) { options.explain = true; }},
};

/// A folder's files, one behind the other.
class AnyOutput : public samples::TextOutput {
 public:
  void begin_file(const std::string& name) override { text += name; }
};

/// A small problem; one whose rows are long; one of many heads. What can be shown differs in one of them at
/// least.
std::vector<std::shared_ptr<const Problem>> problems() {
  std::string keys, heads;
  for (int i = 0; i < 300; ++i) keys += fmt::format("{}[{}]", i == 0 ? "" : ", ", i % 7);
  for (int i = 0; i < 12; ++i) heads += fmt::format("{}{}", i == 0 ? "" : ", ", i % 5);
  return {
      computed::parsed("{'title': 'Small', 'Q': [[1, 0], [0, 2]], 'K': [[1, 1], [0, 1]], 'mask': 'causal'}"),
      computed::parsed("{'Q': [[1]], 'K': [" + keys + "]}"),
      computed::parsed("{'heads': 12, 'Q': [[" + heads + "]], 'K': [[" + heads + "]]}")};
}

std::string written(const OutputFormat& format, const Problem& problem, const RenderOptions& options,
                    bool in_columns) {
  AnyOutput output;
  const auto writer = format.make(output, options);
  TransposingSink transposing(*writer);
  // Some formats hold one step.
  const bool holds_one = format.name == "npy" && problem.sizes.heads > 1;
  SelectingSink sink({{holds_one ? "head0.weights" : "weights"}, {}, {}, {}},
                     in_columns ? static_cast<Sink&>(transposing) : *writer);
  SelectingSink all({}, in_columns ? static_cast<Sink&>(transposing) : *writer);
  const bool is_picture = format.name == "svg" || format.name == "npy";
  run(problem, is_picture ? sink : all);
  return output.text;
}

}  // namespace

TEST_CASE("a format takes what changes its bytes") {
  const auto samples = problems();
  for (const OutputFormat* format : output_formats())
    for (const Look& look : looks) {
      RenderOptions options;
      look.say(options);
      bool changes = false;
      for (const auto& problem : samples)
        changes = changes || written(*format, *problem, options, look.style == style::orientation) !=
                                 written(*format, *problem, {}, false);
      // What a program reads is never turned, which the command line sees to.
      const bool is_turned = look.style == style::orientation && (format->takes & style::notation) == 0;
      CHECK_MESSAGE(changes == ((format->takes & look.style) != 0 || is_turned), format->name, " and ",
                    look.name);
    }
}

TEST_CASE("every style is a bit of its own") {
  unsigned all = style::gaps;
  for (const Look& look : looks) {
    CHECK((all & look.style) == 0);
    all |= look.style;
  }
  for (const OutputFormat* format : output_formats()) CHECK((format->takes & ~all) == 0);
}

}  // namespace attn
