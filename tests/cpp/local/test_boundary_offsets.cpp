#include "lapscale/local/boundary_offsets.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/threads.hpp"

using lapscale::BoundaryOffset;
using lapscale::BoundaryOffsets;
using lapscale::PointIndex;

TEST_CASE("the offset, its standard error, its reach, and its count are those of all pairs", "[boundary_offsets]") {
  const tests::Points points = tests::normal_cloud(80, 3, 1);
  const PointIndex index(points.view());
  const double h = index.frame().to_unit(1.2);
  std::vector<double> degree(80);
  for (std::size_t i = 0; i < 80; ++i) degree[i] = 1 + 0.1 * static_cast<double>(i);
  std::vector<std::size_t> position;
  std::vector<Eigen::MatrixXd> plane;
  for (std::size_t i = 0; i < 80; i += 3) {
    position.push_back(i);
    plane.push_back(Eigen::MatrixXd::Identity(3, 2));
  }
  const BoundaryOffsets offsets(index, h, 2, 1.5, {degree.data(), degree.size()});
  const std::vector<BoundaryOffset> found = offsets.run(position, plane, lapscale::Runtime());
  for (std::size_t q = 0; q < position.size(); ++q) {
    const std::size_t i = position[q];
    Eigen::Vector2d sum(0, 0);
    double total = 0;
    const auto offset = [&](std::size_t j, std::size_t k) {
      return (index.coordinate(j, k) - index.coordinate(i, k)) / h;
    };
    const auto sq_dist = [&](std::size_t j) {
      return std::pow(offset(j, 0), 2) + std::pow(offset(j, 1), 2) + std::pow(offset(j, 2), 2);
    };
    for (std::size_t j = 0; j < 80; ++j) {
      if (j == i || sq_dist(j) > 4) continue;
      const double weight = std::exp(-sq_dist(j)) / degree[j];
      sum += weight * Eigen::Vector2d(offset(j, 0), offset(j, 1));
      total += weight;
    }
    double sq_error = 0;
    double reach = 0;
    double count = -1;
    for (std::size_t j = 0; j < 80; ++j) {
      if (sq_dist(j) > 2.25) continue;
      ++count;
      reach = std::max(reach, -(offset(j, 0) * sum[0] + offset(j, 1) * sum[1]) / sum.norm());
    }
    for (std::size_t j = 0; j < 80; ++j) {
      if (j == i || sq_dist(j) > 4) continue;
      const double part = std::exp(-sq_dist(j)) / degree[j] / total;
      const Eigen::Vector2d apart = Eigen::Vector2d(offset(j, 0), offset(j, 1)) - sum / total;
      sq_error += std::pow(part, 2) * apart.squaredNorm();
    }
    REQUIRE(found[q].noise == Approx(total > 0 ? std::sqrt(sq_error) : 0).margin(1e-10));
    REQUIRE(found[q].length == Approx(total > 0 ? sum.norm() / total : 0).margin(1e-10));
    REQUIRE(found[q].reach == Approx(total > 0 ? reach : 0).margin(1e-10));
    REQUIRE(found[q].count == count);
  }
  lapscale::Runtime threads;
  threads.executor = tests::Threads(3);
  const std::vector<BoundaryOffset> again = offsets.run(position, plane, threads);
  for (std::size_t q = 0; q < position.size(); ++q) {
    REQUIRE(again[q].length == found[q].length);
  }
}
