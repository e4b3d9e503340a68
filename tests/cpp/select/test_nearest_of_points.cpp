#include "lapscale/select/nearest_of_points.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/select/bandwidth_range.hpp"
#include "lapscale/select/closest_pair.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::NearestOfPoints;
using lapscale::PointIndex;
using lapscale::Runtime;
using tests::Points;

namespace {

// Many points in 20 columns: a cloud, the same with a pair nearer than the rest, one in which many
// coincide, and a few that do.
std::vector<Points> clouds() {
  Points close = tests::normal_cloud(4500, 20, 1);
  for (std::size_t k = 0; k < 20; ++k) close.at(7, k) = close.at(200, k) + 1e-3;
  Points few = tests::normal_cloud(4500, 20, 2);
  for (std::size_t k = 0; k < 20; ++k) few.at(70, k) = few.at(2000, k);
  return {tests::normal_cloud(4500, 20, 3), close,
          tests::repeated(tests::normal_cloud(1500, 20, 4), 3), few};
}

}  // namespace

TEST_CASE("close pairs have the same bits where points without any are left out",
          "[nearest_of_points]") {
  for (const Points& points : clouds()) {
    const PointIndex index(points.view(), Runtime());
    NearestOfPoints nearest;
    nearest.find(index, Runtime());
    const double closest = lapscale::closest_pair(index, Runtime());
    REQUIRE(lapscale::closest_pair(index, Runtime(), nullptr, nearest) == closest);
    // Where the sum of a point may be 1e-4 it is the same, and else it is less.
    for (const double h : {0.2 * std::sqrt(closest), 0.33 * std::sqrt(closest)}) {
      const std::vector<double> grid = {h, 0.9 * h};
      const double reach = 5.5 * h;
      const auto of = [&](const std::vector<char>& wanted) {
        return lapscale::largest_neighbor_sums(index, grid, reach, Runtime(), nullptr, wanted);
      };
      const std::vector<double> all = of({});
      const std::vector<double> some = of(nearest.reaching(1e-4, h));
      for (std::size_t g = 0; g < grid.size(); ++g) {
        if (all[g] >= 1e-4) REQUIRE(some[g] == all[g]);
        REQUIRE(some[g] <= all[g]);
      }
    }
  }
}

TEST_CASE("a point is left out where it is alone", "[nearest_of_points]") {
  const Points points = clouds()[1];
  const PointIndex index(points.view(), Runtime());
  NearestOfPoints nearest;
  nearest.find(index, Runtime());
  const double closest = lapscale::closest_pair(index, Runtime());
  REQUIRE(nearest.bound() >= closest);
  REQUIRE(nearest.bound() < closest * (1 + 3e-5));
  const auto count = [](const std::vector<char>& flags) {
    return std::count(flags.begin(), flags.end(), 1);
  };
  const std::vector<char> near = nearest.near(closest);
  REQUIRE(near.size() == index.size());
  REQUIRE(count(near) == 2);
  // Two points a thousandth apart, which the others do not see.
  const std::vector<char> seen = nearest.reaching(1e-4, 0.33 * std::sqrt(closest));
  REQUIRE(seen == near);
  REQUIRE(count(nearest.reaching(1e-4, 100)) == static_cast<long>(near.size()));
}

TEST_CASE("of few columns, few points or points on the disk nothing is known",
          "[nearest_of_points]") {
  const Points cloud = clouds()[0];
  for (const Points& points : {tests::normal_cloud(4500, 16, 1), tests::normal_cloud(300, 20, 1)}) {
    const PointIndex index(points.view(), Runtime());
    NearestOfPoints nearest;
    nearest.find(index, Runtime());
    REQUIRE(nearest.near(0).empty());
    REQUIRE(nearest.reaching(1e-4, 1).empty());
    REQUIRE(nearest.bound() == tests::infinity);
  }
  const PointIndex disk = tests::paged(cloud, 300);
  NearestOfPoints nearest;
  nearest.find(disk, Runtime());
  REQUIRE(nearest.near(0).empty());
  const PointIndex memory(cloud.view(), Runtime());
  REQUIRE(lapscale::identity_bandwidth(disk, 1e-4, Runtime()) ==
          lapscale::identity_bandwidth(memory, 1e-4, Runtime()));
}
