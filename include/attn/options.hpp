#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// A row of a table of names: what the parser accepts, what `attn-calc list` prints, what the trace says.
template <class T>
struct Choice {
  T value;
  std::string_view name;
  std::string_view help;
};

/// What the axes of Q, K and V are, as letters: b batch, h head, n row, d feature.
enum class Layout { nd, hnd, bhnd, bnd, bnhd };
inline constexpr std::array layouts{
    Choice<Layout>{Layout::nd, "nd", "[n, d]; with several heads these lie side by side in d"},
    Choice<Layout>{Layout::hnd, "hnd", "[heads, n, d]"},
    Choice<Layout>{Layout::bhnd, "bhnd", "[batch, heads, n, d]"},
    Choice<Layout>{Layout::bnd, "bnd", "[batch, n, heads x d], heads side by side in the last axis"},
    Choice<Layout>{Layout::bnhd, "bnhd", "[batch, n, heads, d]"},
};

/// How weight matrices are stored.
enum class WeightsLayout { in_out, out_in };
inline constexpr std::array weights_layouts{
    Choice<WeightsLayout>{WeightsLayout::in_out, "in_out", "[d_in, d_out], applied as x W (default)"},
    Choice<WeightsLayout>{WeightsLayout::out_in, "out_in", "[d_out, d_in], applied as x W^T (nn.Linear)"},
};

/// In which order the columns of a fused W_QKV stand.
enum class QkvPacking { q_k_v, per_head };
inline constexpr std::array qkv_packings{
    Choice<QkvPacking>{QkvPacking::q_k_v, "q_k_v", "all of Q, then all of K, then all of V"},
    Choice<QkvPacking>{QkvPacking::per_head, "per_head",
                       "for each kv head: the query heads that read it, its K, its V"},
};

enum class Softmax { safe, naive };
inline constexpr std::array softmaxes{
    Choice<Softmax>{Softmax::safe, "safe", "subtracts the row maximum before the exponential (default)"},
    Choice<Softmax>{Softmax::naive, "naive", "exponentials of the scores as they are, which may overflow"},
};

/// What a row with no visible key gives.
enum class EmptyRow { zero, nan };
inline constexpr std::array empty_rows{
    Choice<EmptyRow>{EmptyRow::zero, "zero", "weights 0, output 0, lse -inf (default)"},
    Choice<EmptyRow>{EmptyRow::nan, "nan", "weights, output and lse NaN"},
};

/// Where query i stands among the keys when n_q != n_k.
enum class Align { top_left, bottom_right };
inline constexpr std::array aligns{
    Choice<Align>{Align::top_left, "top-left", "query i stands at key i"},
    Choice<Align>{Align::bottom_right, "bottom-right", "the last query stands at the last (real) key"},
};

/// How an expectation is held against a result.
enum class Compare { tolerance, as_written };
inline constexpr std::array compares{
    Choice<Compare>{Compare::tolerance, "tolerance",
                    "|actual - expected| <= atol + rtol |expected| (default)"},
    Choice<Compare>{Compare::as_written, "as-written",
                    "each number is held to the digits it is written with"},
};

/// Floating-point formats, by which results of programs are told.
enum class Precision { float64, float32, bfloat16, float16 };
inline constexpr std::array precisions{
    Choice<Precision>{Precision::float64, "float64", "IEEE double precision"},
    Choice<Precision>{Precision::float32, "float32", "IEEE single precision"},
    Choice<Precision>{Precision::bfloat16, "bfloat16", "8 bits of significand, the range of float32"},
    Choice<Precision>{Precision::float16, "float16",
                      "IEEE half precision: 11 bits of significand, up to 65504"},
};

/// The largest relative error of one rounding to nearest: 2^-53, 2^-24, 2^-8, 2^-11.
constexpr double unit_roundoff(Precision precision) {
  constexpr std::array<double, 4> units{0x1p-53, 0x1p-24, 0x1p-8, 0x1p-11};
  return units[static_cast<std::size_t>(precision)];
}

/// Who computes.
enum class Backend { reference, tiled, flash };
inline constexpr std::array backends{
    Choice<Backend>{Backend::reference, "reference",
                    "the standard pipeline, every step (default without a tile)"},
    Choice<Backend>{Backend::tiled, "tiled",
                    "FlashAttention tile by tile, every tile's steps (default with a tile)"},
    Choice<Backend>{Backend::flash, "flash", "the fused kernel: output and lse only, fast"},
};

template <class T, std::size_t N>
constexpr std::string_view name_of(const std::array<Choice<T>, N>& choices, T value) {
  for (const auto& choice : choices)
    if (choice.value == value) return choice.name;
  return "?";
}

/// Rows of Q (B_r) and of K and V (B_c) that one tile holds.
struct Tile {
  std::size_t rows = 0;
  std::size_t cols = 0;
};

/// Every convention of a computation, decided.
struct Options {
  std::optional<double> scale;  ///< nothing where the problem starts at the scaled scores
  bool scale_given = false;     ///< false: 1/sqrt(d_k)
  std::optional<double> softcap;
  Softmax softmax = Softmax::safe;
  EmptyRow empty_row = EmptyRow::zero;
  std::optional<Tile> tile;  ///< set where the backend is `tiled`
  Backend backend = Backend::reference;
  std::optional<Layout> layout;  ///< set where Q, K and V were given
  WeightsLayout weights_layout = WeightsLayout::in_out;
  std::optional<QkvPacking> qkv_packing;
};

}  // namespace attn
