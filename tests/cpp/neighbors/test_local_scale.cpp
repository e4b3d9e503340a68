#include "lapscale/neighbors/local_scale.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::LocalScale;
using lapscale::PointIndex;
using lapscale::Runtime;
using lapscale::SmoothScale;
using tests::Points;

namespace {

// By row: exp of the mean of log r over a point and all as near as its k-th neighbor.
std::vector<double> smoothed(const Points& points, const std::vector<double>& distance,
                             std::size_t k) {
  std::vector<std::size_t> row(points.n);
  for (std::size_t i = 0; i < points.n; ++i) row[i] = i;
  std::vector<double> scale;
  for (std::size_t i = 0; i < points.n; ++i) {
    const std::vector<tests::Found> near = tests::by_distance(points, i, row);
    double sum = std::log(distance[i]);
    double count = 1;
    for (const tests::Found& one : near) {
      if (one.sq_dist > near[k - 1].sq_dist * (1 + 1e-9)) break;
      sum += std::log(distance[one.row]);
      count += 1;
    }
    scale.push_back(std::exp(sum / count));
  }
  return scale;
}

// By row, in the unit of the points.
std::vector<double> by_row(const PointIndex& index, const std::vector<double>& values) {
  std::vector<double> result(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    result[index.row_of(i)] = index.frame().from_unit(values[i]);
  }
  return result;
}

}  // namespace

TEST_CASE("smooth scales are means of the distances around a point", "[local_scale][threads]") {
  Points lattice = tests::uniform_cube(49, 2, 1);
  for (std::size_t i = 0; i < 49; ++i) {
    lattice.put(i, {static_cast<double>(i % 7), static_cast<double>(i / 7)});
  }
  for (const Points& points :
       {tests::uniform_cube(300, 3, 1), tests::normal_cloud(200, 2, 2), lattice}) {
    const PointIndex index(points.view(), Runtime());
    constexpr std::size_t k = 6;
    const SmoothScale found = lapscale::smooth_scale(index, k, tests::on(tests::Threads(2)));
    REQUIRE(found.scale == lapscale::smooth_scale(index, k, Runtime()).scale);
    REQUIRE(found.distance == lapscale::neighbor_scale(index, 1, k, Runtime()).bandwidth);
    const std::vector<double> expected = smoothed(points, by_row(index, found.distance), k);
    const std::vector<double> scale = by_row(index, found.scale);
    for (std::size_t i = 0; i < points.n; ++i) REQUIRE(scale[i] == Approx(expected[i]));
    // Points of the graph have the same scale as new points.
    const std::vector<double> again =
        lapscale::smooth_query_scale(index, index, found.distance, k, Runtime());
    for (std::size_t i = 0; i < points.n; ++i) REQUIRE(again[i] == Approx(found.scale[i]));
  }
}

TEST_CASE("the distances show the dimension", "[local_scale]") {
  for (std::size_t d = 1; d < 4; ++d) {
    const PointIndex index(tests::uniform_cube(2000, d, 3).view(), Runtime());
    REQUIRE(lapscale::smooth_scale(index, 20, Runtime()).dimension == static_cast<double>(d));
  }
}

TEST_CASE("a new point has the scale of its neighbors", "[local_scale]") {
  const Points points = tests::uniform_cube(90, 2, 4);
  const Points queries = tests::uniform_cube(10, 2, 5);
  const PointIndex index(points.view(), Runtime());
  const PointIndex at(index.frame(), queries.view(), Runtime());
  std::vector<double> distance;
  for (std::size_t i = 0; i < 90; ++i) distance.push_back(static_cast<double>(i) + 1);
  constexpr std::size_t k = 4;
  const std::vector<double> found =
      lapscale::smooth_query_scale(index, at, distance, k, Runtime());
  for (std::size_t q = 0; q < 10; ++q) {
    std::vector<tests::Found> near;
    for (std::size_t i = 0; i < 90; ++i) {
      double sq = 0;
      for (std::size_t c = 0; c < 2; ++c) {
        sq += std::pow(queries.at(at.row_of(q), c) - points.at(i, c), 2);
      }
      near.push_back({i, sq});
    }
    std::sort(near.begin(), near.end(),
              [](const auto& a, const auto& b) { return a.sq_dist < b.sq_dist; });
    double sum = std::log(index.frame().to_unit(std::sqrt(near[k - 1].sq_dist)));
    for (std::size_t j = 0; j < k; ++j) sum += std::log(distance[index.position_of(near[j].row)]);
    REQUIRE(found[q] == Approx(std::exp(sum / (k + 1))));
  }
}

TEST_CASE("more neighbors than fit are refused", "[local_scale]") {
  const PointIndex index(tests::repeated(tests::uniform_cube(4, 2, 6), 40).view(), Runtime());
  REQUIRE_THROWS_AS(lapscale::smooth_scale(index, 3, Runtime(), 1000), lapscale::TooManyNeighbors);
}

TEST_CASE("a point on top of its k-th neighbor takes the median scale of the others",
          "[local_scale]") {
  Points points = tests::uniform_cube(61, 2, 3);
  for (std::size_t i = 0; i < 4; ++i) points.put(i, {0.5, 0.5});
  const PointIndex index(points.view(), Runtime());
  const LocalScale scale = lapscale::neighbor_scale(index, 1, 3, Runtime());
  REQUIRE(scale.n_replaced == 4);
  std::vector<double> others;
  for (std::size_t row = 4; row < 61; ++row) {
    others.push_back(scale.bandwidth[index.position_of(row)]);
  }
  std::sort(others.begin(), others.end());
  for (std::size_t row = 0; row < 4; ++row) {
    REQUIRE(scale.bandwidth[index.position_of(row)] == others[57 / 2]);
  }
}

TEST_CASE("where all points have duplicates there is no local scale", "[local_scale]") {
  const PointIndex index(tests::repeated(tests::uniform_cube(9, 2, 4), 3).view(), Runtime());
  const LocalScale scale = lapscale::neighbor_scale(index, 1, 2, Runtime());
  REQUIRE(scale.n_replaced == 27);
  REQUIRE(scale.bandwidth == std::vector<double>(27, 0.0));
}
