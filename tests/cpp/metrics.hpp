#ifndef LAPSCALE_TESTS_METRICS_HPP
#define LAPSCALE_TESTS_METRICS_HPP

#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/adjacency.hpp"
#include "lapscale/local_metric.hpp"
#include "lapscale/point_index.hpp"
#include "oracles.hpp"
#include "threads.hpp"

// What the tests of local metrics share: an index with the dense weights of one bandwidth.

namespace tests {

struct MetricProblem {
  lapscale::PointIndex index;
  Points points;
  Eigen::MatrixXd sq_dist;
  double bandwidth;
  double cutoff;
  Eigen::MatrixXd weights;

  // bandwidth in the frame's unit
  MetricProblem(const Points& given, double h, double c)
      : index(given.view(), lapscale::Runtime()),
        points(points_of(index)),
        sq_dist(sq_distances(points)),
        bandwidth(h),
        cutoff(c),
        weights(heat_matrix(sq_dist, h, c)) {}

  // t_j^-alpha
  std::vector<double> degree_factor(double alpha) const {
    const Eigen::VectorXd factor = weights.colwise().sum().array().pow(-alpha);
    return {factor.begin(), factor.end()};
  }
  // Everybody within cutoff * bandwidth of a position.
  std::vector<lapscale::Neighbor> near(std::size_t position) const {
    std::vector<lapscale::Neighbor> found;
    const double radius = std::min(cutoff, 27.0) * bandwidth;
    lapscale::NeighborSearch(index, nullptr, lapscale::Runtime())
        .find(position, radius * radius, found);
    return found;
  }
  Eigen::MatrixXd exact(std::size_t position, const MetricQuestion& question) const {
    return dense_metric(points, weights, static_cast<Eigen::Index>(position), question);
  }
  MetricQuestion question(std::size_t d, double alpha, bool squared) const {
    return {bandwidth, d, alpha, squared};
  }
};

// V H V': does not depend on the basis of the plane.
inline Eigen::MatrixXd in_space(const lapscale::LocalMetric& local) {
  return local.tangent * local.metric * local.tangent.transpose();
}

inline bool is_orthonormal(const Eigen::MatrixXd& v, double allowed = 1e-12) {
  return (v.transpose() * v - Eigen::MatrixXd::Identity(v.cols(), v.cols())).norm() < allowed;
}

inline lapscale::TangentWeights tangent_weights(bool squared) {
  return squared ? lapscale::TangentWeights::squared : lapscale::TangentWeights::kernel;
}

}  // namespace tests

#endif
