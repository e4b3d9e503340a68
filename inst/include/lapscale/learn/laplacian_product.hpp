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

inline Eigen::MatrixXd laplacian_product(const SparseView& weights,
                                         const Eigen::Ref<const Eigen::VectorXd>& degree,
                                         const Eigen::Ref<const Eigen::MatrixXd>& kernel,
                                         const Runtime& runtime) {
  const Runtime serial;
  const SymmetricOperator w = sparse_operator(weights, serial);
  Eigen::MatrixXd product(kernel.rows(), kernel.cols());
  for_blocks(runtime, static_cast<std::size_t>(kernel.cols()), [&](std::size_t at) {
    const auto j = static_cast<Eigen::Index>(at);
    w.apply(kernel.col(j).data(), product.col(j).data());
    product.col(j) = degree.cwiseProduct(kernel.col(j)) - product.col(j);
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
