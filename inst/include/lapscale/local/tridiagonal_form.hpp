#ifndef LAPSCALE_LOCAL_TRIDIAGONAL_FORM_HPP
#define LAPSCALE_LOCAL_TRIDIAGONAL_FORM_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "lapscale/local/packed_lower.hpp"
#include "lapscale/points/packed_points.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/simd_kernels.hpp"

namespace lapscale {

// The largest eigenvalues of symmetric matrices of order 1: Householder's reflections, each applied
// while the matrix is multiplied by the next one, so that it is read once for each; then bisection
// of all wanted values in step. One object per thread; it owns the scratch memory.
class TridiagonalForm {
 public:
  // Room for n x n; v() and w() are zero then.
  void resize(std::size_t n) {
    n_ = n;
    const std::size_t length = padded(n);
    for (AlignedBuffer* x : {&v_, &w_, &u_, &y_, &diagonal_, &sq_beside_}) {
      x->reserve(length);
      std::fill(x->data(), x->data() + length, 0.0);
    }
  }
  // Holds what is taken from the matrix first, v w' + w v'.
  double* v() { return v_.data(); }
  double* w() { return w_.data(); }

  // Writes up to k eigenvalues, largest first, times `unit`; those below 0 as 0.
  //   matrix  as PackedLower says; written over
  void write_values(const SimdKernels& kernels, double* matrix, std::size_t k, double unit,
                    double* out) {
    reduce(kernels, matrix);
    const std::size_t present = std::min(k, n_);
    bisect(kernels, present);
    for (std::size_t a = 0; a < present; ++a) out[a] = low_[a] * unit;
  }

 private:
  static constexpr int n_halvings = 44;

  void reduce(const SimdKernels& kernels, double* matrix) {
    for (std::size_t last = n_ - 1; last > 0; --last) {
      double* row = matrix + PackedLower::row(last);
      kernels.add_multiple(w_.data(), -v_[last], PackedLower::row_length(last), row);
      kernels.add_multiple(v_.data(), -w_[last], PackedLower::row_length(last), row);
      diagonal_[last] = row[last];
      v_[last] = w_[last] = 0;
      if (!reflect(kernels, row, last)) continue;
      kernels.update_and_multiply(matrix, last, v_.data(), w_.data(), u_.data(), y_.data());
      std::fill(y_.data() + last, y_.data() + padded(last), 0.0);
      const double product = kernels.dot(u_.data(), y_.data(), padded(last));
      kernels.add_multiple(u_.data(), -product / 2, padded(last), y_.data());
      std::swap(u_, v_);
      std::swap(y_, w_);
    }
    diagonal_[0] = matrix[0] - 2 * v_[0] * w_[0];
    sq_beside_[0] = 0;
  }

  // The k largest eigenvalues lie between low_ and high_.
  void bisect(const SimdKernels& kernels, std::size_t k) {
    const std::size_t length = padded(k);
    for (AlignedBuffer* x : {&low_, &high_, &middle_, &count_}) x->reserve(length);
    std::fill(low_.data(), low_.data() + length, 0.0);
    std::fill(high_.data(), high_.data() + length, largest_row_sum());
    for (int step = 0; step < n_halvings; ++step) {
      for (std::size_t a = 0; a < length; ++a) middle_[a] = low_[a] / 2 + high_[a] / 2;
      kernels.counts_below(diagonal_.data(), sq_beside_.data(), n_, middle_.data(), length,
                           count_.data());
      for (std::size_t a = 0; a < length; ++a) {
        const bool is_above = count_[a] + static_cast<double>(a) < static_cast<double>(n_);
        (is_above ? low_ : high_)[a] = middle_[a];
      }
    }
  }

  // u such that I - u u' leaves of row[0 ... last - 1] the last entry; false where nothing else is
  // there. A - u w' - w u' is the reflected matrix then, w = y - (u'y / 2) u with y = A u.
  bool reflect(const SimdKernels& kernels, double* row, std::size_t last) {
    const double beside = row[last - 1];
    std::fill(row + last - 1, row + padded(last), 0.0);
    const double rest = kernels.dot(row, row, padded(last));
    const double sq_length = rest + beside * beside;
    // Not 0, so that nothing is divided by 0.
    sq_beside_[last] = std::max(sq_length, std::numeric_limits<double>::min());
    if (rest <= std::numeric_limits<double>::min()) return false;
    const double length = std::sqrt(sq_length);
    const double root = std::sqrt(sq_length + std::abs(beside) * length);
    std::fill(u_.data(), u_.data() + padded(last), 0.0);
    kernels.add_multiple(row, 1 / root, padded(last), u_.data());
    u_[last - 1] = (beside < 0 ? beside - length : beside + length) / root;
    return true;
  }

  // No eigenvalue is larger (Gershgorin).
  double largest_row_sum() const {
    double largest = 0;
    double before = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      const double after = i + 1 < n_ ? std::sqrt(sq_beside_[i + 1]) : 0;
      largest = std::max(largest, before + diagonal_[i] + after);
      before = after;
    }
    return largest;
  }

  std::size_t n_ = 0;
  AlignedBuffer v_, w_, u_, y_;
  AlignedBuffer diagonal_, sq_beside_;
  AlignedBuffer low_, high_, middle_, count_;
};

}  // namespace lapscale

#endif
