#pragma once

#include "report/report.hpp"

namespace attn {

extern const ReportFormat text_report;
extern const ReportFormat json_report;
extern const ReportFormat junit_report;
extern const ReportFormat tap_report;
extern const ReportFormat github_report;

}  // namespace attn
