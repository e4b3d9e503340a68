#ifndef LAPSCALE_TESTS_ORACLES_HPP
#define LAPSCALE_TESTS_ORACLES_HPP

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "lapscale/eigen.hpp"
#include "lapscale/point_index.hpp"
#include "manifolds.hpp"

// The definitions of METHODS.md, written slowly: dense matrices, no tree, no kernel of ours.

namespace tests {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double epsilon = std::numeric_limits<double>::epsilon();

// The points as an index sees them: by position, in the frame's unit.
inline Points points_of(const lapscale::PointIndex& index) {
  Points points(index.size(), index.dim());
  for (std::size_t i = 0; i < points.n; ++i) {
    for (std::size_t k = 0; k < points.dim; ++k) points.at(i, k) = index.coordinate(i, k);
  }
  return points;
}

inline double sq_distance(const Points& points, std::size_t i, std::size_t j) {
  double sum = 0;
  for (std::size_t k = 0; k < points.dim; ++k) {
    const double difference = points.at(i, k) - points.at(j, k);
    sum += difference * difference;
  }
  return sum;
}

// All squared distances, n x n.
inline Eigen::MatrixXd sq_distances(const Points& points) {
  const auto n = static_cast<Eigen::Index>(points.n);
  Eigen::MatrixXd all(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index i = 0; i < n; ++i) {
      all(i, j) = sq_distance(points, static_cast<std::size_t>(i), static_cast<std::size_t>(j));
    }
  }
  return all;
}

// W: exp(-d^2 / h^2) within cutoff * h, else 0.
inline Eigen::MatrixXd heat_matrix(const Eigen::MatrixXd& sq_dist, double bandwidth,
                                   double cutoff) {
  return sq_dist.unaryExpr([=](double s) {
    const double u = s / (bandwidth * bandwidth);
    return u <= cutoff * cutoff ? std::exp(-u) : 0.0;
  });
}

struct Found {
  std::size_t row;
  double sq_dist;
};

// All other points, nearest first, ties by `label` (length n).
inline std::vector<Found> by_distance(const Points& points, std::size_t from,
                                      const std::vector<std::size_t>& label) {
  std::vector<Found> found;
  for (std::size_t j = 0; j < points.n; ++j) {
    if (j != from) found.push_back({label[j], sq_distance(points, from, j)});
  }
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
    return a.sq_dist < b.sq_dist || (a.sq_dist <= b.sq_dist && a.row < b.row);
  });
  return found;
}

struct MetricQuestion {
  double bandwidth = 1;
  std::size_t d = 1;
  double alpha = 1;
  bool squared = true;  // weights in the principal components
};

// The local metric of point i as METHODS 2 has it, steps 1 to 3: returned as V H V' (dim x dim),
// which does not depend on signs or on a rotation within the plane.
//   weights  n x n, 0 where there is no edge
inline Eigen::MatrixXd dense_metric(const Points& points, const Eigen::MatrixXd& weights,
                                    Eigen::Index i, const MetricQuestion& question) {
  const Eigen::Map<const Eigen::MatrixXd> x(points.x.data(), static_cast<Eigen::Index>(points.dim),
                                            static_cast<Eigen::Index>(points.n));
  const Eigen::VectorXd w = weights.col(i);
  const Eigen::VectorXd degree = weights.colwise().sum();
  Eigen::VectorXd p = w.array() / degree.array().pow(question.alpha);
  p /= p.sum();
  const Eigen::VectorXd mean = x * w / w.sum();
  const Eigen::VectorXd a = question.squared ? w : Eigen::VectorXd(w.cwiseSqrt());
  const Eigen::MatrixXd z = (x.colwise() - mean) * a.asDiagonal();
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(z, Eigen::ComputeThinU);
  const Eigen::MatrixXd v = svd.matrixU().leftCols(static_cast<Eigen::Index>(question.d));
  const Eigen::MatrixXd y = v.transpose() * (x.colwise() - x.col(i));
  const double h = question.bandwidth;
  return 2 / (h * h) * v * (y * p.asDiagonal() * y.transpose()) * v.transpose();
}

inline double norm2(const Eigen::MatrixXd& symmetric) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(symmetric, Eigen::EigenvaluesOnly)
      .eigenvalues()
      .cwiseAbs()
      .maxCoeff();
}

// Whether long double is wider than double: not on arm64, nor under valgrind.
inline bool has_extended_precision() {
  volatile long double one = 1;
  volatile long double sum = one + 0x1p-60L;
  return sum > one;
}

// |value - exact| in units of the last place of `exact`.
inline double ulps(double value, long double exact) {
  const double unit = std::ldexp(1.0, std::ilogb(static_cast<double>(exact)) - 52);
  return static_cast<double>(std::abs(static_cast<long double>(value) - exact) / unit);
}

}  // namespace tests

#endif
