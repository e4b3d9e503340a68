#ifndef LAPSCALE_LEARN_LAPLACIAN_PRODUCT_HPP
#define LAPSCALE_LEARN_LAPLACIAN_PRODUCT_HPP

#include <algorithm>
#include <cstddef>

#include "lapscale/linalg/matrix_product.hpp"
#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// Products L K of a graph's Laplacian L = D - W with a kernel matrix K, for three kinds of W.
//   kernel   K, u x u; symmetric where W is made of it
//   weights  W, u x u, symmetric
//   degree   the diagonal of D, length u
//   returns  u x u

inline Eigen::MatrixXd laplacian_product(const Eigen::Ref<const Eigen::MatrixXd>& weights,
                                         const Eigen::Ref<const Eigen::VectorXd>& degree,
                                         const Eigen::Ref<const Eigen::MatrixXd>& kernel,
                                         const Runtime& runtime) {
  Eigen::MatrixXd product = degree.asDiagonal() * kernel;
  add_product(weights, kernel, -1, product, runtime);
  return product;
}

// The weights are read once for `width` columns; each sum is taken in the order of the row.
inline Eigen::MatrixXd laplacian_product(const SparseView& weights,
                                         const Eigen::Ref<const Eigen::VectorXd>& degree,
                                         const Eigen::Ref<const Eigen::MatrixXd>& kernel,
                                         const Runtime& runtime) {
  constexpr Eigen::Index width = 8;
  using Rows = Eigen::Array<double, Eigen::Dynamic, width, Eigen::RowMajor>;
  const Eigen::Index u = kernel.rows();
  const Eigen::Index n = kernel.cols();
  Eigen::MatrixXd product(u, n);
  for_blocks(runtime, static_cast<std::size_t>((n + width - 1) / width), [&](std::size_t at) {
    const Eigen::Index first = static_cast<Eigen::Index>(at) * width;
    const Eigen::Index columns = std::min(width, n - first);
    Rows in = Rows::Zero(u, width);
    in.leftCols(columns) = kernel.middleCols(first, columns).array();
    for (Eigen::Index row = 0; row < u; ++row) {
      Eigen::Array<double, 1, width> sum = Eigen::Array<double, 1, width>::Zero();
      const auto i = static_cast<std::size_t>(row);
      for (int e = weights.begin[i]; e < weights.begin[i + 1]; ++e) {
        const auto entry = static_cast<std::size_t>(e);
        sum += weights.value[entry] * in.row(weights.column[entry]);
      }
      product.row(row).segment(first, columns) =
          (degree[row] * in.row(row) - sum).head(columns).matrix();
    }
  });
  return product;
}

// Returns the same where W = F (K - I) F: W K = F (K F K) - F^2 K, of which K F K is symmetric, so
// that one half of it is enough.
//   factor  the diagonal of F, length u
inline Eigen::MatrixXd own_laplacian_product(const Eigen::Ref<const Eigen::VectorXd>& factor,
                                             const Eigen::Ref<const Eigen::VectorXd>& degree,
                                             const Eigen::Ref<const Eigen::MatrixXd>& kernel,
                                             const Runtime& runtime) {
  constexpr Eigen::Index width = 128;
  const Eigen::Index u = kernel.rows();
  Eigen::MatrixXd twice = Eigen::MatrixXd::Zero(u, u);  // K F K
  for (Eigen::Index j = 0; j < u; j += width) {
    const Eigen::Index columns = std::min(width, u - j);
    const Eigen::MatrixXd scaled = factor.asDiagonal() * kernel.middleCols(j, columns);
    add_product(kernel.bottomRows(u - j), scaled, 1, twice.block(j, j, u - j, columns), runtime);
  }
  for (Eigen::Index j = 0; j < u; j += width) {
    const Eigen::Index end = std::min(j + width, u);
    twice.block(j, end, end - j, u - end) = twice.block(end, j, u - end, end - j).transpose();
  }
  const Eigen::VectorXd own = degree + factor.cwiseAbs2();
  for (Eigen::Index j = 0; j < u; ++j) {
    twice.col(j) = own.cwiseProduct(kernel.col(j)) - factor.cwiseProduct(twice.col(j));
  }
  return twice;
}

}  // namespace lapscale

#endif
