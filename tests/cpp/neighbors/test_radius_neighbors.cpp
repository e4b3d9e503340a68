#include "lapscale/neighbors/radius_neighbors.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::Adjacency;
using lapscale::Neighbor;
using lapscale::PointIndex;
using lapscale::radius_neighbors;
using lapscale::Runtime;
using lapscale::TooManyNeighbors;
using tests::Points;

namespace {

constexpr std::size_t no_limit = std::size_t(-1);

// How many of the n x n pairs are listed wrongly.
int wrong_pairs(const PointIndex& index, const std::vector<double>& sq_radius,
                const Runtime& runtime = Runtime()) {
  const Points points = tests::points_of(index);
  const Adjacency lists = radius_neighbors(index, sq_radius, no_limit, runtime);
  const double allowed = (static_cast<double>(points.dim) + 2) * tests::epsilon;
  int wrong = 0;
  for (std::size_t i = 0; i < points.n; ++i) {
    std::size_t at = 0;
    for (std::size_t j = 0; j < points.n; ++j) {
      const double exact = tests::sq_distance(points, i, j);
      const bool listed = at < lists.of(i).size() && lists.of(i)[at].point == j;
      if (listed != (exact <= sq_radius[i])) ++wrong;
      if (listed && std::abs(lists.of(i)[at].sq_dist - exact) > allowed * exact) ++wrong;
      if (listed) ++at;
    }
    if (at != lists.of(i).size()) ++wrong;
  }
  return wrong;
}

}  // namespace

TEST_CASE("lists hold all points within the radius, in order", "[radius_neighbors]") {
  for (const Points& points :
       {tests::uniform_cube(500, 2, 1), tests::normal_cloud(200, 60, 2), tests::integer_grid(8, 3),
        tests::two_places(50, 90, 3, 3), tests::uniform_cube(2, 1, 4)}) {
    const PointIndex index(points.view(), Runtime());
    const double far = tests::sq_distances(tests::points_of(index)).maxCoeff();
    for (const double share : {0.0, 0.0131, 0.217, 1.1}) {
      REQUIRE(wrong_pairs(index, std::vector<double>(index.size(), share * far)) == 0);
    }
  }
}

TEST_CASE("each point may have its own radius", "[radius_neighbors][threads]") {
  const Points points = tests::uniform_cube(400, 3, 5);
  const PointIndex index(points.view(), Runtime());
  tests::Draw draw(6);
  std::vector<double> sq_radius(index.size());
  for (double& s : sq_radius) s = draw.uniform() < 0.1 ? 0 : std::pow(draw.uniform(0, 0.5), 2);
  REQUIRE(wrong_pairs(index, sq_radius) == 0);
  REQUIRE(wrong_pairs(index, sq_radius, tests::on(tests::Threads(3))) == 0);
  REQUIRE(wrong_pairs(index, sq_radius, tests::on(tests::backwards)) == 0);
}

TEST_CASE("an edge is found from both ends or from none", "[radius_neighbors]") {
  for (const lapscale::SimdLevel level : tests::levels()) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const PointIndex index(tests::two_places(33, 64, 3, seed).view(), Runtime());
      const double sq_radius = tests::sq_distances(tests::points_of(index)).maxCoeff();
      const Adjacency lists = radius_neighbors(index, std::vector<double>(97, sq_radius), no_limit,
                                               tests::at_level(level));
      Eigen::MatrixXi listed = Eigen::MatrixXi::Zero(97, 97);
      for (std::size_t i = 0; i < 97; ++i) {
        for (const Neighbor& neighbor : lists.of(i)) {
          listed(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(neighbor.point)) = 1;
        }
      }
      REQUIRE(listed == listed.transpose());
    }
  }
}

TEST_CASE("the search stops beyond the number of neighbors that fit", "[radius_neighbors]") {
  const PointIndex index(tests::uniform_cube(100, 2, 7).view(), Runtime());
  const std::vector<double> everywhere(100, tests::infinity);
  REQUIRE(radius_neighbors(index, everywhere, 10000, Runtime()).neighbors.size() == 10000);
  REQUIRE_THROWS_AS(radius_neighbors(index, everywhere, 9999, Runtime()), TooManyNeighbors);
  REQUIRE_THROWS_AS(radius_neighbors(index, everywhere, 50, tests::on(tests::Threads(2))),
                    TooManyNeighbors);
}
