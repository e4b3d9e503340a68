#include "lapscale/local/neighborhood.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::LogBins;
using lapscale::Neighbor;
using lapscale::Neighborhood;
using lapscale::panel_width;
using lapscale::PointIndex;
using lapscale::Runtime;

namespace {

struct Problem {
  PointIndex index;
  std::vector<Neighbor> found;

  explicit Problem(const tests::Points& points, double sq_radius = tests::infinity)
      : index(points.view(), Runtime()) {
    lapscale::NeighborSearch(index, nullptr, Runtime()).find(5, sq_radius, found);
  }
};

}  // namespace

TEST_CASE("a neighborhood holds its points once, with offsets and distances that agree",
          "[neighborhood]") {
  const Problem problem(tests::uniform_cube(300, 3, 1), 0.4);
  Neighborhood near;
  near.assign(problem.index, 5, problem.found, LogBins(1e-6, 3));
  REQUIRE(near.dim() == 3);
  REQUIRE(near.size() == problem.found.size());
  std::vector<bool> seen(300, false);
  double worst = 0;
  for (std::size_t j = 0; j < near.size(); ++j) {
    REQUIRE(!seen[near.position(j)]);
    seen[near.position(j)] = true;
    double sq_dist = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double x = problem.index.coordinate(near.position(j), k);
      REQUIRE(near.offset(k)[j] == x - problem.index.coordinate(5, k));
      sq_dist += near.offset(k)[j] * near.offset(k)[j];
    }
    worst = std::max(worst, std::abs(near.sq_dist()[j] - sq_dist));
  }
  REQUIRE(worst < 1e-15);
}

TEST_CASE("the padding is infinitely far and has no offset", "[neighborhood]") {
  Neighborhood near;
  // The second use of the same memory must not leave anything of the first.
  for (const std::size_t n : {300U, 21U}) {
    const Problem problem(tests::uniform_cube(n, 2, n));
    near.assign(problem.index, 5, problem.found, LogBins(1e-6, 3));
    REQUIRE(near.stride() % panel_width == 0);
    REQUIRE(near.stride() - near.size() < panel_width);
    for (std::size_t j = near.size(); j < near.stride(); ++j) {
      REQUIRE(near.sq_dist()[j] == tests::infinity);
      REQUIRE(near.offset(0)[j] == 0);
      REQUIRE(near.offset(1)[j] == 0);
    }
  }
}

TEST_CASE("all neighbors within a radius stand before its reach", "[neighborhood]") {
  for (const tests::Points& points : {tests::uniform_cube(400, 2, 3), tests::integer_grid(15, 2),
                                      tests::repeated(tests::uniform_cube(10, 2, 4), 20)}) {
    const Problem problem(points);
    Neighborhood near;
    near.assign(problem.index, 5, problem.found, LogBins(1e-4, 1));
    for (const double sq_radius : {0.0, 1e-5, 0.01, 0.1, 0.9, 5.0, tests::infinity}) {
      const std::size_t reach = near.reach(sq_radius);
      REQUIRE(reach % panel_width == 0);
      REQUIRE(reach <= near.stride());
      for (std::size_t j = reach; j < near.size(); ++j) REQUIRE(near.sq_dist()[j] > sq_radius);
    }
    REQUIRE(near.reach(tests::infinity) == near.stride());
    REQUIRE(near.reach(0) < near.stride());
  }
}

TEST_CASE("in a thinned neighborhood each point keeps its mass", "[neighborhood]") {
  const Problem problem(tests::uniform_cube(300, 3, 1), 0.4);
  std::vector<double> mass;
  for (const Neighbor& neighbor : problem.found) mass.push_back(1.0 + neighbor.point % 4);
  Neighborhood near;
  near.assign(problem.index, 5, problem.found, LogBins(1e-6, 3));
  REQUIRE(near.mass() == nullptr);
  near.assign(problem.index, 5, problem.found, LogBins(1e-6, 3), problem.found.size(), mass);
  for (std::size_t j = 0; j < near.size(); ++j) {
    REQUIRE(near.mass()[j] == 1.0 + static_cast<double>(near.position(j) % 4));
  }
  for (std::size_t j = near.size(); j < near.stride(); ++j) REQUIRE(near.mass()[j] == 0);
}
