#include "lapscale/select/bandwidth_range.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::PointIndex;
using lapscale::Runtime;
using tests::Points;

namespace {

// Squared distances with the coinciding pairs, and so the points themselves, taken out.
Eigen::MatrixXd distinct_sq_dist(const PointIndex& index) {
  return tests::sq_distances(tests::points_of(index)).unaryExpr([](double s) {
    return s > 0 ? s : tests::infinity;
  });
}

// max_i sum_{j != i} w_ij
double largest_sum(const Eigen::MatrixXd& sq_dist, double h) {
  return tests::heat_matrix(sq_dist, h, tests::infinity).colwise().sum().maxCoeff();
}

std::vector<Points> samples() {
  Points close = tests::uniform_cube(300, 3, 1);
  for (std::size_t k = 0; k < 3; ++k) close.at(7, k) = close.at(200, k) + 1e-6;
  return {tests::uniform_cube(400, 2, 2),  close,
          tests::integer_grid(12, 2),      tests::repeated(tests::uniform_cube(60, 2, 3), 5),
          tests::normal_cloud(150, 50, 4), tests::uniform_cube(2, 1, 5)};
}

}  // namespace

TEST_CASE("the root mean squared distance is that over all pairs", "[bandwidth_range]") {
  for (const Points& points : samples()) {
    const PointIndex index(points.view(), Runtime());
    const Eigen::MatrixXd all = tests::sq_distances(tests::points_of(index));
    const double n = static_cast<double>(points.n);
    const double exact = std::sqrt(all.sum() / (n * (n - 1)));
    REQUIRE(std::abs(lapscale::rms_distance(index) / exact - 1) < 1e-12);
    const double by_points = std::sqrt(2 * lapscale::total_deviation(index) / (n - 1));
    REQUIRE(std::abs(by_points / exact - 1) < 1e-12);
  }
}

TEST_CASE("the largest sum of weights, duplicates left out", "[bandwidth_range]") {
  for (const Points& points : samples()) {
    const PointIndex index(points.view(), Runtime());
    const Eigen::MatrixXd sq_dist = distinct_sq_dist(index);
    const double closest = std::sqrt(sq_dist.minCoeff());
    const std::vector<double> h = {0.2 * closest, closest, 3 * closest};
    const auto sum = lapscale::largest_neighbor_sums(index, h, tests::infinity, Runtime());
    for (std::size_t g = 0; g < h.size(); ++g) {
      REQUIRE(std::abs(sum[g] / largest_sum(sq_dist, h[g]) - 1) < 1e-12);
    }
  }
}

// The definition: the largest h with max_i sum_{j != i} w_ij < limit.
TEST_CASE("at the identity bandwidth the weights are the identity, at 1 % more they are not",
          "[bandwidth_range]") {
  for (const Points& points : samples()) {
    const PointIndex index(points.view(), Runtime());
    const Eigen::MatrixXd sq_dist = distinct_sq_dist(index);
    for (const double limit : {1e-4, 1e-8}) {
      const double h = lapscale::identity_bandwidth(index, limit, Runtime());
      REQUIRE(largest_sum(sq_dist, h) < limit * 1.002);
      REQUIRE(largest_sum(sq_dist, 1.0101 * h) >= limit);
    }
  }
}

TEST_CASE("the range does not depend on the executor", "[bandwidth_range][threads]") {
  const PointIndex index(tests::uniform_cube(500, 2, 7).view(), Runtime());
  const double serial = lapscale::identity_bandwidth(index, 1e-4, Runtime());
  REQUIRE(lapscale::identity_bandwidth(index, 1e-4, tests::on(tests::Threads(3))) == serial);
  REQUIRE(lapscale::identity_bandwidth(index, 1e-4, tests::on(tests::backwards)) == serial);
}

TEST_CASE("the range scales with the data", "[bandwidth_range]") {
  const Points points = tests::normal_cloud(200, 3, 8);
  const auto range = [](const Points& p) {
    const PointIndex index(p.view(), Runtime());
    return std::pair(index.frame().from_unit(lapscale::identity_bandwidth(index, 1e-4, Runtime())),
                     index.frame().from_unit(lapscale::rms_distance(index)));
  };
  const auto one = range(points);
  for (const double factor : {1e-200, 10.0, 1e180}) {
    const auto scaled = range(tests::moved(points, factor, 0));
    REQUIRE(std::abs(scaled.first / one.first / factor - 1) < 1e-12);
    REQUIRE(std::abs(scaled.second / one.second / factor - 1) < 1e-12);
  }
}

TEST_CASE("of many points in many columns the range is the same by projections",
          "[bandwidth_range][threads]") {
  const Points sheet = tests::embedded(tests::uniform_cube(700, 2, 1), 300, 2);
  for (const Points& points : {sheet, tests::repeated(tests::normal_cloud(20, 300, 3), 40)}) {
    const PointIndex index(points.view(), Runtime());
    const PointIndex on_disk = tests::paged(points, 100);
    const double closest = lapscale::closest_pair(index, Runtime());
    const double range = lapscale::identity_bandwidth(index, 1e-4, Runtime());
    for (const PointIndex* of : {&index, &on_disk}) {
      const auto& projected = lapscale::projected_points(*of, Runtime());
      REQUIRE(&projected == &lapscale::projected_points(*of, Runtime()));
      REQUIRE(lapscale::closest_pair(*of, Runtime(), &projected) == closest);
      for (const Runtime& runtime : {Runtime(), tests::on(tests::backwards)}) {
        REQUIRE(lapscale::identity_bandwidth(*of, 1e-4, runtime, 100) == range);
      }
    }
  }
}
