#include "lapscale/neighbors/adjacency.hpp"

#include <catch.h>

#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::Adjacency;
using lapscale::Neighbor;
using lapscale::NeighborSearch;
using lapscale::PointIndex;
using lapscale::Runtime;
using tests::Points;

namespace {

// The positions within a radius of one, by looking at all.
std::vector<std::size_t> within(const Points& points, std::size_t from, double sq_radius) {
  std::vector<std::size_t> found;
  for (std::size_t j = 0; j < points.n; ++j) {
    if (tests::sq_distance(points, from, j) <= sq_radius) found.push_back(j);
  }
  return found;
}

std::vector<std::size_t> positions(const std::vector<Neighbor>& found) {
  std::vector<std::size_t> result;
  result.reserve(found.size());
  for (const Neighbor& neighbor : found) result.push_back(neighbor.point);
  return result;
}

}  // namespace

TEST_CASE("lists in one array", "[adjacency]") {
  const Adjacency lists{{0, 2, 2, 3}, {{1, 0.5}, {2, 0.25}, {0, 0.25}}};
  REQUIRE(lists.size() == 3);
  REQUIRE(lists.of(0).size() == 2);
  REQUIRE(lists.of(0)[1].point == 2);
  REQUIRE(lists.of(1).empty());
  REQUIRE(lists.of(2)[0].sq_dist == 0.25);
}

TEST_CASE("a search finds all points within the radius, itself among them", "[adjacency]") {
  for (const Points& given : {tests::uniform_cube(400, 2, 1), tests::uniform_cube(150, 50, 2),
                              tests::integer_grid(7, 3), tests::two_places(40, 80, 2, 3)}) {
    const PointIndex index(given.view(), Runtime());
    const Points points = tests::points_of(index);
    NeighborSearch search(index, nullptr, Runtime());
    std::vector<Neighbor> found;
    const double far = tests::sq_distances(points).maxCoeff();
    for (const double sq_radius : {0.0, 0.0313 * far, 0.257 * far, tests::infinity}) {
      for (std::size_t i = 0; i < points.n; i += 13) {
        search.find(i, sq_radius, found);
        REQUIRE(positions(found) == within(points, i, sq_radius));
      }
    }
  }
}

TEST_CASE("a search along a graph follows its lists", "[adjacency]") {
  const Points points = tests::uniform_cube(3, 2, 4);
  const PointIndex index(points.view(), Runtime());
  const Adjacency graph{{0, 3, 4, 5}, {{0, 0.0}, {1, 0.5}, {2, 0.25}, {1, 0.0}, {2, 0.0}}};
  NeighborSearch search(index, &graph, Runtime());
  std::vector<Neighbor> found = {{9, 9.0}};
  search.find(0, 0.3, found);
  REQUIRE(positions(found) == (std::vector<std::size_t>{0, 2}));
  search.find(0, tests::infinity, found);
  REQUIRE(positions(found) == (std::vector<std::size_t>{0, 1, 2}));
}

// The distance between boxes decides which leaves are looked at; it must not be rounded above the
// distances of the points in them.
TEST_CASE("a radius that equals a distance includes it", "[adjacency]") {
  for (const lapscale::SimdLevel level : tests::levels()) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Points points = tests::two_places(40, 40, 3, seed);
      const PointIndex index(points.view(), Runtime());
      NeighborSearch search(index, nullptr, tests::at_level(level));
      std::vector<Neighbor> found;
      search.find(0, tests::infinity, found);
      const double sq_radius = found.back().sq_dist;
      search.find(0, sq_radius, found);
      REQUIRE(found.size() == 80);
    }
  }
}
