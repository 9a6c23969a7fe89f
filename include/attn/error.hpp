#pragma once

#include <stdexcept>

namespace attn {

/// Bad usage or bad input. The message is one line that says where, what was found, what was expected and
/// what to do; the command line prints it after "attn-calc: " and exits with status 2.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace attn
