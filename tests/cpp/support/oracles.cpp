#include "support/oracles.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace tests {

Points points_of(const lapscale::PointIndex& index) {
  Points points(index.size(), index.dim());
  for (std::size_t i = 0; i < points.n; ++i) {
    for (std::size_t k = 0; k < points.dim; ++k) points.at(i, k) = index.coordinate(i, k);
  }
  return points;
}

lapscale::PointIndex paged(const Points& points, std::size_t size, bool floats) {
  using lapscale::PointIndex;
  const auto for_each_block = [&](const PointIndex::BlockVisit& visit) {
    const lapscale::PointView all = points.view();
    for (std::size_t first = 0; first < all.n; first += size) {
      visit({&all.data[first * all.point_step], std::min(size, all.n - first), all.dim,
             all.point_step, all.coordinate_step});
    }
  };
  lapscale::PointRange range;
  range.add(points.view());
  return PointIndex(range, for_each_block, points.view().n, points.view().dim, floats, ".",
                    lapscale::Runtime());
}

double sq_distance(const Points& points, std::size_t i, std::size_t j) {
  double sum = 0;
  for (std::size_t k = 0; k < points.dim; ++k) {
    const double difference = points.at(i, k) - points.at(j, k);
    sum += difference * difference;
  }
  return sum;
}

Eigen::MatrixXd sq_distances(const Points& points) {
  const auto n = static_cast<Eigen::Index>(points.n);
  return Eigen::MatrixXd::NullaryExpr(n, n, [&](Eigen::Index i, Eigen::Index j) {
    return sq_distance(points, static_cast<std::size_t>(i), static_cast<std::size_t>(j));
  });
}

Eigen::MatrixXd heat_matrix(const Eigen::MatrixXd& sq_dist, double bandwidth, double cutoff) {
  return sq_dist.unaryExpr([=](double s) {
    const double u = s / (bandwidth * bandwidth);
    return u <= cutoff * cutoff ? std::exp(-u) : 0.0;
  });
}

std::vector<Found> by_distance(const Points& points, std::size_t from,
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

Eigen::MatrixXd dense_metric(const Points& points, const Eigen::MatrixXd& weights, Eigen::Index i,
                             const MetricQuestion& question) {
  const Eigen::Map<const Eigen::MatrixXd> x(points.x.data(), static_cast<Eigen::Index>(points.dim),
                                            static_cast<Eigen::Index>(points.n));
  const Eigen::VectorXd w = weights.col(i);
  const Eigen::VectorXd degree = weights.colwise().sum();
  Eigen::VectorXd p = w.array() / degree.array().pow(question.alpha);
  p /= p.sum();
  const Eigen::VectorXd mean = x * w / w.sum();
  const Eigen::VectorXd a = question.squared ? w : Eigen::VectorXd(w.cwiseSqrt());
  const Eigen::MatrixXd z = (x.colwise() - mean) * a.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(z * z.transpose());
  const Eigen::MatrixXd v = eigen.eigenvectors().rightCols(static_cast<Eigen::Index>(question.d));
  const Eigen::MatrixXd y = v.transpose() * (x.colwise() - x.col(i));
  const double h = question.bandwidth;
  return 2 / (h * h) * v * (y * p.asDiagonal() * y.transpose()) * v.transpose();
}

Eigen::VectorXd dense_spectrum(const Eigen::MatrixXd& symmetric) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(symmetric, Eigen::EigenvaluesOnly)
      .eigenvalues()
      .reverse();
}

Eigen::VectorXd product_spectrum(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  const Eigen::EigenSolver<Eigen::MatrixXd> eigen(a * b, false);
  Eigen::VectorXd values = eigen.eigenvalues().real();
  std::sort(values.data(), values.data() + values.size(), std::greater<double>());
  return values;
}

bool is_orthonormal(const Eigen::MatrixXd& v, double allowed) {
  return (v.transpose() * v - Eigen::MatrixXd::Identity(v.cols(), v.cols())).norm() < allowed;
}

bool has_extended_precision() {
  volatile long double one = 1;
  volatile long double sum = one + 0x1p-60L;
  return sum > one;
}

double ulps(double value, long double exact) {
  const double unit = std::ldexp(1.0, std::ilogb(static_cast<double>(exact)) - 52);
  return static_cast<double>(std::abs(static_cast<long double>(value) - exact) / unit);
}

}  // namespace tests
