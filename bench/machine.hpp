#pragma once

#include <vector>

#include "measurement.hpp"

namespace bench {

/// What bounds any kernel on this machine: FMA in registers, reading memory, and a matrix product for
/// comparison; and the kernel's own product.
std::vector<Measurement> machine_measurements(const std::vector<int>& threads);

}  // namespace bench
