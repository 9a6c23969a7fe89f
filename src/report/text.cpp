#include "render/ink.hpp"
#include "report/formats.hpp"
#include "report/lines.hpp"

namespace attn {
namespace {

/// By outcome.
constexpr std::array colours{&Ink::green, &Ink::red, &Ink::magenta};

class TextReport : public ReportWriter {
 public:
  TextReport(Output& output, const ReportOptions& options) : output_(output), ink_{options.colour} {}

  void add(const Report& report) override {
    totals_.add(report.outcome);
    const Headline headline(report);
    fmt::memory_buffer out;
    out.append(headline.name);
    (ink_.*colours[static_cast<std::size_t>(report.outcome)])(out, headline.summary);
    out.push_back('\n');
    for (const std::string& line : body_lines(report)) fmt::format_to(fmt::appender(out), "  {}\n", line);
    output_.write({out.data(), out.size()});
  }

  void end() override {
    if (totals_.all() != 1) output_.write(totals_.line() + "\n");
  }

 private:
  Output& output_;
  Ink ink_;
  Totals totals_;
};

std::unique_ptr<ReportWriter> make_text(Output& output, const ReportOptions& options) {
  return std::make_unique<TextReport>(output, options);
}

}  // namespace

const ReportFormat text_report{"text", "a line for each file, and what is wrong with it", make_text, "text",
                               true};

}  // namespace attn
