#ifndef LAPSCALE_LINALG_GRAM_SCHMIDT_HPP
#define LAPSCALE_LINALG_GRAM_SCHMIDT_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Returns columns (n x k) made orthonormal on some rows, which count so often, one after the other.
// What is done there is done on all rows. A combination of the columns whose norm on the rows is
// less than `min_norm` times that of its coefficients gets what it lacks as an entry in a further
// row, which is a penalty of its own, so that it is not divided by less. Classical Gram-Schmidt,
// twice is enough (Giraud, Langou, Rozloznik 2005).
LAPSCALE_ONCE Eigen::MatrixXd orthonormal_on(Span<const std::size_t> rows, Eigen::MatrixXd columns,
                                             Span<const double> count, double min_norm);
#if LAPSCALE_BODIES
LAPSCALE_ONCE Eigen::MatrixXd orthonormal_on(Span<const std::size_t> rows, Eigen::MatrixXd columns,
                                             Span<const double> count, double min_norm) {
  const auto m = static_cast<Eigen::Index>(rows.size());
  const Eigen::Index k = columns.cols();
  Eigen::MatrixXd seen = Eigen::MatrixXd::Zero(m + k, k);
  Eigen::MatrixXd coefficients = Eigen::MatrixXd::Identity(k, k);
  for (Eigen::Index j = 0; j < k; ++j) {
    for (Eigen::Index i = 0; i < m; ++i) {
      const auto at = static_cast<std::size_t>(i);
      seen(i, j) = std::sqrt(count[at]) * columns(static_cast<Eigen::Index>(rows[at]), j);
    }
    for (int twice = 0; twice < 2; ++twice) {
      const Eigen::VectorXd share = transpose_times_vector(seen.leftCols(j), seen.col(j));
      seen.col(j) -= times_vector(seen.leftCols(j), share);
      coefficients.col(j) -= times_vector(coefficients.leftCols(j), share);
      columns.col(j) -= times_vector(columns.leftCols(j), share);
    }
    const double norm = seen.col(j).norm();
    const double least = min_norm * coefficients.col(j).norm();
    if (norm < least) seen(m + j, j) = std::sqrt((least - norm) * (least + norm));
    const double factor = 1 / std::max(norm, least);
    seen.col(j) *= factor;
    coefficients.col(j) *= factor;
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
      const Eigen::VectorXd share = transpose_times_vector(columns.leftCols(j), columns.col(j));
      columns.col(j) -= times_vector(columns.leftCols(j), share);
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
