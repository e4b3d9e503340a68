#ifndef LAPSCALE_LOCAL_LOCAL_METRIC_HPP
#define LAPSCALE_LOCAL_LOCAL_METRIC_HPP

#include <cstddef>
#include <limits>

#include "lapscale/runtime/eigen.hpp"

namespace lapscale {

// The metric that a graph Laplacian sees at one point, in the point's own tangent plane.
struct LocalMetric {
  Eigen::MatrixXd metric;   // H, d x d, dimensionless; the identity where all is well
  Eigen::MatrixXd tangent;  // orthonormal columns, dim x d; 0 where no direction was found
};

// Directions in which the neighborhood has no extent are none: their columns of the tangent plane
// become 0.
inline void drop_missing_directions(LocalMetric& local) {
  const Eigen::VectorXd extent = local.metric.diagonal();
  for (Eigen::Index a = 0; a < extent.size(); ++a) {
    if (!(extent[a] > 1e-24 * extent.maxCoeff())) local.tangent.col(a).setZero();
  }
}

// The weights of the local principal components: those of equation 6 (w^2 in the covariance), or
// the kernel's own.
enum class TangentWeights { squared, kernel };

// ||H - I||_2, or ||H^-1 - I||_2; NaN if the inverse is asked for and H is singular to rounding.
inline double distortion_of(const Eigen::MatrixXd& metric, bool inverse) {
  const Eigen::VectorXd values =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(metric, Eigen::EigenvaluesOnly).eigenvalues();
  if (!inverse) return (values.array() - 1).abs().maxCoeff();
  if (!(values.minCoeff() > 1e-12 * values.maxCoeff())) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  return (values.array().inverse() - 1).abs().maxCoeff();
}

}  // namespace lapscale

#endif
