#ifndef LAPSCALE_LINALG_DENSE_BLOCK_OPERATOR_HPP
#define LAPSCALE_LINALG_DENSE_BLOCK_OPERATOR_HPP

#include <algorithm>
#include <cstddef>

#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// Products of a symmetric dense M (n x n, n at least block_width) with blocks of vectors, at the
// speed at which M is read.
class DenseBlockProduct {
 public:
  DenseBlockProduct(const double* matrix, std::size_t n) : matrix_(matrix), n_(n) {}

  Eigen::MatrixXd times(const Eigen::MatrixXd& in, const Runtime& runtime) const {
    const auto count = static_cast<std::size_t>(in.cols());
    const std::size_t columns = (count + block_width - 1) / block_width * block_width;
    AlignedBuffer value(columns * n_);
    std::copy_n(in.data(), count * n_, value.data());
    Eigen::MatrixXd out(in.rows(), in.cols());
    const SimdKernels kernels = runtime.kernels();
    for_ranges(n_, rows_at_once, runtime, [&](std::size_t begin, std::size_t end) {
      const std::size_t n_blocks = (end - begin + block_width - 1) / block_width;
      const std::size_t part_size = block_width * columns * panel_width;
      AlignedBuffer part(n_blocks * part_size);
      AlignedBuffer sum(block_width * columns);
      const std::size_t whole = n_ / panel_width * panel_width;
      for (std::size_t from = 0; from < whole; from += chunk) {
        for (std::size_t b = 0; b < n_blocks; ++b) {
          kernels.add_dots(matrix_ + first_row(begin, b) * n_ + from, n_, value.data() + from, n_,
                           columns, std::min(chunk, whole - from), part.data() + b * part_size);
        }
      }
      for (std::size_t b = 0; b < n_blocks; ++b) {
        kernels.lane_sums(part.data() + b * part_size, columns, sum.data());
        for (std::size_t q = 0; q < block_width; ++q) {
          const std::size_t row = first_row(begin, b) + q;
          if (row < begin || row >= end) continue;
          for (std::size_t c = 0; c < count; ++c) {
            double total = sum[q * columns + c];
            for (std::size_t i = whole; i < n_; ++i) {
              total += matrix_[row * n_ + i] * value[c * n_ + i];
            }
            out(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(c)) = total;
          }
        }
      }
    });
    return out;
  }

  // times() as an operator; it keeps a reference to this product.
  BlockOperator as_operator(const Runtime& runtime) const {
    return {n_, [this, runtime](const Eigen::MatrixXd& in) { return times(in, runtime); }};
  }

 private:
  // Keeps what of the vectors is used for several rows in turn in the second cache.
  static constexpr std::size_t rows_at_once = 8 * block_width;
  static constexpr std::size_t chunk = 32 * panel_width;

  // The last block begins early enough to be whole.
  std::size_t first_row(std::size_t begin, std::size_t block) const {
    return std::min(begin + block * block_width, n_ - block_width);
  }

  const double* matrix_;
  std::size_t n_;
};

}  // namespace lapscale

#endif
