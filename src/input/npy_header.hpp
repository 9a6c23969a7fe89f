#pragma once

#include <string>
#include <string_view>

#include "attn/raw_problem.hpp"

namespace attn {

/// What the header of a .npy file says.
struct NpyHeader {
  std::string descr;  ///< "<f8"
  bool fortran_order = false;
  Shape shape;
};

/// Reads the header's text, a literal of a Python dictionary such as
/// "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }" (numpy.lib.format). Throws InputError.
NpyHeader parse_npy_header(std::string_view text, std::string_view where);

}  // namespace attn
