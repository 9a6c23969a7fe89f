// Compiled once for each instruction set: powers of two and the hyperbolic tangent.
#if defined(ATTN_FLASH_EXPONENTIAL_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_FLASH_EXPONENTIAL_INL_HPP
#undef ATTN_FLASH_EXPONENTIAL_INL_HPP
#else
#define ATTN_FLASH_EXPONENTIAL_INL_HPP
#endif

#include <array>
#include <limits>

#include "flash/vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {

/// What is different in the two scalars. `coefficients`: of 2 (2^r - 1)/r, interpolated at the Chebyshev
/// nodes of [-1/2, 1/2]; the error of 2^r is 5e-9 and 8e-18. Twice, because the exponent below is one less:
/// so the whole range of finite results is reached, and 2^n alone never overflows.
template <class T>
struct Binary;
template <>
struct Binary<float> {
  static constexpr int mantissa_bits = 23;
  static constexpr float bias = 127;
  static constexpr std::array coefficients{1.3862943760524575621F,    0.48045301521136253889F,
                                           0.11100714228438155637F,   0.019236165114555702983F,
                                           0.0026781726729342468762F, 0.00030906325890241380354F};
};
template <>
struct Binary<double> {
  static constexpr int mantissa_bits = 52;
  static constexpr double bias = 1023;
  static constexpr std::array coefficients{
      1.3862943611198906188,    0.4804530139182019644,    0.11100821732964318868,   0.019236258215213777055,
      0.0026667116292833870621, 0.0003080706088347210031, 3.0505467659672236789e-5, 2.6430885175843379306e-6,
      2.0356124891691547041e-7, 1.41451718985384474e-8,   8.9099211963730367876e-10};
};

/// 2^n for whole n, read off the bits of n + magic: adding 1.5 · 2^mantissa_bits leaves a whole number in the
/// low bits. Right for normal numbers alone: callers see to the rest.
template <class T>
HWY_INLINE Vector<T> power_from_bits(const Vector<T>& shifted) {
  const Tag<T> tag;
  const hn::RebindToSigned<Tag<T>> integers;
  return hn::BitCast(tag, hn::ShiftLeft<Binary<T>::mantissa_bits>(hn::BitCast(integers, shifted)));
}

/// 1.5 · 2^mantissa_bits plus the exponent bits of 2^-less.
template <class T>
constexpr T magic(T less) {
  return T(3) * T(std::uint64_t(1) << (Binary<T>::mantissa_bits - 1)) + Binary<T>::bias - less;
}

/// 2^n for whole n <= 0; 0 below the normal numbers.
template <class T>
HWY_INLINE Vector<T> power_of_two(const Vector<T>& n) {
  const Tag<T> tag;
  const Vector<T> power = power_from_bits<T>(hn::Add(n, hn::Set(tag, magic<T>(0))));
  return hn::IfThenElseZero(hn::Ge(n, hn::Set(tag, 1 - Binary<T>::bias)), power);
}

/// 2 (2^r - 1)/r for r in [-1/2, 1/2].
template <class T>
HWY_INLINE Vector<T> twice_quotient(const Vector<T>& r) {
  const Tag<T> tag;
  constexpr auto& c = Binary<T>::coefficients;
  Vector<T> sum = hn::Set(tag, c.back());
#pragma GCC unroll 16
  for (std::size_t i = 2; i <= c.size(); ++i) sum = hn::MulAdd(sum, r, hn::Set(tag, c[c.size() - i]));
  return sum;
}

/// 2^x for x <= 0, to about 1 ulp. 0 for -inf and below about 2^-bias; NaN for NaN.
template <class T>
HWY_INLINE Vector<T> exp2_below_one(const Vector<T>& x) {
  const Tag<T> tag;
  const Vector<T> shifted = hn::Add(x, hn::Set(tag, magic<T>(1)));
  const Vector<T> r = hn::Sub(x, hn::Sub(shifted, hn::Set(tag, magic<T>(1))));
  const Vector<T> twice = hn::MulAdd(twice_quotient<T>(r), r, hn::Set(tag, T(2)));
  // Written so that NaN stays.
  return hn::IfThenZeroElse(hn::Lt(x, hn::Set(tag, 2 - Binary<T>::bias)),
                            hn::Mul(twice, power_from_bits<T>(shifted)));
}

/// 2^x for any x: infinite above the range of T, gradually 0 below it. Slower.
template <class T>
HWY_INLINE Vector<T> exp2_of_any(const Vector<T>& x) {
  const Tag<T> tag;
  // Half of the smallest number that there is: rounds to 0.
  const Vector<T> lowest = hn::Set(tag, -Binary<T>::bias - Binary<T>::mantissa_bits);
  const Vector<T> highest = hn::Set(tag, Binary<T>::bias + 2);
  // Written so that NaN stays.
  Vector<T> inside = hn::IfThenElse(hn::Lt(x, lowest), lowest, x);
  inside = hn::IfThenElse(hn::Gt(inside, highest), highest, inside);
  const Vector<T> n = hn::Round(inside);
  const Vector<T> half = hn::Round(hn::Mul(n, hn::Set(tag, T(0.5))));
  const Vector<T> r = hn::Sub(inside, n);
  const Vector<T> twice = hn::MulAdd(twice_quotient<T>(r), r, hn::Set(tag, T(2)));
  const Vector<T> first = power_from_bits<T>(hn::Add(half, hn::Set(tag, magic<T>(0))));
  const Vector<T> second = power_from_bits<T>(hn::Add(hn::Sub(n, half), hn::Set(tag, magic<T>(1))));
  return hn::Mul(hn::Mul(twice, first), second);
}

/// tanh x = -e/(2 + e) with the sign of x and e = exp(-2|x|) - 1, which is taken without cancellation.
template <class T>
HWY_INLINE Vector<T> tanh(const Vector<T>& x) {
  const Tag<T> tag;
  constexpr T two_log2_e = T(2.88539008177792681472);
  const Vector<T> far = hn::Set(tag, T(-128));  // tanh is 1 there
  const Vector<T> exponent = hn::Mul(hn::Abs(x), hn::Set(tag, -two_log2_e));
  const Vector<T> y = hn::IfThenElse(hn::Lt(exponent, far), far, exponent);
  const Vector<T> n = hn::Round(y);
  const Vector<T> half_power = hn::Mul(power_of_two<T>(n), hn::Set(tag, T(0.5)));
  const Vector<T> r = hn::Sub(y, n);
  const Vector<T> whole = hn::Sub(hn::Add(half_power, half_power), hn::Set(tag, T(1)));
  const Vector<T> e = hn::MulAdd(half_power, hn::Mul(twice_quotient<T>(r), r), whole);
  return hn::CopySign(hn::Div(e, hn::Add(e, hn::Set(tag, T(2)))), x);
}

}  // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
