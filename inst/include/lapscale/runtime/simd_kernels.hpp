#ifndef LAPSCALE_RUNTIME_SIMD_KERNELS_HPP
#define LAPSCALE_RUNTIME_SIMD_KERNELS_HPP

#include <cstddef>

#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/simd_level.hpp"

#define LAPSCALE_ALWAYS_INLINE inline __attribute__((always_inline))

namespace lapscale {

// Weights exp(-e) with e above this count as 0, so that nothing runs through subnormals.
constexpr double largest_exponent = 708;

// Points of one panel. A panel holds panel_width points, coordinate by coordinate:
// panel[k * panel_width + l] is coordinate k of point l. Arrays given to the kernels have lengths
// that are multiples of panel_width.
constexpr std::size_t panel_width = 16;

// Points of a panel of floats.
constexpr std::size_t float_panel_width = 32;

// Columns of one block: block[k * block_width + q] is coordinate k of column q.
constexpr std::size_t block_width = 4;

#if LAPSCALE_BODIES
namespace simd_baseline {
#define LAPSCALE_SIMD_BYTES 16
#include "lapscale/runtime/simd_kernels.inl"
#undef LAPSCALE_SIMD_BYTES
}  // namespace simd_baseline

#if LAPSCALE_WIDE_SIMD

// gcc on Windows keeps wide vectors in stack slots of 16 bytes' alignment and moves them by
// instructions that want more (GCC bug 54412). The assembler takes those that do not, which are as
// fast.
#if defined(_WIN32) && !defined(__clang__)
__asm__(
    ".ifndef lapscale_unaligned_moves\n"
    ".set lapscale_unaligned_moves, 1\n"
    ".macro vmovapd operands:vararg\n vmovupd \\operands\n.endm\n"
    ".macro vmovaps operands:vararg\n vmovups \\operands\n.endm\n"
    ".macro vmovdqa operands:vararg\n vmovdqu \\operands\n.endm\n"
    ".macro vmovdqa32 operands:vararg\n vmovdqu32 \\operands\n.endm\n"
    ".macro vmovdqa64 operands:vararg\n vmovdqu64 \\operands\n.endm\n"
    ".endif\n");
#endif

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif
namespace simd_avx2 {
#define LAPSCALE_SIMD_BYTES 32
#include "lapscale/runtime/simd_kernels.inl"
#undef LAPSCALE_SIMD_BYTES
}  // namespace simd_avx2
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512dq,avx512vl,avx512bw"))), \
                             apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512dq,avx512vl,avx512bw")
#endif
namespace simd_avx512 {
#define LAPSCALE_SIMD_BYTES 64
#include "lapscale/runtime/simd_kernels.inl"
#undef LAPSCALE_SIMD_BYTES
}  // namespace simd_avx512
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif  // LAPSCALE_WIDE_SIMD
#endif  // LAPSCALE_BODIES

// The kernels of one level. Sums run over fixed positions, so bits depend on the level only.
struct SimdKernels {
  // out[q * n_panels * panel_width + p * panel_width + l] = |x_{p,l} - y_q|^2
  //   panels  n_panels panels of dim coordinates     block  dim x block_width
  // Differences are squared as they are: the relative error is below (dim + 2) 2^-53 whatever the
  // offset of the data.
  void (*sq_distances)(const double* panels, std::size_t dim, std::size_t n_panels,
                       const double* block, double* out);
  // The same for pairs within a limit (length block_width, by column): a pair beyond it may have
  // any number above it, that of its first coordinates.
  void (*sq_distances_within)(const double* panels, std::size_t dim, std::size_t n_panels,
                              const double* block, const double* limit, double* out);
  // The same of points and columns as floats, in panels of float_panel_width; of all pairs where
  // `limit` is null.
  void (*float_distances_within)(const float* panels, std::size_t dim, std::size_t n_panels,
                                 const float* block, const float* limit, double* out);
  // Tells whether the squared distance between two boxes of floats, by their corners of dim
  // coordinates, is above a limit. What is compared has a relative error below 1e-6.
  bool (*gap_exceeds)(const float* lower_a, const float* upper_a, const float* lower_b,
                      const float* upper_b, std::size_t dim, double limit);
  // As sq_distances(), out = <x_{p,l}, y_q>: a matrix product with its factors packed.
  void (*products)(const double* panels, std::size_t dim, std::size_t n_panels, const double* block,
                   double* out);
  // y[i * block_width + q] = <x_i, v_q> for n rows of `stride` numbers and block_width columns as
  // long, v_q from v + q * stride on; `stride` is a multiple of panel_width.
  void (*row_products)(const double* x, std::size_t stride, std::size_t n, const double* v,
                       double* y);
  // w_q += sum_i a[i * block_width + q] x_i, row after row; w as v above.
  void (*add_row_multiples)(const double* x, std::size_t stride, std::size_t n, const double* a,
                            double* w);
  // The same two for rows that are floats, with identical results.
  void (*float_row_products)(const float* x, std::size_t stride, std::size_t n, const double* v,
                             double* y);
  void (*add_float_row_multiples)(const float* x, std::size_t stride, std::size_t n,
                                  const double* a, double* w);
  // y[c] = sum_e value[e] x[row[e] * columns + c], n terms;  columns: a multiple of 8
  void (*combine_rows)(const double* value, const int* row, std::size_t n, const double* x,
                       std::size_t columns, double* y);
  // THE heat kernel: weight[i] = exp(-sq_dist[i] * rate) where sq_dist[i] <= cut, else 0; rate =
  // 1 / h^2. Values below exp(-708) are 0. sq_dist may hold +Inf.
  void (*heat_weights)(const double* sq_dist, std::size_t n, double rate, double cut,
                       double* weight);
  // The same with sq_dist[i] / sq_bandwidth for the exponent: identical to the weights of a graph
  // that is stored, and the cut falls on the same pairs.
  void (*quotient_weights)(const double* sq_dist, std::size_t n, double sq_bandwidth, double cut,
                           double* weight);
  // sum_i of the weights of heat_weights()
  double (*heat_sum)(const double* sq_dist, std::size_t n, double rate, double cut);
  // sum_i x[i] y[i]
  double (*dot)(const double* x, const double* y, std::size_t n);
  // out[i] = x[i] y[i]
  void (*multiply)(const double* x, const double* y, std::size_t n, double* out);
  // to[i] = from[i] + (x[i] - centre)^2, where `to` may be `from`
  void (*add_squares)(const double* x, double centre, std::size_t n, const double* from,
                      double* to);
  // y[i] += factor x[i]
  void (*add_multiple)(const double* x, double factor, std::size_t n, double* y);
  // Adds sum_i x[q * x_step + i] y[c * y_step + i] for the block_width rows of x and `columns` of
  // y, a multiple of block_width, to partial sums in block_width * columns * panel_width doubles,
  // zero at first; lane_sums() writes the sums: out[q * columns + c].
  void (*add_dots)(const double* x, std::size_t x_step, const double* y, std::size_t y_step,
                   std::size_t columns, std::size_t n, double* sum);
  void (*lane_sums)(const double* sum, std::size_t columns, double* out);
  // A -= v w' + w v', y = A u of a symmetric A, n x n. The rows of its lower half stand one after
  // the other, each up to the end of the panel_width columns that hold its diagonal entry: blocks
  // on the diagonal are there as a whole. v, w, u are 0 from n to the end of their panel; up to a
  // multiple of block_width y and rows of A are written.
  void (*update_and_multiply)(double* matrix, std::size_t n, const double* v, const double* w,
                              const double* u, double* y);
  // count[s] = how many eigenvalues of a tridiagonal matrix lie below at[s] (Sturm).
  //   sq_beside  squares of the entries beside the diagonal, the first one 0, the others not
  void (*counts_below)(const double* diagonal, const double* sq_beside, std::size_t n,
                       const double* at, std::size_t n_at, double* count);
};

// Returns the table of a level; a level that this build does not have falls back to the one below.
LAPSCALE_ONCE SimdKernels simd_kernels(SimdLevel level);

#if LAPSCALE_BODIES

#define LAPSCALE_SIMD_TABLE                                                                  \
  {                                                                                          \
    sq_distances, sq_distances_within, float_distances_within, gap_exceeds, products,        \
        row_products, add_row_multiples, float_row_products, add_float_row_multiples,        \
        combine_rows, heat_weights, quotient_weights, heat_sum, dot, multiply, add_squares,  \
        add_multiple, add_dots, lane_sums, update_and_multiply, counts_below                 \
  }

LAPSCALE_ONCE SimdKernels simd_kernels(SimdLevel level) {
#if LAPSCALE_WIDE_SIMD
  if (level == SimdLevel::avx512) {
    using namespace simd_avx512;
    return LAPSCALE_SIMD_TABLE;
  }
  if (level == SimdLevel::avx2) {
    using namespace simd_avx2;
    return LAPSCALE_SIMD_TABLE;
  }
#endif
  static_cast<void>(level);
  using namespace simd_baseline;
  return LAPSCALE_SIMD_TABLE;
}

#undef LAPSCALE_SIMD_TABLE

#endif  // LAPSCALE_BODIES

}  // namespace lapscale

#endif
