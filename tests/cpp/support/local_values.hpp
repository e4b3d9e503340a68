#ifndef LAPSCALE_TESTS_LOCAL_VALUES_HPP
#define LAPSCALE_TESTS_LOCAL_VALUES_HPP

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lapscale/kernel/degrees.hpp"
#include "lapscale/local/neighborhood.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "support/oracles.hpp"

namespace tests {

// All points as neighbors of one.
inline lapscale::Neighborhood around(const lapscale::PointIndex& index, std::size_t centre,
                                     double smallest, double largest) {
  const Points points = points_of(index);
  std::vector<lapscale::Neighbor> list;
  for (std::size_t j = 0; j < points.n; ++j) {
    list.push_back({static_cast<std::uint32_t>(j), sq_distance(points, centre, j)});
  }
  lapscale::Neighborhood near;
  near.assign(index, centre, list, lapscale::bins_for(smallest, largest, infinity));
  return near;
}

// The eigenvalues of the covariance around one point, weighted by the heat kernel.
inline Eigen::VectorXd slow_values(const lapscale::PointIndex& index, std::size_t centre, double h,
                                   double cutoff) {
  const Points points = points_of(index);
  const auto dim = static_cast<Eigen::Index>(points.dim);
  const auto n = static_cast<Eigen::Index>(points.n);
  const Eigen::Map<const Eigen::MatrixXd> x(points.x.data(), dim, n);
  Eigen::VectorXd w(n);
  for (Eigen::Index j = 0; j < n; ++j) {
    const double s = sq_distance(points, centre, static_cast<std::size_t>(j));
    w[j] = s <= cutoff * cutoff * h * h ? std::exp(-s / (h * h)) : 0;
  }
  w /= w.sum();
  const Eigen::MatrixXd from_mean = x.colwise() - x * w;
  const Eigen::MatrixXd covariance = from_mean * w.asDiagonal() * from_mean.transpose();
  return dense_spectrum(covariance);
}

}  // namespace tests

#endif
