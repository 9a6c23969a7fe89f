#pragma once

#include <map>
#include <string>

#include "attn/trace.hpp"

namespace attn {

/// Widens `distance` to how far two matrices of one shape are apart. `is_float32`: their numbers are floats,
/// and ulps are counted in these.
void widen(Distance& distance, const Matrix<double>& actual, const Matrix<double>& expected,
           bool is_float32 = false);

/// Keeps `output` and `lse` of the standard pipeline.
class KeepResults : public Sink {
 public:
  bool wants(std::string_view name, const Place& place) const override;
  void step(const Step& step) override;
  /// nullptr where there is none of that id.
  const Matrix<double>* find(const std::string& id) const;

 private:
  std::map<std::string, Matrix<double>> results_;
};

/// Hands a trace on, and puts into its footer how far `output` and `lse` are from the kept ones.
class CompareResults : public Sink {
 public:
  CompareResults(const KeepResults& standard, Sink& next) : standard_(standard), next_(next) {}
  void begin(const TraceHeader& header) override { next_.begin(header); }
  bool wants(std::string_view name, const Place& place) const override;
  void step(const Step& step) override;
  void end(const TraceFooter& footer) override;

 private:
  const KeepResults& standard_;
  Sink& next_;
  std::map<std::string, Distance, std::less<>> distances_;
};

}  // namespace attn
