#include "lapscale/neighbors/component_bridges.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::PointIndex;
using lapscale::Runtime;

TEST_CASE("bridges are a minimum spanning tree of the components", "[component_bridges]") {
  const tests::Points points = tests::normal_cloud(60, 2, 5);
  const PointIndex index(points.view(), Runtime());
  std::vector<std::size_t> membership(60);
  for (std::size_t i = 0; i < 60; ++i) membership[i] = i % 4;
  const auto bridges = lapscale::component_bridges(index, membership, Runtime());
  REQUIRE(bridges.size() == 3);

  // Kruskal on all pairs.
  struct Pair {
    double sq_dist;
    std::size_t a, b;
  };
  std::vector<Pair> pairs;
  for (std::size_t a = 0; a < 60; ++a) {
    for (std::size_t b = a + 1; b < 60; ++b)
      pairs.push_back({tests::sq_distance(points, a, b), a, b});
  }
  std::sort(pairs.begin(), pairs.end(),
            [](const Pair& p, const Pair& q) { return p.sq_dist < q.sq_dist; });
  double want = 0;
  for (const Pair& pair : pairs) {
    const std::size_t from = membership[pair.a];
    const std::size_t to = membership[pair.b];
    if (from == to) continue;
    std::replace(membership.begin(), membership.end(), from, to);
    want += std::sqrt(pair.sq_dist);
  }
  double total = 0;
  for (const auto& bridge : bridges) {
    REQUIRE(bridge.a < bridge.b);
    total += index.frame().from_unit(std::sqrt(bridge.sq_dist));
  }
  REQUIRE(total == Approx(want));
}

TEST_CASE("one component needs no bridge", "[component_bridges]") {
  const tests::Points points = tests::normal_cloud(30, 2, 5);
  const PointIndex index(points.view(), Runtime());
  REQUIRE(lapscale::component_bridges(index, std::vector<std::size_t>(30, 0), Runtime()).empty());
}

TEST_CASE("of shortest edges that are equal all are bridges, in any order of the points",
          "[component_bridges]") {
  // Two squares side by side, 2 apart, and a third above the first, 5 apart.
  const std::vector<std::vector<double>> corners = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {3, 0}, {4, 0},
                                                    {3, 1}, {4, 1}, {0, 6}, {1, 6}, {0, 7}, {1, 7}};
  using Edges = std::vector<std::pair<std::size_t, std::size_t>>;
  const Edges wanted = {{1, 4}, {2, 8}, {3, 6}, {3, 9}};
  for (const std::size_t step : {1U, 5U, 7U, 11U}) {
    tests::Points points(12, 2);
    std::vector<std::size_t> membership(12);
    for (std::size_t i = 0; i < 12; ++i) {
      points.put(i * step % 12, corners[i]);
      membership[i * step % 12] = i / 4;
    }
    std::vector<std::size_t> from(12);
    for (std::size_t i = 0; i < 12; ++i) from[i * step % 12] = i;
    const PointIndex index(points.view(), Runtime());
    Edges found;
    for (const auto& bridge : lapscale::component_bridges(index, membership, Runtime())) {
      found.emplace_back(std::min(from[bridge.a], from[bridge.b]),
                         std::max(from[bridge.a], from[bridge.b]));
    }
    std::sort(found.begin(), found.end());
    REQUIRE(found == wanted);
    REQUIRE_THROWS_AS(lapscale::component_bridges(index, membership, Runtime(), 1),
                      lapscale::TooManyNeighbors);
  }
}
