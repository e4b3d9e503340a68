#ifndef LAPSCALE_TESTS_METRICS_HPP
#define LAPSCALE_TESTS_METRICS_HPP

#include <cstddef>
#include <vector>

#include "lapscale/local/local_metric.hpp"
#include "lapscale/local/step_spectrum.hpp"
#include "lapscale/neighbors/adjacency.hpp"
#include "lapscale/points/point_index.hpp"
#include "support/oracles.hpp"

namespace tests {

// What the tests of local metrics share: points with their dense weights at one bandwidth.
struct MetricProblem {
  lapscale::PointIndex index;
  Points points;
  double bandwidth;
  double cutoff;
  Eigen::MatrixXd weights;

  // h  in the frame's unit
  MetricProblem(const Points& given, double h, double c);

  // t_j^-alpha
  std::vector<double> degree_factor(double alpha) const;
  // Everybody within cutoff * bandwidth of a position.
  std::vector<lapscale::Neighbor> near(std::size_t position) const;
  // V H V' by the definition.
  Eigen::MatrixXd exact(std::size_t position, const MetricQuestion& question) const;
  // The step spectrum by the definition, all eigenvalues.
  lapscale::StepSpectrum exact_step(std::size_t position, double alpha) const;
  MetricQuestion question(std::size_t d, double alpha, bool squared) const {
    return {bandwidth, d, alpha, squared};
  }
};

// V H V': does not depend on the basis of the plane.
Eigen::MatrixXd in_space(const lapscale::LocalMetric& local);

lapscale::TangentWeights tangent_weights(bool squared);

}  // namespace tests

#endif
