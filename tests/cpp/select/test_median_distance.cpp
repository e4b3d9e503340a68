#include "lapscale/select/median_distance.hpp"

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

double slow_median(const Points& points) {
  std::vector<double> distance;
  for (std::size_t i = 0; i < points.n; ++i) {
    for (std::size_t j = i + 1; j < points.n; ++j) {
      distance.push_back(std::sqrt(tests::sq_distance(points, i, j)));
    }
  }
  std::sort(distance.begin(), distance.end());
  const std::size_t m = distance.size();
  return (distance[(m - 1) / 2] + distance[m / 2]) / 2;
}

}  // namespace

TEST_CASE("the median distance is that of a sorted list", "[median_distance]") {
  for (const Points& points :
       {tests::uniform_cube(3, 1, 1), tests::uniform_cube(4, 2, 2), tests::normal_cloud(157, 3, 3),
        tests::normal_cloud(160, 30, 4), tests::integer_grid(7, 2),
        tests::repeated(tests::uniform_cube(9, 2, 5), 8), tests::two_places(20, 3, 2, 6)}) {
    const PointIndex index(points.view(), Runtime());
    const double expected = slow_median(tests::points_of(index));
    REQUIRE(lapscale::median_distance(index, Runtime()) == Approx(expected).epsilon(1e-14));
  }
}

TEST_CASE("a far point: distances of all sizes", "[median_distance]") {
  Points points = tests::moved(tests::uniform_cube(60, 2, 7), 1e-9, 0);
  points.at(0, 0) = 1e9;
  const PointIndex index(points.view(), Runtime());
  REQUIRE(lapscale::median_distance(index, Runtime()) ==
          Approx(slow_median(tests::points_of(index))).epsilon(1e-12));
}

TEST_CASE("the median has the same bits on any threads", "[median_distance][threads]") {
  const Points points = tests::sphere(800, 8);
  const PointIndex index(points.view(), Runtime());
  const double one = lapscale::median_distance(index, Runtime());
  REQUIRE(lapscale::median_distance(index, tests::on(tests::Threads(4))) == one);
  REQUIRE(lapscale::median_distance(index, tests::on(tests::backwards)) == one);
}
