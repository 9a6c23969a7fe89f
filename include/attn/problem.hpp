#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "attn/compare.hpp"
#include "attn/mask.hpp"
#include "attn/options.hpp"
#include "attn/raw_problem.hpp"

namespace attn {

struct Sizes {
  std::size_t batch = 1;
  std::size_t heads = 1;
  std::size_t kv_heads = 1;
  std::size_t n_q = 0;
  std::size_t n_k = 0;      ///< with the cached keys
  std::size_t n_past = 0;   ///< cached keys, which stand before the new ones
  std::size_t d_model = 0;  ///< 0: no projection
  std::size_t d_k = 0;      ///< 0: unknown, the problem starts at the scores
  std::size_t d_v = 0;      ///< 0: no V, the pipeline ends at the weights
  std::size_t d_out = 0;    ///< columns of `output`

  /// The kv head that query head `head` reads.
  std::size_t kv_head(std::size_t head) const { return head / (heads / kv_heads); }
};

/// An array of the problem and what its axes are, as letters: b batch, h head; the other one or two letters
/// are the rows and columns of one matrix, or the entries of one vector.
struct Input {
  std::string name;
  std::string where;
  std::string axes;
  Array array;

  bool has_axis(char axis) const { return axes.find(axis) != std::string::npos; }
  /// Length of an axis, 0 where there is none of that letter.
  std::size_t size(char axis) const;
  /// The matrix (or the vector, as a column) of one batch entry and head; an index whose axis is not there is
  /// ignored. Throws std::logic_error where the numbers are not known.
  Matrix<double> slice(std::size_t batch, std::size_t head) const;
};

/// Names of the rows. Empty: none were given.
struct Tokens {
  std::vector<std::string> query;  ///< [n_q]
  std::vector<std::string> key;    ///< [n_k]
};

/// What one step should give.
struct ExpectedStep {
  std::string where;  ///< heads messages: "problem.json:3:8: expect.weights"
  Array array;
};

/// What a check holds the result against.
struct Expectation {
  std::map<std::string, ExpectedStep, std::less<>> steps;   ///< by step name or id
  std::map<std::string, Tolerance, std::less<>> tolerance;  ///< by step name, or "default"
  Compare compare = Compare::tolerance;
};

/// A validated problem: every shape agrees, every convention is decided. Immutable from here on.
struct Problem {
  std::string title;
  std::string notes;
  Tokens tokens;
  Sizes sizes;
  Options options;
  std::map<std::string, Input, std::less<>> inputs;  ///< by key: "Q", "W_K", "past_K", ...
  Masks masks;
  Expectation expect;

  /// nullptr where the problem has no input of that name.
  const Input* input(std::string_view name) const;
  bool has(std::string_view name) const { return input(name) != nullptr; }
};

/// Checks every rule and decides every convention. Arrays may lack their numbers (see Array). Throws
/// InputError.
std::shared_ptr<const Problem> make_problem(RawProblem raw);

}  // namespace attn
