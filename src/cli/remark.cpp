#include "cli/remark.hpp"

#include <cstdio>

namespace attn::cli {

void remark(const std::string& message) {
  std::fputs(("attn-calc: " + message + "\n").c_str(), stderr);
}

}  // namespace attn::cli
