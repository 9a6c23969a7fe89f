#include "cli/output_path.hpp"

namespace attn::cli {

bool is_standard_output(const std::string& path) {
  return path.empty() || path == "-";
}

std::unique_ptr<Output> output_to(const std::string& path) {
  return is_standard_output(path) ? standard_output() : file_output(path);
}

}  // namespace attn::cli
