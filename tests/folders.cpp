#include "folders.hpp"

namespace attn {

std::filesystem::path examples_folder() {
  return std::filesystem::path(ATTN_SOURCE_DIR) / "examples";
}

std::filesystem::path cases_folder() {
  return std::filesystem::path(ATTN_SOURCE_DIR) / ".." / "shared" / "cases";
}

}  // namespace attn
