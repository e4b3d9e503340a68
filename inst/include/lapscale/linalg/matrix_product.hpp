#ifndef LAPSCALE_LINALG_MATRIX_PRODUCT_HPP
#define LAPSCALE_LINALG_MATRIX_PRODUCT_HPP

#include <algorithm>
#include <cstddef>

#include "lapscale/runtime/aligned_buffer.hpp"
#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// C += factor A B by the vector kernels: blocks of rows of A stay in the cache while the columns of
// B pass, a slice of the inner index at a time.
//   a  m x r    b  r x p    c  m x p, written; no part of a or b
LAPSCALE_ONCE void add_product(const Eigen::Ref<const Eigen::MatrixXd>& a,
                               const Eigen::Ref<const Eigen::MatrixXd>& b, double factor,
                               Eigen::Ref<Eigen::MatrixXd> c, const Runtime& runtime);
#if LAPSCALE_BODIES
LAPSCALE_ONCE void add_product(const Eigen::Ref<const Eigen::MatrixXd>& a,
                               const Eigen::Ref<const Eigen::MatrixXd>& b, double factor,
                               Eigen::Ref<Eigen::MatrixXd> c, const Runtime& runtime) {
  constexpr auto lanes = static_cast<Eigen::Index>(panel_width);
  constexpr auto columns = static_cast<Eigen::Index>(block_width);
  constexpr Eigen::Index width = 8 * lanes;
  constexpr Eigen::Index slice = 256;
  const SimdKernels kernels = runtime.kernels();
  for_ranges(a.rows(), width, runtime, [&](Eigen::Index row, Eigen::Index end) {
    const Eigen::Index height = end - row;
    const Eigen::Index panels = (height + lanes - 1) / lanes;
    AlignedBuffer packed(static_cast<std::size_t>(width * slice));
    AlignedBuffer block(static_cast<std::size_t>(columns * slice));
    AlignedBuffer out(static_cast<std::size_t>(columns * width));
    for (Eigen::Index first = 0; first < a.cols(); first += slice) {
      const Eigen::Index depth = std::min(slice, a.cols() - first);
      for (Eigen::Index panel = 0; panel < panels; ++panel) {
        const Eigen::Index count = std::min(lanes, height - panel * lanes);
        for (Eigen::Index k = 0; k < depth; ++k) {
          double* to = packed.data() + (panel * depth + k) * lanes;
          const double* from = &a.coeffRef(row + panel * lanes, first + k);
          std::copy(from, from + count, to);
          std::fill(to + count, to + lanes, 0.0);
        }
      }
      for (Eigen::Index j = 0; j < b.cols(); j += columns) {
        const Eigen::Index count = std::min(columns, b.cols() - j);
        for (Eigen::Index q = 0; q < columns; ++q) {
          for (Eigen::Index k = 0; k < depth; ++k) {
            block.data()[k * columns + q] = q < count ? b(first + k, j + q) : 0;
          }
        }
        kernels.products(packed.data(), static_cast<std::size_t>(depth),
                         static_cast<std::size_t>(panels), block.data(), out.data());
        for (Eigen::Index q = 0; q < count; ++q) {
          c.col(j + q).segment(row, height) +=
              factor * Eigen::Map<const Eigen::VectorXd>(out.data() + q * panels * lanes, height);
        }
      }
    }
  });
}
#endif

// A'B, its rows taken a thousand at a time.
//   a  m x r    b  m x p    returns  r x p
LAPSCALE_ONCE Eigen::MatrixXd cross_product(const Eigen::Ref<const Eigen::MatrixXd>& a,
                                            const Eigen::Ref<const Eigen::MatrixXd>& b,
                                            const Runtime& runtime);
#if LAPSCALE_BODIES
LAPSCALE_ONCE Eigen::MatrixXd cross_product(const Eigen::Ref<const Eigen::MatrixXd>& a,
                                            const Eigen::Ref<const Eigen::MatrixXd>& b,
                                            const Runtime& runtime) {
  constexpr Eigen::Index height = 1024;
  Eigen::MatrixXd product = Eigen::MatrixXd::Zero(a.cols(), b.cols());
  for (Eigen::Index row = 0; row < a.rows(); row += height) {
    const Eigen::Index rows = std::min(height, a.rows() - row);
    const Eigen::MatrixXd turned = a.middleRows(row, rows).transpose();
    add_product(turned, b.middleRows(row, rows), 1, product, runtime);
  }
  return product;
}
#endif

}  // namespace lapscale

#endif
