#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "attn/trace.hpp"

namespace attn {

/// A step as a .npy file (numpy.lib.format, version 1): float64, or float32 where it was computed so. Views
/// into the step's values where they lie there as they are written.
class NpyBytes {
 public:
  explicit NpyBytes(const Step& step);
  NpyBytes(const NpyBytes&) = delete;
  NpyBytes& operator=(const NpyBytes&) = delete;

  std::string_view header() const { return header_; }
  std::string_view data() const { return data_; }

 private:
  std::string header_;
  std::vector<float> narrow_;
  std::string_view data_;
};

}  // namespace attn
