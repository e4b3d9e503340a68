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

lapscale::StepSpectrum MetricProblem::exact_step(std::size_t position, double alpha) const {
  const auto i = static_cast<Eigen::Index>(position);
  const Eigen::VectorXd degree = weights.colwise().sum();
  Eigen::VectorXd p = weights.col(i).array() * degree.array().pow(-alpha);
  p /= p.sum();
  const auto dim = static_cast<Eigen::Index>(points.dim);
  Eigen::MatrixXd second = Eigen::MatrixXd::Zero(dim, dim);
  Eigen::VectorXd mean = Eigen::VectorXd::Zero(dim);
  double lost = 0;
  for (std::size_t j = 0; j < points.n; ++j) {
    Eigen::VectorXd y(dim);
    for (std::size_t k = 0; k < points.dim; ++k) {
      y[static_cast<Eigen::Index>(k)] = points.at(j, k) - points.at(position, k);
    }
    const double share = p[static_cast<Eigen::Index>(j)];
    second += share * y * y.transpose();
    mean += share * y;
    lost += share * share * y.squaredNorm();
  }
  const double share = std::max(0.0, 1 - 2 * p[i]);
  const double q = second.trace() > 0 ? lost / second.trace() : 0;
  const Eigen::MatrixXd step =
      2 / (bandwidth * bandwidth) * (second - share * (mean * mean.transpose() - q * second));
  lapscale::StepSpectrum result;
  result.values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(step).eigenvalues().reverse();
  result.concentration = p.squaredNorm();
  result.self = p[i];
  result.degree = degree[i];
  return result;
}

Eigen::MatrixXd in_space(const lapscale::LocalMetric& local) {
  return local.tangent * local.metric * local.tangent.transpose();
}

lapscale::TangentWeights tangent_weights(bool squared) {
  return squared ? lapscale::TangentWeights::squared : lapscale::TangentWeights::kernel;
}

}  // namespace tests
