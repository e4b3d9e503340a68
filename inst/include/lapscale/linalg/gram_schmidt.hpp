#ifndef LAPSCALE_LINALG_GRAM_SCHMIDT_HPP
#define LAPSCALE_LINALG_GRAM_SCHMIDT_HPP

#include <cmath>
#include <cstddef>

#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Returns columns (n x k) made orthonormal on some rows, one after the other; a column that these
// rows cannot tell from those before it becomes zero. What is done there is done on all rows.
// Classical Gram-Schmidt, twice is enough (Giraud, Langou, Rozloznik 2005).
LAPSCALE_ONCE Eigen::MatrixXd orthonormal_on(Span<const std::size_t> rows, Eigen::MatrixXd columns);
#if LAPSCALE_BODIES
LAPSCALE_ONCE Eigen::MatrixXd orthonormal_on(Span<const std::size_t> rows,
                                             Eigen::MatrixXd columns) {
  const auto m = static_cast<Eigen::Index>(rows.size());
  const double least = 1e-6 * std::sqrt(static_cast<double>(m));
  Eigen::MatrixXd seen(m, columns.cols());
  for (Eigen::Index j = 0; j < columns.cols(); ++j) {
    for (Eigen::Index i = 0; i < m; ++i) {
      seen(i, j) = columns(static_cast<Eigen::Index>(rows[static_cast<std::size_t>(i)]), j);
    }
    for (int twice = 0; twice < 2; ++twice) {
      const Eigen::VectorXd share = seen.leftCols(j).transpose() * seen.col(j);
      seen.col(j) -= seen.leftCols(j) * share;
      columns.col(j) -= columns.leftCols(j) * share;
    }
    const double norm = seen.col(j).norm();
    const double factor = norm > least ? 1 / norm : 0;
    seen.col(j) *= factor;
    columns.col(j) *= factor;
  }
  return columns;
}
#endif

// Returns columns into orthonormal ones times an upper triangle; false where they are dependent.
LAPSCALE_ONCE bool make_orthonormal(Eigen::MatrixXd& columns, Eigen::MatrixXd& triangle);
#if LAPSCALE_BODIES
LAPSCALE_ONCE bool make_orthonormal(Eigen::MatrixXd& columns, Eigen::MatrixXd& triangle) {
  triangle.setZero();
  const double scale = columns.colwise().norm().maxCoeff();
  for (Eigen::Index j = 0; j < columns.cols(); ++j) {
    for (int twice = 0; twice < 2; ++twice) {
      const Eigen::VectorXd share = columns.leftCols(j).transpose() * columns.col(j);
      columns.col(j) -= columns.leftCols(j) * share;
      triangle.col(j).head(j) += share;
    }
    triangle(j, j) = columns.col(j).norm();
    if (!(triangle(j, j) > 1e-12 * scale)) return false;
    columns.col(j) /= triangle(j, j);
  }
  return true;
}
#endif

}  // namespace lapscale

#endif
