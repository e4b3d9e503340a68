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
using lapscale::Ties;
using tests::Points;

namespace {

// Lists by row, each turned round.
struct Lists {
  std::vector<std::size_t> begin = {0};
  std::vector<std::size_t> row;
};

Lists turned(const PointIndex& index, const Adjacency& lists) {
  Lists result;
  for (std::size_t i = 0; i < index.size(); ++i) {
    const auto list = lists.of(index.position_of(i));
    for (std::size_t j = list.size(); j-- > 0;) {
      result.row.push_back(index.row_of(list[j].point));
    }
    result.begin.push_back(result.row.size());
  }
  return result;
}

Adjacency nearest_of(const PointIndex& index, const Lists& lists, std::size_t k,
                     const Runtime& runtime) {
  return listed_neighbors(index, {lists.begin.data(), lists.begin.size()},
                          {lists.row.data(), lists.row.size()}, k, runtime);
}

bool same(const Adjacency& a, const Adjacency& b) {
  return a.begin == b.begin &&
         std::equal(a.neighbors.begin(), a.neighbors.end(), b.neighbors.begin(),
                    [](const Neighbor& x, const Neighbor& y) {
                      return x.point == y.point && x.sq_dist == y.sq_dist;
                    });
}

}  // namespace

TEST_CASE("whole lists are kept, however long they are") {
  const Points points = tests::uniform_cube(300, 2, 7);
  const PointIndex index(points.view(), Runtime());
  const Adjacency exact = nearest_neighbors(index, 9, Ties::all, Runtime());
  const Lists lists = turned(index, exact);
  const Adjacency whole =
      listed_neighbors(index, {lists.begin.data(), lists.begin.size()},
                       {lists.row.data(), lists.row.size()}, 1, Runtime(), true);
  REQUIRE(same(whole, exact));
}

TEST_CASE("lists of the nearest come back to the last bit, on every level and thread") {
  for (const std::size_t dim : {1U, 3U, 20U}) {
    const Points points = tests::uniform_cube(700, dim, 7);
    const PointIndex index(points.view(), Runtime());
    for (const std::size_t k : {1U, 5U, 16U, 33U}) {
      const Adjacency exact = nearest_neighbors(index, k, Ties::all, Runtime());
      const Lists lists = turned(index, exact);
      REQUIRE(same(nearest_of(index, lists, k, Runtime()), exact));
      REQUIRE(same(nearest_of(index, lists, k, tests::on(tests::Threads(2))), exact));
    }
  }
}

TEST_CASE("of more neighbors the nearest are kept, with all ties among them") {
  for (const Points& points : {tests::normal_cloud(300, 3, 2), tests::integer_grid(17, 2)}) {
    const PointIndex index(points.view(), Runtime());
    const Lists more = turned(index, nearest_neighbors(index, 25, Ties::all, Runtime()));
    for (const std::size_t k : {1U, 5U, 6U}) {
      REQUIRE(same(nearest_of(index, more, k, Runtime()),
                   nearest_neighbors(index, k, Ties::all, Runtime())));
    }
  }
}

TEST_CASE("lists that are too short or of rows beyond the last are refused") {
  const Points points = tests::uniform_cube(10, 2, 1);
  const PointIndex index(points.view(), Runtime());
  Lists lists;
  for (std::size_t i = 0; i < 10; ++i) lists.begin.push_back(2 * i + 2);
  lists.row.assign(20, 1);
  REQUIRE_NOTHROW(nearest_of(index, lists, 2, Runtime()));
  REQUIRE_THROWS_AS(nearest_of(index, lists, 3, Runtime()), std::invalid_argument);
  REQUIRE_THROWS_AS(nearest_of(index, lists, 0, Runtime()), std::invalid_argument);
  lists.row[7] = 10;
  REQUIRE_THROWS_AS(nearest_of(index, lists, 2, Runtime()), std::invalid_argument);
  lists.row[7] = 1;
  lists.begin[4] = 9;
  REQUIRE_THROWS_AS(nearest_of(index, lists, 2, Runtime()), std::invalid_argument);
  lists.begin.pop_back();
  REQUIRE_THROWS_AS(nearest_of(index, lists, 1, Runtime()), std::invalid_argument);
}
