#ifndef LAPSCALE_LOCAL_STEP_SPECTRUM_HPP
#define LAPSCALE_LOCAL_STEP_SPECTRUM_HPP

#include <algorithm>
#include <cmath>

#include "lapscale/runtime/eigen.hpp"

namespace lapscale {

// Describes what one step of the random walk from a point looks like in the columns of the data:
// the eigenvalues of 2 / h^2 times its covariance. Where the walk is heat flow on a manifold that
// is flat at the scale h, the covariance is h^2 / 2 times the projection on the tangent space: as
// many ones as the manifold has dimensions, and zeros.
struct StepSpectrum {
  // Decreasing; with many columns the leading ones, as many as decide the distance.
  Eigen::VectorXd values;
  // sum_j p_j^2: 1 over the number of points that the step is spread over.
  double concentration = 1;
  // p_i: the chance to stay.
  double self = 1;
  // sum_j w_ij, the point itself with 1.
  double degree = 1;
};

// Says how the second moment M = sum_j p_j y_j y_j' of a step y is centered, m = sum_j p_j y_j:
//   (1 + raise) M - share m m'
// The mean of a sample takes up sum_j p_j^2 y_j y_j' of it on average: raise M is that in the
// trace. Where the walk mostly stays, there is no mean to speak of: share falls to 0 at p_i = 1/2.
struct Centring {
  double share = 0;
  double raise = 0;
};

// sum_squared = sum_j p_j^2 |y_j|^2, sum_plain = sum_j p_j |y_j|^2, self = p_i
inline Centring centring_of(double sum_squared, double sum_plain, double self) {
  const double share = std::max(0.0, 1 - 2 * self);
  return {share, sum_plain > 0 ? share * sum_squared / sum_plain : 0};
}

// Measures how far the covariance of a step is from that on a manifold, and the dimension it sees.
struct ProjectionDistance {
  double distance;  // to the nearest orthogonal projection of rank 1 or more, in the spectral norm
  double rank;      // the dimension seen: how many eigenvalues are above one half
};

inline ProjectionDistance projection_distance(const Eigen::VectorXd& values) {
  ProjectionDistance result = {std::abs(1 - values[0]), values[0] > 0.5 ? 1.0 : 0.0};
  for (Eigen::Index k = 1; k < values.size(); ++k) {
    const double away = std::min(std::abs(values[k]), std::abs(1 - values[k]));
    result.distance = std::max(result.distance, away);
    if (values[k] > 0.5) result.rank += 1;
  }
  return result;
}

// Does the same for the steps that leave the point: without the chance to stay the covariance is
// that of all steps over 1 - self. At most 1, as of no step at all.
inline ProjectionDistance moving_distance(const StepSpectrum& step) {
  if (!(step.self < 1)) return {1, 0};
  ProjectionDistance result = projection_distance(step.values / (1 - step.self));
  result.distance = std::min(1.0, result.distance);
  return result;
}

// The eigenvalues above this, and the next, decide both distances. Where the first is twice the
// chance to move or more, the distance of the steps that leave is 1 whatever the others are.
inline double min_deciding(double first, double self) {
  const double moves = 1 - self;
  return first < 2 * moves ? moves / 2 : 0.5;
}

}  // namespace lapscale

#endif
