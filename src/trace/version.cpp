#include "attn/version.hpp"

namespace attn {

// ATTN_VERSION is the project's version, defined by CMakeLists.txt for this file.
std::string_view version() {
  return ATTN_VERSION;
}

}  // namespace attn
