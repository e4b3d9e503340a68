#ifndef LAPSCALE_LOCAL_STEP_SPECTRUM_HPP
#define LAPSCALE_LOCAL_STEP_SPECTRUM_HPP

#include "lapscale/runtime/eigen.hpp"

namespace lapscale {

// What one step of the random walk from a point looks like in the columns of the data: the
// eigenvalues of 2 / h^2 times its covariance. Where the walk is heat flow on a manifold that is
// flat at the scale h, the covariance is h^2 / 2 times the projection on the tangent space: as many
// ones as the manifold has dimensions, and zeros.
struct StepSpectrum {
  // Decreasing; with many columns the leading ones, as many as decide the distance.
  Eigen::VectorXd values;
  // 1 / sum_j p_j^2: how many points the step is spread over, 1 for an isolated point.
  double spread = 1;
};

// The share of sum_j p_j (x_j - x_i)(x_j - x_i)' that is lost on average by taking the mean step
// of a sample in place of the expected one: sum_j p_j^2 s_j / sum_j p_j s_j with s the squared
// distances. The sample's covariance is raised by that share of the second moment.
inline double centring_loss(double sum_squared, double sum_plain) {
  return sum_plain > 0 ? sum_squared / sum_plain : 0;
}

}  // namespace lapscale

#endif
