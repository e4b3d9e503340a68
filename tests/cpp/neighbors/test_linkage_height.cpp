#include "lapscale/neighbors/linkage_height.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::PointIndex;
using lapscale::Runtime;
using tests::Points;

namespace {

// By all pairs, the shortest first.
double by_all_pairs(const Points& points, std::vector<double> mass, double share) {
  struct Pair {
    double sq_dist;
    std::size_t a, b;
  };
  std::vector<Pair> pairs;
  double total = 0;
  std::vector<std::size_t> cluster(points.n);
  for (std::size_t i = 0; i < points.n; ++i) {
    total += mass[i];
    cluster[i] = i;
    for (std::size_t j = 0; j < i; ++j) pairs.push_back({tests::sq_distance(points, i, j), i, j});
  }
  std::sort(pairs.begin(), pairs.end(),
            [](const Pair& x, const Pair& y) { return x.sq_dist < y.sq_dist; });
  for (const Pair& pair : pairs) {
    const std::size_t from = cluster[pair.a];
    const std::size_t to = cluster[pair.b];
    if (from != to) std::replace(cluster.begin(), cluster.end(), from, to);
    double largest = 0;
    for (std::size_t c = 0; c < points.n; ++c) {
      double sum = 0;
      for (std::size_t i = 0; i < points.n; ++i) sum += cluster[i] == c ? mass[i] : 0;
      largest = std::max(largest, sum);
    }
    if (largest >= share * total) return std::sqrt(pair.sq_dist);
  }
  return -1;
}

double found(const Points& points, const std::vector<double>& mass, double share,
             std::size_t threads) {
  const PointIndex index(points.view(), Runtime());
  const Runtime runtime = tests::on(tests::Threads(threads));
  const std::vector<double> heights =
      lapscale::linkage_heights(index, mass, {share / 2, share}, runtime);
  REQUIRE(heights.size() == 2);
  REQUIRE(heights[0] <= heights[1]);
  return index.frame().from_unit(heights[1]);
}

}  // namespace

TEST_CASE("the height is that of single linkage", "[linkage_height][threads]") {
  for (std::uint64_t seed = 1; seed < 4; ++seed) {
    for (const Points& points :
         {tests::uniform_cube(60, 2, seed), tests::normal_cloud(50, 3, seed)}) {
      std::vector<double> mass(points.n, 1.0);
      for (const double share : {0.5, 0.95, 1.0}) {
        REQUIRE(found(points, mass, share, 2) == Approx(by_all_pairs(points, mass, share)));
      }
      for (std::size_t i = 0; i < points.n; i += 7) mass[i] = 3;
      REQUIRE(found(points, mass, 0.9, 1) == Approx(by_all_pairs(points, mass, 0.9)));
    }
  }
}

TEST_CASE("groups are joined by the shortest edge between them", "[linkage_height]") {
  Points points = tests::uniform_cube(60, 2, 5);
  for (std::size_t i = 0; i < 30; ++i) points.put(i, {points.at(i, 0) + 9, points.at(i, 1)});
  const std::vector<double> mass(60, 1.0);
  const double joined = by_all_pairs(points, mass, 0.95);
  REQUIRE(joined > 8);
  REQUIRE(found(points, mass, 0.95, 2) == Approx(joined));
  REQUIRE(found(points, mass, 0.5, 2) == Approx(by_all_pairs(points, mass, 0.5)));
}

TEST_CASE("a point that holds enough needs no edge", "[linkage_height]") {
  const Points points = tests::uniform_cube(10, 2, 6);
  std::vector<double> mass(10, 1.0);
  mass[3] = 1000;
  REQUIRE(found(points, mass, 0.95, 1) == 0);
}
