#include "lapscale/neighbors/listed_neighbors.hpp"

#include <catch.h>

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "lapscale/neighbors/nearest_neighbors.hpp"
#include "support/manifolds.hpp"
#include "support/threads.hpp"

using lapscale::Adjacency;
using lapscale::listed_neighbors;
using lapscale::nearest_neighbors;
using lapscale::Neighbor;
using lapscale::PointIndex;
using lapscale::Runtime;
using tests::Points;

namespace {

// The lists as n x k rows, each turned round.
std::vector<std::size_t> rows_of(const PointIndex& index, const Adjacency& lists, std::size_t k) {
  std::vector<std::size_t> row(index.size() * k);
  for (std::size_t i = 0; i < index.size(); ++i) {
    for (std::size_t j = 0; j < k; ++j) {
      row[(k - 1 - j) * index.size() + index.row_of(i)] = index.row_of(lists.of(i)[j].point);
    }
  }
  return row;
}

bool same(const Adjacency& a, const Adjacency& b) {
  return a.begin == b.begin &&
         std::equal(a.neighbors.begin(), a.neighbors.end(), b.neighbors.begin(),
                    [](const Neighbor& x, const Neighbor& y) {
                      return x.point == y.point && x.sq_dist == y.sq_dist;
                    });
}

}  // namespace

TEST_CASE("lists of the nearest come back to the last bit, on every level and thread") {
  for (const std::size_t dim : {1U, 3U, 20U}) {
    const Points points = tests::uniform_cube(700, dim, 7);
    const PointIndex index(points.view(), Runtime());
    for (const std::size_t k : {1U, 5U, 16U, 33U}) {
      const Adjacency exact = nearest_neighbors(index, k, Runtime());
      const std::vector<std::size_t> row = rows_of(index, exact, k);
      REQUIRE(same(listed_neighbors(index, {row.data(), row.size()}, k, Runtime()), exact));
      REQUIRE(
          same(listed_neighbors(index, {row.data(), row.size()}, k, tests::on(tests::Threads(2))),
               exact));
    }
  }
}

TEST_CASE("lists of another shape or of rows beyond the last are refused") {
  const Points points = tests::uniform_cube(10, 2, 1);
  const PointIndex index(points.view(), Runtime());
  std::vector<std::size_t> row(20, 1);
  REQUIRE_NOTHROW(listed_neighbors(index, {row.data(), row.size()}, 2, Runtime()));
  REQUIRE_THROWS_AS(listed_neighbors(index, {row.data(), row.size()}, 3, Runtime()),
                    std::invalid_argument);
  REQUIRE_THROWS_AS(listed_neighbors(index, {row.data(), 0}, 0, Runtime()), std::invalid_argument);
  row[7] = 10;
  REQUIRE_THROWS_AS(listed_neighbors(index, {row.data(), row.size()}, 2, Runtime()),
                    std::invalid_argument);
}
