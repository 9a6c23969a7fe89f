#pragma once

// Problems said in a line or two, and the whole trace of one, by the ids of its steps.

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <initializer_list>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "attn/error.hpp"
#include "attn/evaluate.hpp"
#include "attn/read.hpp"

namespace attn::computed {

inline constexpr double inf = std::numeric_limits<double>::infinity();
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

using Rows = std::vector<std::vector<double>>;

// --- problems
// -----------------------------------------------------------------------------------------------

/// One setting of a problem. A shape stands for an array of that shape whose numbers are not known.
struct Said {
  Said(std::string name, std::initializer_list<std::size_t> shape)
      : key(std::move(name)), value(Array{shape, {}, false, {}}) {}
  Said(std::string name, Array array) : key(std::move(name)), value(std::move(array)) {}
  template <class Number>
  requires std::is_arithmetic_v<Number> Said(std::string name, Number number)
      : key(std::move(name)), value(static_cast<double>(number)) {}
  Said(std::string name, const char* word) : key(std::move(name)), value(std::string(word)) {}
  Said(std::string name, std::vector<std::string> words) : key(std::move(name)), value(std::move(words)) {}

  std::string key;
  decltype(Setting::value) value;
};

/// Settings that stand at "<prefix>KEY".
inline Settings settings_of(const std::vector<Said>& said, const std::string& prefix) {
  Settings settings;
  for (const Said& one : said) settings[one.key] = {prefix + one.key, one.value};
  return settings;
}

/// A mask that stands at "mask".
inline MaskSpec mask_spec(const std::string& type, const std::vector<Said>& said = {}) {
  return {"mask", type, settings_of(said, "mask.")};
}

/// A problem that was said in problem.json.
inline RawProblem raw_problem(const std::vector<Said>& said, std::vector<MaskSpec> masks = {}) {
  return {"problem.json", settings_of(said, "problem.json: "), std::move(masks)};
}

inline std::shared_ptr<const Problem> problem_of(const std::vector<Said>& said,
                                                 std::vector<MaskSpec> masks = {}) {
  return make_problem(raw_problem(said, std::move(masks)));
}

/// The problem in a text in which ' stands for ", so that it can be read in C++.
inline std::shared_ptr<const Problem> parsed(std::string text) {
  for (char& c : text)
    if (c == '\'') c = '"';
  Reader reader;
  return make_problem(parse_problem(text, "p.json", "", reader));
}

/// The message of the InputError that `act` throws; "no error" where it throws none.
template <class Act>
std::string error_of(Act act) {
  try {
    act();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

inline std::string problem_error(const std::vector<Said>& said, std::vector<MaskSpec> masks = {}) {
  return error_of([&] { problem_of(said, std::move(masks)); });
}

// --- matrices
// -----------------------------------------------------------------------------------------------

/// "[[1, 2], [3, nan]]": every number as the shortest text that reads back the same.
template <class T>
std::string text(const Matrix<T>& matrix) {
  std::string rows;
  for (std::size_t i = 0; i < matrix.shape(0); ++i) {
    std::vector<std::string> row;
    for (std::size_t j = 0; j < matrix.shape(1); ++j)
      row.push_back(std::isnan(matrix(i, j)) ? "nan" : fmt::format("{}", matrix(i, j)));
    rows += fmt::format("{}[{}]", i == 0 ? "" : ", ", fmt::join(row, ", "));
  }
  return "[" + rows + "]";
}

inline Matrix<double> matrix_of(const Rows& rows) {
  Matrix<double> matrix = xt::empty<double>({rows.size(), rows.empty() ? std::size_t{0} : rows[0].size()});
  for (std::size_t i = 0; i < matrix.shape(0); ++i)
    for (std::size_t j = 0; j < matrix.shape(1); ++j) matrix(i, j) = rows[i][j];
  return matrix;
}

/// True where every cell is within `tolerance`, relative to the expected one where that is above 1. NaN
/// equals NaN, infinities are equal by sign.
inline bool close(const Matrix<double>& actual, const Matrix<double>& expected, double tolerance) {
  if (actual.shape() != expected.shape()) return false;
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const double a = actual.flat(i);
    const double e = expected.flat(i);
    const bool same = a == e || (std::isnan(a) && std::isnan(e));
    if (!same && !(std::abs(a - e) <= tolerance * std::max(1.0, std::abs(e)))) return false;
  }
  return true;
}

inline void check_same(const Matrix<double>& actual, const Matrix<double>& expected,
                       double tolerance = 1e-15) {
  CHECK_MESSAGE(close(actual, expected, tolerance), text(actual), " is not ", text(expected));
}

inline void check_close(const Matrix<double>& actual, const Rows& expected, double tolerance = 1e-15) {
  check_same(actual, matrix_of(expected), tolerance);
}

// --- traces
// -------------------------------------------------------------------------------------------------

/// A step that owns its values.
struct KeptStep {
  std::string name;
  Place place;
  std::string op;
  std::string formula;
  std::vector<StepOperand> operands;
  Axes axes;
  Matrix<double> values;
  std::string note;
  std::optional<Matrix<double>> bound;
};

/// Keeps all of a trace.
class Trace : public Sink {
 public:
  void begin(const TraceHeader& said) override { header = said; }
  void step(const Step& step) override {
    ids.push_back(step.id);
    const KeptStep kept{std::string(step.name),
                        step.place,
                        std::string(step.op),
                        step.formula,
                        step.operands,
                        step.axes,
                        step.values,
                        note_text(step.note),
                        step.bound ? std::optional(*step.bound) : std::nullopt};
    CHECK_MESSAGE(steps.emplace(step.id, kept).second, step.id, " is there twice");
  }
  void end(const TraceFooter& said) override { footer = said; }

  bool has(const std::string& id) const { return steps.contains(id); }
  const KeptStep& at(const std::string& id) const {
    REQUIRE_MESSAGE(has(id), "no step ", id);
    return steps.at(id);
  }
  const Matrix<double>& operator[](const std::string& id) const { return at(id).values; }
  std::string text(const std::string& id) const { return computed::text(at(id).values); }

  TraceHeader header;
  TraceFooter footer;
  std::vector<std::string> ids;  ///< in order
  std::map<std::string, KeptStep> steps;
};

inline Trace trace_of(const Problem& problem, const Arithmetic& arithmetic = float64) {
  Trace trace;
  run(problem, trace, {.arithmetic = &arithmetic});
  return trace;
}

/// The trace of a problem in a text, as `parsed` reads it.
inline Trace trace_of(const std::string& text, const Arithmetic& arithmetic = float64) {
  return trace_of(*parsed(text), arithmetic);
}

/// The same problem in tiles. The text ends in "}".
inline std::string tiled(std::string text, std::size_t rows, std::size_t columns) {
  text.pop_back();
  return text + fmt::format(", 'tile': {{'rows': {}, 'cols': {}}}}}", rows, columns);
}

}  // namespace attn::computed
