#include "lapscale/points/projected_points.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::leaf_size;
using lapscale::PointIndex;
using lapscale::ProjectedPoints;
using lapscale::Runtime;
using tests::Points;

namespace {

double sq_gap_of(const ProjectedPoints& points, std::size_t i, std::size_t j) {
  return lapscale::sq_gap(points.point(i), points.point(j), points.n_axes());
}

}  // namespace

TEST_CASE("a gap between projections is never above the distance, but for rounding",
          "[projected_points]") {
  const Points cloud = tests::normal_cloud(900, 90, 1, 0.9);
  for (const Points& points : {cloud, tests::moved(cloud, 3, 1e6), tests::normal_cloud(200, 700, 2),
                               tests::repeated(tests::uniform_cube(30, 50, 3), 4)}) {
    const PointIndex index(points.view(), Runtime());
    const Points placed = tests::points_of(index);
    const ProjectedPoints projected(index, Runtime());
    int above = 0;
    for (std::size_t i = 0; i < index.size(); i += 7) {
      for (std::size_t j = 0; j < index.size(); ++j) {
        const double allowed = projected.largest_sq_gap(tests::sq_distance(placed, i, j));
        above += sq_gap_of(projected, i, j) > allowed ? 1 : 0;
      }
    }
    REQUIRE(above == 0);
    REQUIRE(projected.largest_sq_gap(0) < 1e-8);
    REQUIRE(projected.largest_sq_gap(1) < 1.001);
  }
}

TEST_CASE("few columns have no axes, and no gaps", "[projected_points]") {
  for (const std::size_t columns : {1U, 3U}) {
    const PointIndex index(tests::uniform_cube(100, columns, 3).view(), Runtime());
    const ProjectedPoints projected(index, Runtime());
    REQUIRE(projected.n_axes() == 0);
    REQUIRE(sq_gap_of(projected, 3, 50) == 0);
    REQUIRE(projected.largest_sq_gap(0) >= 0);
  }
}

TEST_CASE("of points on a plane nothing is lost", "[projected_points]") {
  const Points points = tests::embedded(tests::normal_cloud(2000, 3, 1), 60, 2);
  const PointIndex index(points.view(), Runtime());
  const ProjectedPoints projected(index, Runtime());
  REQUIRE(projected.n_axes() == 15);
  const Points placed = tests::points_of(index);
  double worst = 0;
  for (std::size_t j = 1; j < 2000; ++j) {
    const double distance = std::sqrt(tests::sq_distance(placed, 0, j));
    worst = std::max(worst, std::abs(std::sqrt(sq_gap_of(projected, 0, j)) - distance));
  }
  REQUIRE(worst < 1e-6);
}

TEST_CASE("a node's box is the smallest that holds its points", "[projected_points]") {
  const PointIndex index(tests::normal_cloud(333, 130, 4, 0.9).view(), Runtime());
  const ProjectedPoints projected(index, Runtime());
  REQUIRE(projected.n_axes() == 11);  // as many as points are looked at for them
  int wrong = 0;
  const auto& nodes = index.tree().nodes();
  for (std::size_t at = 0; at < nodes.size(); ++at) {
    for (std::size_t a = 0; a < projected.n_axes(); ++a) {
      float low = std::numeric_limits<float>::infinity();
      float high = -low;
      const std::size_t end = std::min(nodes[at].end * leaf_size, index.size());
      for (std::size_t i = nodes[at].begin * leaf_size; i < end; ++i) {
        low = std::min(low, projected.point(i).lower[a]);
        high = std::max(high, projected.point(i).upper[a]);
      }
      const auto box = projected.box(at);
      wrong +=
          low < box.lower[a] || low > box.lower[a] || high < box.upper[a] || high > box.upper[a]
              ? 1
              : 0;
    }
  }
  REQUIRE(wrong == 0);
  REQUIRE(projected.leaf_box(2).lower == projected.box(index.tree().node_of(2)).lower);
}

TEST_CASE("projections are the same on every executor and from the disk",
          "[projected_points][threads]") {
  for (const std::size_t dim : {40U, 600U}) {
    const Points points = tests::normal_cloud(700, dim, 3, 0.9);
    const PointIndex index(points.view(), Runtime());
    const ProjectedPoints one(index, Runtime());
    const ProjectedPoints threaded(index, tests::on(tests::Threads(3)));
    const PointIndex disk = tests::paged(points, 100);
    const ProjectedPoints paged(disk, Runtime());
    int differ = 0;
    for (std::size_t i = 0; i < 700; ++i) {
      for (std::size_t a = 0; a < one.n_axes(); ++a) {
        const float value = one.point(i).lower[a];
        for (const ProjectedPoints* other : {&threaded, &paged}) {
          const float found = other->point(i).lower[a];
          differ += found < value || found > value ? 1 : 0;
        }
      }
    }
    REQUIRE(differ == 0);
    REQUIRE(threaded.largest_sq_gap(0.3) == one.largest_sq_gap(0.3));
  }
}
