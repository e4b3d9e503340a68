#ifndef LAPSCALE_EMBED_TANGENT_RESIDUALS_HPP
#define LAPSCALE_EMBED_TANGENT_RESIDUALS_HPP

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lapscale/embed/barycentric_weights.hpp"
#include "lapscale/embed/modified_lle_weights.hpp"
#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/dense_factors.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

namespace lapscale {

// Spans what the residuals of a neighborhood are taken from: all functions that are not affine in
// its tangent plane (local tangent space alignment, Zhang and Zha 2004), or the quadratic ones
// alone (Hessian eigenmaps, Donoho and Grimes 2003).
enum class TangentResidual { all, quadratic };

// Returns coordinates of a point and its neighbors in the tangent plane: orthonormal columns of sum
// zero, as many as there are directions, d at most.
//   difference  dim x k, neighbors minus the point, which is the first row of what is returned
inline Eigen::MatrixXd tangent_coordinates(const Eigen::MatrixXd& difference, Eigen::Index d) {
  Eigen::MatrixXd around = Eigen::MatrixXd::Zero(difference.rows(), difference.cols() + 1);
  around.rightCols(difference.cols()) = difference;
  around.colwise() -= around.rowwise().mean().eval();
  const bool tall = around.rows() > around.cols();
  const Eigen::MatrixXd gram =
      tall ? transpose_times(around, around) : times_transpose(around, around);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(gram);
  const Eigen::VectorXd values = eigen.eigenvalues().reverse();
  const Eigen::Index rank = (values.array() > std::max(1e-10 * values[0], 0.0)).count();
  const Eigen::Index kept = std::min(d, rank);
  Eigen::MatrixXd vectors = eigen.eigenvectors().rowwise().reverse().leftCols(kept);
  if (tall) return vectors;
  return transpose_times(around, vectors) *
         values.head(kept).cwiseSqrt().cwiseInverse().asDiagonal();
}

// Returns orthonormal columns, (k + 1) x s, that are orthogonal to every function that is affine in
// the tangent plane; the quadratic ones span with these all that is at most quadratic. A
// neighborhood that has fewer than d directions bounds all functions that are not affine.
inline Eigen::MatrixXd tangent_residual(const Eigen::MatrixXd& difference, Eigen::Index d,
                                        TangentResidual residual) {
  const Eigen::MatrixXd plane = tangent_coordinates(difference, d);
  const Eigen::Index m = plane.rows();
  const Eigen::Index q = plane.cols();
  const bool quadratic = residual == TangentResidual::quadratic && q == d;
  Eigen::MatrixXd functions(m, 1 + q + (quadratic ? d * (d + 1) / 2 : 0));
  functions.col(0).setConstant(1);
  functions.middleCols(1, q) = plane;
  Eigen::Index next = 1 + q;
  for (Eigen::Index a = 0; quadratic && a < d; ++a) {
    for (Eigen::Index b = a; b < d; ++b) {
      functions.col(next++) = plane.col(a).cwiseProduct(plane.col(b));
    }
  }
  if (!quadratic) {
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(functions);
    return reflected_axes(qr.householderQ(), m).rightCols(m - 1 - q);
  }
  const Eigen::HouseholderQR<Eigen::MatrixXd> affine(functions.leftCols(1 + q));
  Eigen::MatrixXd others = functions.rightCols(next - 1 - q);
  reflect(affine.householderQ().adjoint(), others);
  const Eigen::MatrixXd rest = others.bottomRows(m - 1 - q);
  const Eigen::MatrixXd span = orthonormal_span(rest, 1e-10);
  Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(m, span.cols());
  columns.bottomRows(m - 1 - q) = span;
  reflect(affine.householderQ(), columns);
  return columns;
}

// Returns the residuals of all queries, without the entries of the queries themselves: these are
// what makes the sum of a column zero.
//   lists  by position of the query, positions of points
inline WeightVectors tangent_residuals(const PointIndex& points, const PointIndex& queries,
                                       const Adjacency& lists, std::size_t d,
                                       TangentResidual residual, const Runtime& runtime) {
  std::vector<Eigen::MatrixXd> found(lists.size());
  constexpr std::size_t block = 64;
  const auto take = [&](std::size_t i) {
    const Eigen::MatrixXd difference = neighbor_differences(points, queries, lists, i);
    found[i] = tangent_residual(difference, static_cast<Eigen::Index>(d), residual)
                   .bottomRows(difference.cols());
  };
  for_rows(lists.size(), runtime, take, block);
  return weight_vectors_in_order(found);
}

}  // namespace lapscale

#endif
