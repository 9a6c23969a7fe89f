#pragma once

#include <string>

#include "attn/diagnose.hpp"
#include "report/report.hpp"

namespace attn {

/// A diagnosis in words, and for programs. `telling_inputs`: the inputs that would tell causes apart are
/// printed where they are short.
Report report_of(const Diagnosis& diagnosis, std::string name, bool telling_inputs);

}  // namespace attn
