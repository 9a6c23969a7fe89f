// Compiled once for each instruction set: one tile of keys, taken into the running state of a strip of
// queries.
#if defined(ATTN_FLASH_ATTEND_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_FLASH_ATTEND_INL_HPP
#undef ATTN_FLASH_ATTEND_INL_HPP
#else
#define ATTN_FLASH_ATTEND_INL_HPP
#endif

#include <hwy/cache_control.h>

#include <limits>

#include "flash/exponential-inl.hpp"
#include "flash/few-inl.hpp"
#include "flash/vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

/// One tile against one strip of Vectors · lanes queries. Everything that has one number per query is an
/// array of vectors; the scores are kept transposed, [key, query], so that no reduction crosses lanes.
template <class T, std::size_t Vectors>
class Encounter {
 public:
  HWY_INLINE Encounter(const Strip<T>& strip, const KeyTile<T>& tile, const Sight<T>& sight, T* scores)
      : strip_(strip), tile_(tile), sight_(sight), scores_(scores) {}

  HWY_INLINE void take(const ScoreRules<T>& rules) {
    Vector<T> largest[Vectors];
    load(strip_.row_max, largest);
    const bool plain = !rules.capped && sight_.all && !sight_.bias && !rules.naive;
    if (strip_.few_q)
      multiply_few_q_k(largest, plain);
    else
      multiply_q_k(largest, plain);
    if (!plain) finish_scores(rules, largest);
    Vector<T> correction[Vectors];
    move_row_max(rules, largest, correction);
    exponentiate(rules, largest, correction);
    multiply_weights_v(correction);
    for (const SpecialRow<T>& row : tile_.special)
      if (row.key >= sight_.keys.begin && row.key < sight_.keys.end) add_special(row);
  }

 private:
  static constexpr std::size_t width = Vectors * lanes<T>;
  static constexpr std::size_t rows = block_rows<Vectors>;
  static constexpr std::size_t few_vectors = 4;
  static constexpr Tag<T> tag{};

  HWY_INLINE void load(const T* from, Vector<T> (&to)[Vectors]) const {
    for (std::size_t v = 0; v < Vectors; ++v) to[v] = hn::Load(tag, from + v * lanes<T>);
  }
  HWY_INLINE T* score(std::size_t key, std::size_t v) const { return scores_ + key * width + v * lanes<T>; }

  /// t[key, query] = Σ_c K[key, c] Q[query, c]. `plain`: these are the final scores of all keys, so the
  /// largest are found on the way.
  HWY_INLINE void multiply_q_k(Vector<T> (&largest)[Vectors], bool plain) const {
    std::size_t key = sight_.keys.begin / panel * panel;
    // A panel that reaches over the end holds keys that are not there.
    const bool fused = plain && key == sight_.keys.begin && sight_.keys.end % panel == 0;
    for (; key < sight_.keys.end; key += rows) {
      if (sight_.first && key % panel == 0) fetch_values(key);
      const Broadcast<T> k{tile_.k + key * tile_.k_stride, tile_.k_stride, 1};
      multiply_block<Vectors>(k, strip_.q, strip_.d_k, [&](std::size_t row, std::size_t v, Vector<T> sum) {
        hn::Store(sum, tag, score(key + row, v));
        if (fused) largest[v] = hn::Max(largest[v], sum);
      });
    }
    if (plain && !fused) find_largest(largest);
  }

  HWY_INLINE void find_largest(Vector<T> (&largest)[Vectors]) const {
    for (std::size_t key = sight_.keys.begin; key < sight_.keys.end; ++key)
      for (std::size_t v = 0; v < Vectors; ++v)
        largest[v] = hn::Max(largest[v], hn::Load(tag, score(key, v)));
  }

  HWY_INLINE void multiply_few_q_k(Vector<T> (&largest)[Vectors], bool plain) const {
    for (std::size_t key = sight_.keys.begin / panel * panel; key < sight_.keys.end; key += panel) {
      if (sight_.first) fetch_values(key);
      few_scores(strip_, tile_, {key, key + panel}, scores_);
    }
    if (plain) find_largest(largest);
  }

  /// Calls for rows of V while K is multiplied. They are read column by column, which no hardware foresees.
  HWY_INLINE void fetch_values(std::size_t key) const {
    constexpr std::size_t line = 64 / sizeof(T);
    for (std::size_t row = key; row < key + panel; ++row)
      for (std::size_t column = 0; column < strip_.d_v; column += line)
        __builtin_prefetch(tile_.v + row * tile_.v_stride + column);
  }

  /// Caps, adds the bias, hides.
  HWY_INLINE void finish_scores(const ScoreRules<T>& rules, Vector<T> (&largest)[Vectors]) const {
    const Vector<T> cap = hn::Set(tag, rules.softcap);
    const Vector<T> inverse_cap = hn::Set(tag, rules.inverse_softcap);
    for (std::size_t key = sight_.keys.begin; key < sight_.keys.end; ++key)
      for (std::size_t v = 0; v < Vectors; ++v) {
        Vector<T> t = hn::Load(tag, score(key, v));
        if (rules.capped) t = hn::Mul(cap, tanh<T>(hn::Mul(inverse_cap, t)));
        if (sight_.bias) t = hn::Add(t, hn::Load(tag, sight_.bias + key * width + v * lanes<T>));
        if (sight_.bias || !sight_.all) t = hn::IfThenElse(visible(key, v), t, hn::Set(tag, minus_infinity));
        hn::Store(t, tag, score(key, v));
        largest[v] = hn::Max(largest[v], t);
      }
  }

  HWY_INLINE hn::Mask<Tag<T>> visible(std::size_t key, std::size_t v) const {
    const hn::RebindToSigned<Tag<T>> integers;
    const auto at = hn::Set(integers, static_cast<Lane<T>>(tile_.first + key));
    const auto first = hn::Load(integers, strip_.first + v * lanes<T>);
    const auto end = hn::Load(integers, strip_.end + v * lanes<T>);
    const auto inside = hn::RebindMask(tag, hn::AndNot(hn::Gt(first, at), hn::Gt(end, at)));
    if (!sight_.bias) return inside;
    const Vector<T> bias = hn::Load(tag, sight_.bias + key * width + v * lanes<T>);
    // Written so that a NaN is no -inf: Ne is false for it on some paths.
    return hn::AndNot(hn::Eq(bias, hn::Set(tag, minus_infinity)), inside);
  }

  /// The largest t, rounded up: so the correction 2^(m_old - m) is a power of two, and exact.
  HWY_INLINE void move_row_max(const ScoreRules<T>& rules, Vector<T> (&largest)[Vectors],
                               Vector<T> (&correction)[Vectors]) const {
    for (std::size_t v = 0; v < Vectors; ++v) {
      const Vector<T> before = hn::Load(tag, strip_.row_max + v * lanes<T>);
      largest[v] = rules.naive ? before : hn::Ceil(largest[v]);
      correction[v] = power_of_two<T>(hn::Sub(before, largest[v]));
      hn::Store(largest[v], tag, strip_.row_max + v * lanes<T>);
    }
  }

  /// Scores become 2^(t - m), and their sum is added to the running one.
  HWY_INLINE void exponentiate(const ScoreRules<T>& rules, const Vector<T> (&row_max)[Vectors],
                               const Vector<T> (&correction)[Vectors]) const {
    Vector<T> sums[Vectors];
    for (std::size_t v = 0; v < Vectors; ++v) sums[v] = hn::Zero(tag);
    for (std::size_t key = sight_.keys.begin; key < sight_.keys.end; ++key)
#pragma GCC unroll 3
      for (std::size_t v = 0; v < Vectors; ++v) {
        const Vector<T> t = hn::Sub(hn::Load(tag, score(key, v)), row_max[v]);
        const Vector<T> power = rules.naive ? exp2_of_any<T>(t) : exp2_below_one<T>(t);
        hn::Store(power, tag, score(key, v));
        sums[v] = hn::Add(sums[v], power);
      }
    for (std::size_t v = 0; v < Vectors; ++v) {
      T* row_sum = strip_.row_sum + v * lanes<T>;
      hn::Store(hn::MulAdd(hn::Load(tag, row_sum), correction[v], sums[v]), tag, row_sum);
    }
  }

  /// sum[c, query] = sum[c, query] · correction + Σ_key V[key, c] 2^(t - m).
  HWY_INLINE void multiply_weights_v(const Vector<T> (&correction)[Vectors]) const {
    std::size_t column = 0;
    if constexpr (width >= few_queries) {
      constexpr std::size_t few_columns = few_vectors * lanes<T>;
      for (; strip_.few_q && column + few_columns <= strip_.d_v; column += few_columns)
        multiply_few_weights_v(correction, column);
    }
    for (; column < strip_.d_v; column += rows) {
      const Broadcast<T> v_columns{tile_.v + sight_.keys.begin * tile_.v_stride + column, 1, tile_.v_stride};
      T* sums = strip_.sum + column * width;
      multiply_block<Vectors>(v_columns, score(sight_.keys.begin, 0), sight_.keys.size(),
                              [&](std::size_t row, std::size_t v, Vector<T> sum) {
                                T* running = sums + row * width + v * lanes<T>;
                                hn::Store(hn::MulAdd(hn::Load(tag, running), correction[v], sum), tag,
                                          running);
                              });
    }
  }

  HWY_INLINE void multiply_few_weights_v(const Vector<T> (&correction)[Vectors], std::size_t column) const {
    alignas(64) T sums[few_vectors * lanes<T> * width] = {};
    const T* next_k = sight_.first && tile_.next_k ? tile_.next_k + column : nullptr;
    few_sums<few_vectors>(
        FewRows<T>{tile_.v + sight_.keys.begin * tile_.v_stride + column, tile_.v_stride,
                   score(sight_.keys.begin, 0), width, sight_.keys.size(), next_k, tile_.k_stride},
        sums);
    T* running = strip_.sum + column * width;
    for (std::size_t i = 0; i < few_vectors * lanes<T>; ++i)
      for (std::size_t v = 0; v < Vectors; ++v) {
        const std::size_t at = i * width + v * lanes<T>;
        const Vector<T> sum = hn::Load(tag, sums + at);
        hn::Store(hn::MulAdd(hn::Load(tag, running + at), correction[v], sum), tag, running + at);
      }
  }

  /// The values that are infinite or NaN, only for the queries that see their key. The others are summed up
  /// with the tile, so that it makes no difference to them whether the row was taken apart.
  HWY_INLINE void add_special(const SpecialRow<T>& row) const {
    for (std::size_t v = 0; v < Vectors; ++v) {
      const hn::Mask<Tag<T>> seen = visible(row.key, v);
      const Vector<T> power = hn::Load(tag, score(row.key, v));
      for (std::size_t column = 0; column < strip_.d_v; ++column) {
        if (row.v[column] - row.v[column] == 0) continue;
        T* running = strip_.sum + column * width + v * lanes<T>;
        const Vector<T> term = hn::IfThenElseZero(seen, hn::Mul(power, hn::Set(tag, row.v[column])));
        hn::Store(hn::Add(hn::Load(tag, running), term), tag, running);
      }
    }
  }

  static constexpr T minus_infinity = -std::numeric_limits<T>::infinity();

  const Strip<T>& strip_;
  const KeyTile<T>& tile_;
  const Sight<T>& sight_;
  T* scores_;
};

template <class T>
void attend(const Strip<T>& strip, const KeyTile<T>& tile, const Sight<T>& sight, const ScoreRules<T>& rules,
            T* scores) {
  switch (strip.width / lanes<T>) {
    case 1:
      return Encounter<T, 1>(strip, tile, sight, scores).take(rules);
    case 2:
      return Encounter<T, 2>(strip, tile, sight, scores).take(rules);
    default:
      return Encounter<T, most_vectors>(strip, tile, sight, scores).take(rules);
  }
}

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
