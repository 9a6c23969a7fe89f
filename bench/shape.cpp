#include "shape.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace bench {
namespace {

Shape parse(const std::string& line) {
  Shape shape;
  std::string causal;
  std::istringstream fields(line);
  fields >> shape.name >> shape.heads >> shape.kv_heads >> shape.n_q >> shape.n_k >> shape.d >> causal;
  if (!fields || (causal != "yes" && causal != "no")) {
    throw std::runtime_error("not a row of shapes: " + line);
  }
  shape.causal = causal == "yes";
  return shape;
}

std::vector<Shape> read_all(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  std::vector<Shape> shapes;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] != '#') shapes.push_back(parse(line));
  }
  return shapes;
}

}  // namespace

double flops(const Shape& shape) {
  const double all = 4.0 * static_cast<double>(shape.heads) * static_cast<double>(shape.n_q) *
                     static_cast<double>(shape.n_k) * static_cast<double>(shape.d);
  return shape.causal ? all / 2 : all;
}

double kv_bytes(const Shape& shape, std::int64_t bytes_per_number) {
  return static_cast<double>(2 * shape.kv_heads * shape.n_k * shape.d * bytes_per_number);
}

std::vector<Shape> read_shapes(const std::string& path, const std::vector<std::string>& names) {
  const std::vector<Shape> all = read_all(path);
  if (names.empty()) return all;
  std::vector<Shape> chosen;
  for (const std::string& name : names) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Shape& s) { return s.name == name; });
    if (found == all.end()) throw std::runtime_error(path + ": no shape " + name);
    chosen.push_back(*found);
  }
  return chosen;
}

}  // namespace bench
