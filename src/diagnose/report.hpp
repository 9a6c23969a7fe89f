#pragma once

#include <string>

#include "attn/diagnose.hpp"
#include "report/report.hpp"

namespace attn {

/// A diagnosis in words, and for programs. `written_to`: the file that the best telling input is written to.
/// Empty: none; inputs are printed where they are short.
Report report_of(const Diagnosis& diagnosis, std::string name, const std::string& written_to);

}  // namespace attn
