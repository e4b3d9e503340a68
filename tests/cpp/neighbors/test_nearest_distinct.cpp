#include "lapscale/neighbors/nearest_distinct.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::PointIndex;
using lapscale::Runtime;
using tests::Points;

namespace {

// Distances in the unit of the data.
std::vector<double> nearest(const Points& points, const Points& queries) {
  const PointIndex index(points.view(), Runtime());
  const PointIndex at(index.frame(), queries.view(), Runtime());
  std::vector<double> result = lapscale::nearest_distinct(index, at, Runtime());
  for (double& s : result) s = index.frame().from_unit(std::sqrt(s));
  return result;
}

double slow_nearest(const Points& points, const Points& queries, std::size_t q) {
  double closest = tests::infinity;
  for (std::size_t i = 0; i < points.n; ++i) {
    double s = 0;
    for (std::size_t k = 0; k < points.dim; ++k) {
      s += std::pow(points.at(i, k) - queries.at(q, k), 2);
    }
    if (s > 0) closest = std::min(closest, std::sqrt(s));
  }
  return closest;
}

void require_nearest(const Points& points, const Points& queries) {
  const std::vector<double> found = nearest(points, queries);
  for (std::size_t q = 0; q < queries.n; ++q) {
    REQUIRE(found[q] == Approx(slow_nearest(points, queries, q)).epsilon(1e-12));
  }
}

}  // namespace

TEST_CASE("the nearest point that does not coincide", "[nearest_distinct]") {
  SECTION("other points") {
    require_nearest(tests::sphere(700, 1), tests::sphere(40, 2));
    require_nearest(tests::normal_cloud(300, 20, 3), tests::normal_cloud(10, 20, 4));
  }
  SECTION("the points themselves") {
    const Points points = tests::uniform_cube(500, 3, 5);
    require_nearest(points, points);
  }
  SECTION("duplicates do not count") {
    const Points points = tests::repeated(tests::uniform_cube(60, 2, 6), 40);
    require_nearest(points, points);
  }
  SECTION("queries far away") {
    require_nearest(tests::uniform_cube(100, 2, 7),
                    tests::moved(tests::uniform_cube(5, 2, 8), 1, 1e9));
  }
}

TEST_CASE("no point is distinct where all points coincide", "[nearest_distinct]") {
  const Points points = tests::repeated(tests::uniform_cube(1, 2, 9), 50);
  for (const double distance : nearest(points, points)) REQUIRE(distance == tests::infinity);
}
