#include "report/formats.hpp"

#include <array>

namespace attn {

std::span<const ReportFormat* const> report_formats() {
  static constexpr std::array formats{&text_report, &json_report, &junit_report, &tap_report, &github_report};
  return formats;
}

}  // namespace attn
