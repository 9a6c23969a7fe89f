#pragma once

#include <string>
#include <vector>

#include "measurement.hpp"
#include "shape.hpp"

namespace bench {

/// An attention that was measured, and how wrong it is.
struct Row {
  Shape shape;
  Measurement measurement;
  double error = 0;
};

struct Results {
  std::vector<Measurement> machine;  // empty if it was not measured
  std::vector<Row> rows;
  std::string read_pages;  // those of Q, K and V: which measurement of reading they are held against
};

/// Tables for people.
std::string as_text(const Results& results);

/// One JSON object per line and measurement, the same that the peers print.
std::string as_json_lines(const Results& results);

}  // namespace bench
