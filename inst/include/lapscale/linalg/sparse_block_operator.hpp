#ifndef LAPSCALE_LINALG_SPARSE_BLOCK_OPERATOR_HPP
#define LAPSCALE_LINALG_SPARSE_BLOCK_OPERATOR_HPP

#include <algorithm>
#include <cstddef>

#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// Products of a symmetric sparse M with blocks of vectors. Eight of them take little longer than
// one, because an entry is read once and the numbers that it multiplies lie side by side.
inline BlockOperator sparse_block_operator(const SparseView& matrix, const Runtime& runtime) {
  return {matrix.size(), [matrix, runtime](const Eigen::MatrixXd& in) {
            constexpr std::size_t eight = 8;
            constexpr std::size_t rows_per_range = 64;
            const auto count = static_cast<std::size_t>(in.cols());
            const std::size_t columns = (count + eight - 1) / eight * eight;
            const std::size_t n = matrix.size();
            AlignedBuffer table(n * columns);
            std::fill(table.data(), table.data() + n * columns, 0.0);
            for (std::size_t c = 0; c < count; ++c) {
              const double* column = in.data() + c * n;
              for (std::size_t i = 0; i < n; ++i) table[i * columns + c] = column[i];
            }
            Eigen::MatrixXd out(in.rows(), in.cols());
            const SimdKernels kernels = runtime.kernels();
            for_ranges(n, rows_per_range, runtime, [&](std::size_t begin, std::size_t end) {
              AlignedBuffer sum(columns);
              for (std::size_t row = begin; row < end; ++row) {
                const auto first = static_cast<std::size_t>(matrix.begin[row]);
                const auto last = static_cast<std::size_t>(matrix.begin[row + 1]);
                kernels.combine_rows(matrix.value.data() + first, matrix.column.data() + first,
                                     last - first, table.data(), columns, sum.data());
                for (std::size_t c = 0; c < count; ++c) {
                  out(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(c)) = sum[c];
                }
              }
            });
            return out;
          }};
}

}  // namespace lapscale

#endif
