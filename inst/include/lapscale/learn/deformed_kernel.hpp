#ifndef LAPSCALE_LEARN_DEFORMED_KERNEL_HPP
#define LAPSCALE_LEARN_DEFORMED_KERNEL_HPP

#include <cstddef>
#include <vector>

#include "lapscale/linalg/blocked_lu.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// Columns of A^-1, A = ambient I + manifold L K, at the labeled points: with them every kernel
// machine regularized on a manifold is an ordinary one with the kernel (ambient K^-1 + manifold
// L)^-1 = K A^-1 (Belkin, Niyogi and Sindhwani 2006, eq. 8; Sindhwani, Niyogi and Belkin 2005).
struct DeformedKernel {
  Eigen::MatrixXd coefficients;  // A^-1 E, u x n: functions are K times these
  Eigen::MatrixXd gram;          // rows of K A^-1 E at the labeled points, n x n, symmetric
};

//   kernel    K, u x u, symmetric
//   product   L K, u x u, L symmetric; not looked at where manifold = 0
//   labelled  n row numbers
inline DeformedKernel deformed_kernel(const Eigen::Ref<const Eigen::MatrixXd>& kernel,
                                      const Eigen::Ref<const Eigen::MatrixXd>& product,
                                      const std::vector<std::size_t>& labelled, double ambient,
                                      double manifold, const Runtime& runtime) {
  const Eigen::Index u = kernel.rows();
  const auto n = static_cast<Eigen::Index>(labelled.size());
  DeformedKernel result;
  result.coefficients = Eigen::MatrixXd::Zero(u, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    result.coefficients(static_cast<Eigen::Index>(labelled[static_cast<std::size_t>(j)]), j) = 1;
  }
  if (manifold > 0) {
    Eigen::MatrixXd a = manifold * product;
    a.diagonal().array() += ambient;
    BlockedLu(a, result.coefficients, runtime).solve();
  } else {
    result.coefficients /= ambient;
  }
  Eigen::MatrixXd rows(n, u);
  for (Eigen::Index j = 0; j < n; ++j) {
    rows.row(j) =
        kernel.col(static_cast<Eigen::Index>(labelled[static_cast<std::size_t>(j)])).transpose();
  }
  const Eigen::MatrixXd gram = times(rows, result.coefficients);
  result.gram = (gram + gram.transpose()) / 2;
  return result;
}

}  // namespace lapscale

#endif
