#ifndef LAPSCALE_SYMMETRIC_PRODUCT_HPP
#define LAPSCALE_SYMMETRIC_PRODUCT_HPP

#include <algorithm>
#include <cstddef>

#include "lapscale/aligned_buffer.hpp"
#include "lapscale/eigen.hpp"
#include "lapscale/runtime.hpp"

namespace lapscale {

// The product A B of a symmetric A (n x n) with B (n x m), by the vector kernels: blocks of rows of
// A stay in the cache while the columns of B pass, a slice of the inner index at a time.
inline Eigen::MatrixXd symmetric_product(const Eigen::Ref<const Eigen::MatrixXd>& a,
                                         const Eigen::Ref<const Eigen::MatrixXd>& b,
                                         const Runtime& runtime) {
  constexpr Eigen::Index panels = 8;
  constexpr Eigen::Index width = panels * static_cast<Eigen::Index>(panel_width);
  constexpr Eigen::Index columns = static_cast<Eigen::Index>(block_width);
  constexpr Eigen::Index slice = 256;
  const Eigen::Index n = a.rows();
  Eigen::MatrixXd product = Eigen::MatrixXd::Zero(n, b.cols());
  const SimdKernels kernels = runtime.kernels();
  for_blocks(runtime, static_cast<std::size_t>((n + width - 1) / width), [&](std::size_t at) {
    const Eigen::Index row = static_cast<Eigen::Index>(at) * width;
    const Eigen::Index height = std::min(width, n - row);
    AlignedBuffer packed(static_cast<std::size_t>(width * slice));
    AlignedBuffer block(static_cast<std::size_t>(columns * slice));
    AlignedBuffer out(static_cast<std::size_t>(columns * width));
    for (Eigen::Index first = 0; first < n; first += slice) {
      const Eigen::Index depth = std::min(slice, n - first);
      // Rows of A are its columns: coordinate k of a panel's points stands together there.
      for (Eigen::Index i = 0; i < height; ++i) {
        const Eigen::Index panel = i / static_cast<Eigen::Index>(panel_width);
        const Eigen::Index lane = i % static_cast<Eigen::Index>(panel_width);
        double* to = packed.data() + panel * depth * static_cast<Eigen::Index>(panel_width) + lane;
        for (Eigen::Index k = 0; k < depth; ++k) {
          to[k * static_cast<Eigen::Index>(panel_width)] = a(first + k, row + i);
        }
      }
      for (Eigen::Index j = 0; j < b.cols(); j += columns) {
        const Eigen::Index count = std::min(columns, b.cols() - j);
        for (Eigen::Index q = 0; q < count; ++q) {
          for (Eigen::Index k = 0; k < depth; ++k)
            block.data()[k * columns + q] = b(first + k, j + q);
        }
        kernels.products(packed.data(), static_cast<std::size_t>(depth), panels, block.data(),
                         out.data());
        for (Eigen::Index q = 0; q < count; ++q) {
          product.col(j + q).segment(row, height) +=
              Eigen::Map<const Eigen::VectorXd>(out.data() + q * width, height);
        }
      }
    }
  });
  return product;
}

}  // namespace lapscale

#endif
