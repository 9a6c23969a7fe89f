#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "attn/number.hpp"
#include "formula/mathml.hpp"
#include "render/formats.hpp"
#include "render/header_lines.hpp"
#include "render/html/step.hpp"
#include "render/json/text.hpp"
#include "render/printed_decimals.hpp"
#include "text/visible.hpp"

namespace attn {

extern const std::string_view page;  ///< built of src/render/page; see cmake/embed.cmake

namespace {

using Buffer = fmt::memory_buffer;

/// The page around its title and its trace.
struct PageParts {
  std::string_view head;
  std::string_view middle;
  std::string_view foot;
};

PageParts page_parts() {
  constexpr std::string_view title = "@title@";
  constexpr std::string_view trace = "@trace@";
  const std::size_t first = page.find(title);
  const std::size_t second = page.find(trace);
  if (first > second || second == std::string_view::npos)
    throw std::logic_error("the page has no place for a trace");
  return {page.substr(0, first), page.substr(first + title.size(), second - first - title.size()),
          page.substr(second + trace.size())};
}

std::string visible_lines(std::string_view text) {
  std::string result;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    result += visible(text.substr(0, end)) + '\n';
    text.remove_prefix(end + 1);
  }
  return result + visible(text);
}

/// With all text from outside safe to show.
TraceHeader shown_header(TraceHeader header) {
  header.title = visible(header.title);
  header.notes = visible_lines(header.notes);
  for (auto* tokens : {&header.tokens.query, &header.tokens.key})
    for (auto& token : *tokens) token = visible(token);
  for (auto& mask : header.masks) mask.description = visible(mask.description);
  return header;
}

/// A "<" in a JSON text, which can only be in a string, could end the element that holds it.
void write_json(Output& output, const Buffer& json) {
  std::string_view rest(json.data(), json.size());
  for (std::size_t end = rest.find('<'); end != std::string_view::npos; end = rest.find('<')) {
    output.write(rest.substr(0, end));
    output.write("\\u003c");
    rest.remove_prefix(end + 1);
  }
  output.write(rest);
}

/// What a step is called on the page: its name, and in a heading.
void append_name(Buffer& out, std::string_view name, std::string_view title, const Notation& notation) {
  ObjectWriter object(out);
  object.add("name", name);
  object.add("label", notation.name(name));
  object.add("title", title);
  object.close();
}

void append_style(Buffer& out, const RenderOptions& options, bool in_columns) {
  ObjectWriter object(out);
  object.add("index_from", options.index_from);
  object.add("columns", in_columns);
  if (options.whole_inputs) object.add("typed_decimals", most_typed_decimals);
  object.close();
}

void append_fact(Buffer& out, const HeaderLine& line) {
  append_json(out, std::vector{std::string(line.label), line.text});
}

class HtmlSink : public Sink {
 public:
  HtmlSink(Output& output, const RenderOptions& options)
      : output_(output), options_(options), steps_(options_) {}

  void begin(const TraceHeader& header) override {
    header_ = shown_header(header);
    if (!options_.header) header_.title = header_.notes = "";
    const PageParts parts = page_parts();
    output_.write(parts.head);
    output_.write(escaped(header_.title.empty() ? "Attention, step by step" : header_.title));
    output_.write(parts.middle);
  }

  void step(const Step& step) override {
    Buffer out;
    if (is_first_)
      begin_trace(out, step.is_transposed);
    else
      append_text(out, ",\n");
    is_first_ = false;
    steps_.append(out, step);
    write_json(output_, out);
  }

  void end(const TraceFooter& footer) override {
    Buffer out;
    if (is_first_) begin_trace(out, false);
    append_text(out, "]");
    append_json_footer(out, footer);
    write_json(output_, out);
    output_.write(page_parts().foot);
  }

 private:
  /// Whether tokens are columns is known from the first step on.
  void begin_trace(Buffer& out, bool in_columns) {
    append_text(out, "{\n");
    append_json_header(out, header_);
    ObjectWriter object(out, {.open = "  ", .between = ",\n  "});
    append_style(object.key("style"), options_, in_columns);
    const auto facts = options_.header ? header_lines(header_, options_) : std::vector<HeaderLine>();
    object.add_list("facts", facts, append_fact);
    const Notation notation(options_);
    object.add_list("names", step_names(),
                    [&](Buffer& o, const StepName& row) { append_name(o, row.name, row.title, notation); });
    object.key("steps");
    append_text(out, "[\n");
  }

  Output& output_;
  RenderOptions options_;
  PageSteps steps_;
  TraceHeader header_;
  bool is_first_ = true;
};

}  // namespace

const OutputFormat html_format{"html",
                               "one self-contained page to explore, which works offline",
                               Target::text,
                               style::notation | style::full | style::header,
                               make_sink<HtmlSink>,
                               "html"};

}  // namespace attn
