#ifndef LAPSCALE_EMBED_COLUMN_GRADIENTS_HPP
#define LAPSCALE_EMBED_COLUMN_GRADIENTS_HPP

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lapscale/embed/tangent_residuals.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "lapscale/runtime/span.hpp"

namespace lapscale {

// Sums over points of the gradients of s functions along p columns, each p x s.
struct ColumnGradients {
  Eigen::MatrixXd squares;
  Eigen::MatrixXd values;
  Eigen::MatrixXd moduli;
};

// Returns the gradients of functions at a point by least squares in its tangent plane, p x s. With
// orthonormal columns U of sum zero that span the plane, and the differences D of the neighbors,
//
//   sum_a z_a (u_a' f) / |z_a|^2,   z_a = D u_a
//
//   difference  p x k, neighbors minus the point
//   rise        (k + 1) x s, the functions at the point and at its neighbors
inline Eigen::MatrixXd tangent_gradients(const Eigen::MatrixXd& difference,
                                         const Eigen::MatrixXd& rise, Eigen::Index d) {
  const Eigen::MatrixXd plane = tangent_coordinates(difference, d);
  if (plane.cols() == 0) return Eigen::MatrixXd::Zero(difference.rows(), rise.cols());
  const Eigen::MatrixXd directions = times(difference, plane.bottomRows(difference.cols()));
  const Eigen::VectorXd sq_length = directions.colwise().squaredNorm();
  const Eigen::MatrixXd slope =
      sq_length.cwiseInverse().asDiagonal() * transpose_times(plane, rise);
  return times(directions, slope);
}

// Sums them over all points, each as often as its mass says.
//   x  p x n and f  s x n, a point per column;  mass  length n
//   begin, index  the neighbors of point i are index[begin[i]] to index[begin[i + 1] - 1]
inline ColumnGradients column_gradients(const Eigen::MatrixXd& x, const Eigen::MatrixXd& f,
                                        Span<const std::size_t> begin,
                                        Span<const std::size_t> index, Span<const double> mass,
                                        std::size_t d, const Runtime& runtime) {
  const auto n = static_cast<std::size_t>(x.cols());
  const ColumnGradients zero{Eigen::MatrixXd::Zero(x.rows(), f.rows()),
                             Eigen::MatrixXd::Zero(x.rows(), f.rows()),
                             Eigen::MatrixXd::Zero(x.rows(), f.rows())};
  // Few blocks, because each has sums as large as the table is wide.
  constexpr std::size_t max_blocks = 32;
  const std::size_t size = std::max<std::size_t>(16, (n + max_blocks - 1) / max_blocks);
  std::vector<ColumnGradients> sums((n + size - 1) / size, zero);
  for_ranges(n, size, runtime, [&](std::size_t first, std::size_t end) {
    ColumnGradients& sum = sums[first / size];
    for (std::size_t i = first; i < end; ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      const auto k = static_cast<Eigen::Index>(begin[i + 1] - begin[i]);
      Eigen::MatrixXd difference(x.rows(), k);
      Eigen::MatrixXd rise = Eigen::MatrixXd::Zero(k + 1, f.rows());
      for (Eigen::Index j = 0; j < k; ++j) {
        const auto to = static_cast<Eigen::Index>(index[begin[i] + static_cast<std::size_t>(j)]);
        difference.col(j) = x.col(to) - x.col(at);
        rise.row(j + 1) = (f.col(to) - f.col(at)).transpose();
      }
      const Eigen::MatrixXd gradients =
          tangent_gradients(difference, rise, static_cast<Eigen::Index>(d));
      sum.squares += mass[i] * gradients.cwiseAbs2();
      sum.values += mass[i] * gradients;
      sum.moduli += mass[i] * gradients.cwiseAbs();
    }
  });
  ColumnGradients total = zero;
  for (const ColumnGradients& sum : sums) {
    total.squares += sum.squares;
    total.values += sum.values;
    total.moduli += sum.moduli;
  }
  return total;
}

}  // namespace lapscale

#endif
