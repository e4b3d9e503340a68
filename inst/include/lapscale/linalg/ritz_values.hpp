#ifndef LAPSCALE_LINALG_RITZ_VALUES_HPP
#define LAPSCALE_LINALG_RITZ_VALUES_HPP

#include <algorithm>

#include "lapscale/linalg/linear_map.hpp"
#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/compiled_once.hpp"
#include "lapscale/runtime/dense_products.hpp"
#include "lapscale/runtime/eigen.hpp"

namespace lapscale {

struct RitzValues {
  Eigen::VectorXd values;  // decreasing
  Eigen::VectorXd errors;  // bounds: an eigenvalue lies within this distance
};

// Returns eigenvalue estimates of a symmetric map after `steps` of Lanczos iteration from `start`,
// with full orthogonalization; at most `steps` of them. The largest come closest, each from below;
// copies of multiple eigenvalues do not show.
LAPSCALE_ONCE RitzValues ritz_values(const VectorMap& map, const Eigen::VectorXd& start,
                                     Eigen::Index steps);
#if LAPSCALE_BODIES
LAPSCALE_ONCE RitzValues ritz_values(const VectorMap& map, const Eigen::VectorXd& start,
                                     Eigen::Index steps) {
  Eigen::MatrixXd basis(start.size(), steps);
  Eigen::VectorXd diagonal(steps);
  Eigen::VectorXd off(steps);
  Eigen::VectorXd next = start.normalized();
  Eigen::Index size = 0;
  while (size < steps) {
    basis.col(size) = next;
    Eigen::VectorXd image = map(next);
    diagonal[size] = next.dot(image);
    const double scale = image.norm();
    ++size;
    const auto found = basis.leftCols(size);
    image -= times_vector(found, transpose_times_vector(found, image));
    image -= times_vector(found, transpose_times_vector(found, image));
    off[size - 1] = image.norm();
    if (!(off[size - 1] > 1e-12 * scale)) break;
    next = image / off[size - 1];
  }
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen;
  eigen.computeFromTridiagonal(diagonal.head(size), off.head(size - 1));
  return {eigen.eigenvalues().reverse(),
          (off[size - 1] * eigen.eigenvectors().row(size - 1).transpose().cwiseAbs()).reverse()};
}
#endif

// Returns about the smallest eigenvalue of a symmetric operator with spectrum in [-1, 1], not above
// it by more than chance: the last Ritz value, less its error.
inline double smallest_eigenvalue_bound(const SymmetricOperator& op, const Eigen::VectorXd& start) {
  const VectorMap map = [&op](const Eigen::VectorXd& v) {
    Eigen::VectorXd image(v.size());
    op.apply(v.data(), image.data());
    return image;
  };
  const RitzValues ritz = ritz_values(map, start, std::min<Eigen::Index>(start.size(), 30));
  const Eigen::Index last = ritz.values.size() - 1;
  return std::max(-1.0, ritz.values[last] - ritz.errors[last]);
}

// Tells whether the first `wanted` Ritz values stand apart, each with a small error; also where
// there are no more than these, all that the start reaches.
inline bool settled(const RitzValues& ritz, Eigen::Index wanted) {
  if (ritz.values.size() <= wanted) return true;
  for (Eigen::Index j = 0; j < wanted; ++j) {
    if (ritz.errors[j] > 0.1 * (ritz.values[j] - ritz.values[j + 1])) return false;
  }
  return true;
}

}  // namespace lapscale

#endif
