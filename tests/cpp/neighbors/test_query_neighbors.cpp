#include "lapscale/neighbors/query_neighbors.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "lapscale/neighbors/nearest_neighbors.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::PointIndex;
using lapscale::Runtime;
using lapscale::Ties;
using tests::Points;

namespace {

// The k nearest rows of each query, by sorting, in the frame of the points.
std::vector<std::pair<double, std::size_t>> slow_nearest(const Points& points,
                                                         const Points& queries, std::size_t q,
                                                         double unit) {
  std::vector<std::pair<double, std::size_t>> all;
  for (std::size_t i = 0; i < points.n; ++i) {
    double s = 0;
    for (std::size_t k = 0; k < points.dim; ++k) {
      s += std::pow((points.at(i, k) - queries.at(q, k)) / unit, 2);
    }
    all.emplace_back(s, i);
  }
  std::sort(all.begin(), all.end());
  return all;
}

void require_nearest(const Points& points, const Points& queries, std::size_t k) {
  const PointIndex index(points.view(), Runtime());
  const PointIndex at(index.frame(), queries.view(), Runtime());
  for (const Ties ties : {Ties::all, Ties::any}) {
    const lapscale::Adjacency lists = lapscale::query_neighbors(index, at, k, ties, Runtime());
    for (std::size_t q = 0; q < queries.n; ++q) {
      const auto want = slow_nearest(points, queries, q, index.frame().from_unit(1));
      const auto list = lists.of(at.position_of(q));
      std::size_t size = k;
      while (ties == Ties::all && size < want.size() &&
             want[size].first <= want[k - 1].first * (1 + 1e-9)) {
        ++size;
      }
      REQUIRE(list.size() == size);
      std::vector<std::size_t> rows;
      std::vector<std::size_t> wanted;
      for (std::size_t j = 0; j < size; ++j) {
        REQUIRE(list[j].sq_dist == Approx(want[j].first).epsilon(1e-9).margin(1e-20));
        rows.push_back(index.row_of(list[j].point));
        wanted.push_back(want[j].second);
      }
      std::sort(rows.begin(), rows.end());
      std::sort(wanted.begin(), wanted.end());
      if (ties == Ties::all) REQUIRE(rows == wanted);
    }
  }
}

}  // namespace

TEST_CASE("the k nearest points of queries", "[query_neighbors]") {
  const Points points = tests::normal_cloud(500, 3, 3);
  const Points queries = tests::normal_cloud(40, 3, 4);
  for (const std::size_t k : {1U, 7U, 470U, 500U}) require_nearest(points, queries, k);
  require_nearest(points, points, 5);
}

TEST_CASE("all points at the distance of the k-th are neighbors of a query", "[query_neighbors]") {
  const Points grid = tests::integer_grid(9, 2);
  const Points turned = tests::embedded(grid, 2, 5);
  for (const std::size_t k : {1U, 3U, 5U, 7U, 80U}) {
    require_nearest(grid, grid, k);
    require_nearest(turned, turned, k);
    require_nearest(tests::repeated(grid, 4), grid, k);
  }
}

TEST_CASE("more neighbors than there is room for", "[query_neighbors]") {
  const Points points = tests::repeated(tests::integer_grid(2, 2), 40);
  const PointIndex index(points.view(), Runtime());
  REQUIRE_NOTHROW(lapscale::query_neighbors(index, index, 2, Ties::all, Runtime(), 160 * 40));
  REQUIRE_THROWS_AS(lapscale::query_neighbors(index, index, 2, Ties::all, Runtime(), 160 * 40 - 1),
                    lapscale::TooManyNeighbors);
}

TEST_CASE("a coinciding point does not count for the k-th distance", "[query_neighbors]") {
  const Points points = tests::normal_cloud(100, 3, 3);
  const PointIndex index(points.view(), Runtime());
  const std::vector<double> kth = lapscale::sq_neighbor_distances(index, index, 4, Runtime());
  const lapscale::Adjacency lists =
      lapscale::nearest_neighbors(index, 4, lapscale::Ties::all, Runtime());
  for (std::size_t i = 0; i < 100; ++i) REQUIRE(kth[i] == Approx(lists.of(i)[3].sq_dist));
}

TEST_CASE("k out of range is a broken contract", "[query_neighbors]") {
  const Points points = tests::normal_cloud(50, 3, 3);
  const PointIndex index(points.view(), Runtime());
  REQUIRE_THROWS_AS(lapscale::query_neighbors(index, index, 0, Ties::all, Runtime()),
                    std::invalid_argument);
  REQUIRE_THROWS_AS(lapscale::query_neighbors(index, index, 51, Ties::all, Runtime()),
                    std::invalid_argument);
}
