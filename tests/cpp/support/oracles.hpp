#ifndef LAPSCALE_TESTS_ORACLES_HPP
#define LAPSCALE_TESTS_ORACLES_HPP

#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "support/manifolds.hpp"

// The definitions of vignette("methods"), written slowly: dense matrices, no tree, no kernel of
// ours.

namespace tests {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double epsilon = std::numeric_limits<double>::epsilon();

// The points as an index sees them: by position, in the frame's unit.
Points points_of(const lapscale::PointIndex& index);

// An index of the same points on the disk, given in blocks of `size`, perhaps as floats.
lapscale::PointIndex paged(const Points& points, std::size_t size, bool floats = false);

double sq_distance(const Points& points, std::size_t i, std::size_t j);

// All squared distances, n x n.
Eigen::MatrixXd sq_distances(const Points& points);

// W: exp(-d^2 / h^2) within cutoff * h, else 0.
Eigen::MatrixXd heat_matrix(const Eigen::MatrixXd& sq_dist, double bandwidth, double cutoff);

struct Found {
  std::size_t row;
  double sq_dist;
};

// All other points, nearest first, ties by `label` (length n).
std::vector<Found> by_distance(const Points& points, std::size_t from,
                               const std::vector<std::size_t>& label);

struct MetricQuestion {
  double bandwidth = 1;
  std::size_t d = 1;
  double alpha = 1;
  bool squared = true;  // weights in the principal components
};

// The local metric of point i by equations 3 to 6 of Perrault-Joncas, Meila and McQueen (2017):
// returned as V H V' (dim x dim), which does not depend on signs or on a rotation within the plane.
//   weights  n x n, 0 where there is no edge
Eigen::MatrixXd dense_metric(const Points& points, const Eigen::MatrixXd& weights, Eigen::Index i,
                             const MetricQuestion& question);

// All eigenvalues, decreasing.
Eigen::VectorXd dense_spectrum(const Eigen::MatrixXd& symmetric);

// All eigenvalues of a * b, of symmetric matrices such that they are real, decreasing.
Eigen::VectorXd product_spectrum(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);

bool is_orthonormal(const Eigen::MatrixXd& v, double allowed = 1e-12);

// Whether long double is wider than double: not on arm64, nor under valgrind.
bool has_extended_precision();

// |value - exact| in units of the last place of `exact`.
double ulps(double value, long double exact);

}  // namespace tests

#endif
