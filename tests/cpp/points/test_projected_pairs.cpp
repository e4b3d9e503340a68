#include "lapscale/points/projected_pairs.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::leaf_size;
using lapscale::PointIndex;
using lapscale::ProjectedPairs;
using lapscale::ProjectedPoints;
using lapscale::Runtime;
using tests::Points;

namespace {

// Those found within the radius of a point, increasing.
std::vector<double> within(const std::vector<double>& sq_dist, double sq_radius) {
  std::vector<double> kept;
  for (const double s : sq_dist) {
    if (s <= sq_radius) kept.push_back(s);
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

}  // namespace

TEST_CASE("all pairs within a radius come once, and few others", "[projected_pairs]") {
  const Points points = tests::embedded(tests::uniform_cube(1000, 2, 1), 80, 2);
  const PointIndex index(points.view(), Runtime());
  const Points placed = tests::points_of(index);
  const ProjectedPoints projected(index, Runtime());
  ProjectedPairs pairs(index, projected, Runtime());
  for (const std::size_t leaf : {std::size_t{0}, std::size_t{13}, index.tree().n_leaves() - 1}) {
    for (const double radius : {0.0, 0.1, 3.0}) {
      std::vector<std::vector<double>> found(leaf_size);
      pairs.run(leaf, radius * radius,
                [&](std::size_t q, const double* sq_dist, std::size_t count) {
                  found[q].insert(found[q].end(), sq_dist, sq_dist + count);
                });
      for (std::size_t q = 0; q < leaf_size; ++q) {
        const std::size_t i = leaf * leaf_size + q;
        std::vector<double> all;
        for (std::size_t j = 0; i < 1000 && j < 1000; ++j) {
          all.push_back(tests::sq_distance(placed, i, j));
        }
        const std::vector<double> expected = within(all, radius * radius);
        const std::vector<double> near = within(found[q], radius * radius);
        REQUIRE(near.size() == expected.size());
        for (std::size_t k = 0; k < near.size(); ++k) {
          REQUIRE(std::abs(near[k] - expected[k]) < 1e-12);
        }
        if (radius < 1) REQUIRE(found[q].size() < 400);
      }
    }
  }
}
