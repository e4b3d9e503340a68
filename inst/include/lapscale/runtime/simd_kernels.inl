// The vectorized kernels, written once. simd_kernels.hpp includes this file once per level, inside
// a namespace and a target region of that level, with LAPSCALE_SIMD_BYTES the width of a vector.
// Nothing of std:: may be called here: an out-of-line copy compiled for a wide level could replace
// the baseline's at link time. What each function computes stands in simd_kernels.hpp.

using Vec = double __attribute__((vector_size(LAPSCALE_SIMD_BYTES)));
// The bits of a Vec. Unsigned: below -708 the exponents added in exp_of_negative wrap around.
using VecInt = unsigned long long __attribute__((vector_size(LAPSCALE_SIMD_BYTES)));

constexpr std::size_t lanes = LAPSCALE_SIMD_BYTES / sizeof(double);

LAPSCALE_ALWAYS_INLINE void load(const double* from, Vec& to) {
  __builtin_memcpy(&to, from, sizeof(Vec));
}
LAPSCALE_ALWAYS_INLINE void store(const Vec& from, double* to) {
  __builtin_memcpy(to, &from, sizeof(Vec));
}

// y = exp(x) for x <= 0, and 0 below -708 so that nothing runs through subnormals.
// Range reduction x = n log 2 + f, |f| <= log(2) / 2; polynomial of degree 11 in f (Chebyshev
// interpolation, relative error 4e-18 before rounding); n enters through the exponent bits.
LAPSCALE_ALWAYS_INLINE void exp_of_negative(const Vec& x, Vec& y) {
  constexpr double shifter = 6755399441055744.0;  // 1.5 * 2^52: adding it rounds to an integer
  const Vec shifted = x * 1.4426950408889634 + shifter;
  const Vec n = shifted - shifter;
  const Vec f = (x - n * 6.93147180369123816490e-01) - n * 1.90821492927058770002e-10;
  Vec p = f * 2.511003761756205e-08 + 2.763263965412376e-07;
  p = p * f + 2.7557240918547625e-06;
  p = p * f + 2.480148548228773e-05;
  p = p * f + 1.9841269890047143e-04;
  p = p * f + 1.3888888952314812e-03;
  p = p * f + 8.333333333319601e-03;
  p = p * f + 4.166666666648809e-02;
  p = p * f + 1.666666666666668e-01;
  p = p * f + 5.000000000000019e-01;
  p = p * f + 1.0;
  p = p * f + 1.0;
  VecInt bits = reinterpret_cast<VecInt>(p) + (reinterpret_cast<VecInt>(shifted) << 52);
  bits &= reinterpret_cast<VecInt>(x >= -largest_exponent);
  y = reinterpret_cast<Vec>(bits);
}

// Returns the lanes of v, added in order.
LAPSCALE_ALWAYS_INLINE double sum_of_lanes(const Vec& v) {
  double sum = v[0];
  for (std::size_t l = 1; l < lanes; ++l) sum += v[l];
  return sum;
}

#include "lapscale/runtime/simd_floats.inl"

#include "lapscale/runtime/simd_panels.inl"

#include "lapscale/runtime/simd_rows.inl"

#include "lapscale/runtime/simd_sparse.inl"

inline void heat_weights(const double* sq_dist, std::size_t n, double rate, double cut,
                         double* weight) {
  for (std::size_t i = 0; i < n; i += lanes) {
    Vec s, w;
    load(sq_dist + i, s);
    exp_of_negative(s * -rate, w);
    const VecInt kept = reinterpret_cast<VecInt>(w) & reinterpret_cast<VecInt>(s <= cut);
    store(reinterpret_cast<Vec>(kept), weight + i);
  }
}

inline void quotient_weights(const double* sq_dist, std::size_t n, double sq_bandwidth, double cut,
                             double* weight) {
  for (std::size_t i = 0; i < n; i += lanes) {
    Vec s, w;
    load(sq_dist + i, s);
    s /= sq_bandwidth;
    exp_of_negative(-s, w);
    const VecInt kept = reinterpret_cast<VecInt>(w) & reinterpret_cast<VecInt>(s <= cut);
    store(reinterpret_cast<Vec>(kept), weight + i);
  }
}

inline double heat_sum(const double* sq_dist, std::size_t n, double rate, double cut) {
  Vec a{}, b{};
  for (std::size_t i = 0; i < n; i += 2 * lanes) {
    Vec s, t, w, v;
    load(sq_dist + i, s);
    load(sq_dist + i + lanes, t);
    exp_of_negative(s * -rate, w);
    exp_of_negative(t * -rate, v);
    a += reinterpret_cast<Vec>(reinterpret_cast<VecInt>(w) & reinterpret_cast<VecInt>(s <= cut));
    b += reinterpret_cast<Vec>(reinterpret_cast<VecInt>(v) & reinterpret_cast<VecInt>(t <= cut));
  }
  return sum_of_lanes(a) + sum_of_lanes(b);
}

inline double dot(const double* x, const double* y, std::size_t n) {
  Vec a{}, b{};
  for (std::size_t i = 0; i < n; i += 2 * lanes) {
    Vec x0, x1, y0, y1;
    load(x + i, x0);
    load(y + i, y0);
    load(x + i + lanes, x1);
    load(y + i + lanes, y1);
    a += x0 * y0;
    b += x1 * y1;
  }
  return sum_of_lanes(a) + sum_of_lanes(b);
}

inline void multiply(const double* x, const double* y, std::size_t n, double* out) {
  for (std::size_t i = 0; i < n; i += lanes) {
    Vec a, b;
    load(x + i, a);
    load(y + i, b);
    store(a * b, out + i);
  }
}

inline void add_squares(const double* x, double centre, std::size_t n, const double* from,
                        double* to) {
  for (std::size_t i = 0; i < n; i += lanes) {
    Vec a, b;
    load(x + i, a);
    load(from + i, b);
    a -= centre;
    store(b + a * a, to + i);
  }
}

inline void add_multiple(const double* x, double factor, std::size_t n, double* y) {
  for (std::size_t i = 0; i < n; i += lanes) {
    Vec a, b;
    load(x + i, a);
    load(y + i, b);
    b += a * factor;
    store(b, y + i);
  }
}

#include "lapscale/runtime/simd_dots.inl"
#include "lapscale/runtime/simd_tridiagonal.inl"
