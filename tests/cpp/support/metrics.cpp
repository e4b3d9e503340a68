#include "support/metrics.hpp"

#include <algorithm>

#include "lapscale/runtime/runtime.hpp"

namespace tests {

MetricProblem::MetricProblem(const Points& given, double h, double c)
    : index(given.view(), lapscale::Runtime()),
      points(points_of(index)),
      bandwidth(h),
      cutoff(c),
      weights(heat_matrix(sq_distances(points), h, c)) {}

std::vector<double> MetricProblem::degree_factor(double alpha) const {
  const Eigen::VectorXd factor = weights.colwise().sum().array().pow(-alpha);
  return {factor.begin(), factor.end()};
}

std::vector<lapscale::Neighbor> MetricProblem::near(std::size_t position) const {
  std::vector<lapscale::Neighbor> found;
  const double radius = std::min(cutoff, 27.0) * bandwidth;
  lapscale::NeighborSearch(index, nullptr, lapscale::Runtime())
      .find(position, radius * radius, found);
  return found;
}

Eigen::MatrixXd MetricProblem::exact(std::size_t position, const MetricQuestion& question) const {
  return dense_metric(points, weights, static_cast<Eigen::Index>(position), question);
}

Eigen::MatrixXd in_space(const lapscale::LocalMetric& local) {
  return local.tangent * local.metric * local.tangent.transpose();
}

lapscale::TangentWeights tangent_weights(bool squared) {
  return squared ? lapscale::TangentWeights::squared : lapscale::TangentWeights::kernel;
}

}  // namespace tests
