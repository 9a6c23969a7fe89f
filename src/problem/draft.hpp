#pragma once

#include <span>
#include <string>
#include <string_view>

#include "attn/problem.hpp"
#include "problem/settings.hpp"

namespace attn {

/// A problem on its way from what was said to what is true. Each stage reads settings and fills its part; the
/// numbers of an array move from what was said into the input that is made of it.
struct Draft {
  RawProblem& raw;
  Problem& problem;

  const Setting* find(std::string_view key) const { return attn::find(raw.settings, key); }
};

/// A number that was said under `key`, or `otherwise`. Throws where another one follows from `known` (not 0).
std::size_t count_or(const Draft& draft, std::string_view key, std::size_t known, std::size_t otherwise);

/// Makes the array under `key` an input whose axes are these letters. Throws where there is none, or its rank
/// is another.
Input& take(Draft& draft, std::string_view key, std::string_view axes, std::string_view name = {});

/// Like `take`, with the first of several spellings of the axes that has the array's rank.
Input& take_by_rank(Draft& draft, std::string_view key, std::span<const std::string_view> spellings,
                    std::string_view name = {});

/// The problem's layout as axis letters; where none was said, the one that follows from this array's rank.
std::string_view layout_axes(Draft& draft, std::string_view key);

/// Throws "<where>: shape [8, 6], expected [8, 4] (because)" unless the input has that shape.
void require_shape(const Input& input, const Shape& expected, std::string_view because);

/// `total` / `parts`. Throws where that is not a whole number, 1 or more.
std::size_t divide(const Input& input, std::string_view what, std::size_t total, std::size_t parts);

/// heads is a multiple of kv_heads; `source` is where kv_heads comes from.
void require_groups(const Draft& draft, const Input& source);

// Where the pipeline starts: each fills inputs and sizes.
void take_given(Draft& draft);      ///< Q, K, V
void take_projected(Draft& draft);  ///< X and weights
void take_scores(Draft& draft);     ///< scores or scaled

/// V, where batch, kv_heads and n_k are known already: d_v.
void take_values(Draft& draft);

void take_past(Draft& draft);    ///< past K and V: n_past, n_k
void take_output(Draft& draft);  ///< W_O, b_O: d_out
void take_options(Draft& draft);
void take_tokens(Draft& draft);
void take_expectation(Draft& draft);

}  // namespace attn
