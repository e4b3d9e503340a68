#include "lapscale/neighbors/nearest_neighbors.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::Adjacency;
using lapscale::nearest_neighbors;
using lapscale::NearestList;
using lapscale::Neighbor;
using lapscale::PointIndex;
using lapscale::Runtime;
using tests::Found;
using tests::Points;

namespace {

std::vector<std::size_t> rows_of(const PointIndex& index) {
  std::vector<std::size_t> row;
  for (std::size_t i = 0; i < index.size(); ++i) row.push_back(index.row_of(i));
  return row;
}

// How many lists differ from a search through all points: in a distance (beyond rounding) or, where
// distances are exact, in a row.
int wrong_lists(const PointIndex& index, const Adjacency& lists, std::size_t k) {
  const Points points = tests::points_of(index);
  const std::vector<std::size_t> row = rows_of(index);
  const double allowed = (static_cast<double>(points.dim) + 2) * tests::epsilon;
  int wrong = 0;
  for (std::size_t i = 0; i < points.n; ++i) {
    const std::vector<Found> exact = tests::by_distance(points, i, row);
    bool right = lists.of(i).size() == k;
    for (std::size_t j = 0; right && j < k; ++j) {
      const Neighbor& neighbor = lists.of(i)[j];
      right = index.row_of(neighbor.point) == exact[j].row &&
              std::abs(neighbor.sq_dist - exact[j].sq_dist) <= allowed * exact[j].sq_dist;
    }
    if (!right) ++wrong;
  }
  return wrong;
}

int wrong_lists(const Points& points, std::size_t k, const Runtime& runtime = Runtime()) {
  const PointIndex index(points.view(), runtime);
  return wrong_lists(index, nearest_neighbors(index, k, runtime), k);
}

bool same(const Adjacency& a, const Adjacency& b) {
  return a.begin == b.begin &&
         std::equal(a.neighbors.begin(), a.neighbors.end(), b.neighbors.begin(),
                    [](const Neighbor& x, const Neighbor& y) {
                      return x.point == y.point && x.sq_dist == y.sq_dist;
                    });
}

}  // namespace

TEST_CASE("neighbours are those that a search through all points finds", "[nearest_neighbors]") {
  for (const std::size_t k : {1U, 2U, 10U, 100U}) {
    REQUIRE(wrong_lists(tests::uniform_cube(500, 2, 1), k) == 0);
    REQUIRE(wrong_lists(tests::normal_cloud(300, 5, 2), k) == 0);
    REQUIRE(wrong_lists(tests::sphere(400, 3), k) == 0);
    REQUIRE(wrong_lists(tests::normal_cloud(300, 60, 4), k) == 0);
  }
}

TEST_CASE("k may be anything below n", "[nearest_neighbors]") {
  for (const std::size_t n : {2U, 3U, 17U, 32U, 33U, 65U, 130U}) {
    const Points points = tests::uniform_cube(n, 3, n);
    for (const std::size_t k : {std::size_t{1}, n / 2, n - 1}) {
      if (k > 0) REQUIRE(wrong_lists(points, k) == 0);
    }
  }
}

TEST_CASE("k must be in [1, n)", "[nearest_neighbors]") {
  const Points points = tests::uniform_cube(5, 2, 1);
  const PointIndex index(points.view(), Runtime());
  REQUIRE_THROWS_AS(nearest_neighbors(index, 0, Runtime()), std::invalid_argument);
  REQUIRE_THROWS_AS(nearest_neighbors(index, 5, Runtime()), std::invalid_argument);
}

// On a grid distances are exact and most are shared: which neighbours are taken depends on the
// order of rows alone.
TEST_CASE("ties go to the lower row", "[nearest_neighbors]") {
  for (const std::size_t k : {1U, 3U, 5U, 24U}) {
    REQUIRE(wrong_lists(tests::integer_grid(20, 2), k) == 0);
    REQUIRE(wrong_lists(tests::integer_grid(7, 3), k) == 0);
    REQUIRE(wrong_lists(tests::moved(tests::integer_grid(300, 1), -4, 1e9), k) == 0);
  }
}

TEST_CASE("points with more than k duplicates list duplicates, lower rows first",
          "[nearest_neighbors]") {
  const Points points = tests::repeated(tests::integer_grid(3, 2), 60);
  for (const std::size_t k : {1U, 10U, 59U, 61U}) REQUIRE(wrong_lists(points, k) == 0);
}

// All of the second place are at one distance from the first: of 300 such ties the lowest rows
// come, though they stand in leaves that the search sees last.
TEST_CASE("ties far away go to the lower row, on every level", "[nearest_neighbors]") {
  for (const lapscale::SimdLevel level : tests::levels()) {
    int wrong = 0;
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      const PointIndex index(tests::two_places(40, 300, 3, seed).view(), Runtime());
      const Adjacency lists = nearest_neighbors(index, 45, tests::at_level(level));
      for (std::size_t i = 0; i < 40; ++i) {
        const auto list = lists.of(index.position_of(i));
        for (std::size_t j = 39; j < 45; ++j) {
          if (index.row_of(list[j].point) != 1 + j) ++wrong;
        }
      }
    }
    REQUIRE(wrong == 0);
  }
}

TEST_CASE("lists are the same for every executor and every level's own distances",
          "[nearest_neighbors][threads]") {
  const Points points = tests::normal_cloud(700, 4, 9);
  const PointIndex index(points.view(), Runtime());
  const Adjacency serial = nearest_neighbors(index, 12, Runtime());
  REQUIRE(same(serial, nearest_neighbors(index, 12, tests::on(tests::backwards))));
  for (const std::size_t n_threads : {2U, 4U}) {
    REQUIRE(same(serial, nearest_neighbors(index, 12, tests::on(tests::Threads(n_threads)))));
  }
  for (const lapscale::SimdLevel level : tests::levels()) {
    REQUIRE(wrong_lists(points, 12, tests::at_level(level)) == 0);
  }
}

TEST_CASE("a list keeps the nearest of what it is given", "[nearest_neighbors]") {
  const PointIndex index(tests::uniform_cube(500, 1, 10).view(), Runtime());
  NearestList list(index, 3);
  list.start();
  REQUIRE(list.bound() == tests::infinity);
  for (std::size_t i = 0; i < 500; ++i) list.add(i, std::abs(250.0 - static_cast<double>(i)));
  REQUIRE(list.bound() == 1);
  const std::vector<Neighbor> found = list.finish();
  REQUIRE(found.size() == 3);
  REQUIRE(found[0].point == 250);
  REQUIRE(found[2].sq_dist == 1);
  list.start();
  list.add(7, 2.0);
  REQUIRE(list.finish().size() == 1);
}

TEST_CASE("a part of the leaves has the lists of the whole") {
  const Points points = tests::uniform_cube(500, 3, 4);
  const PointIndex index(points.view(), Runtime());
  const Adjacency whole = nearest_neighbors(index, 6, Runtime());
  const lapscale::LeafRun leaves{3, 7};
  const Adjacency part = nearest_neighbors(index, 6, Runtime(), leaves);
  REQUIRE(part.neighbors.size() == (leaves.end - leaves.begin) * lapscale::leaf_size * 6);
  for (std::size_t i = 0; i < 500; ++i) {
    const bool wanted =
        i >= leaves.begin * lapscale::leaf_size && i < leaves.end * lapscale::leaf_size;
    REQUIRE(part.of(i).size() == (wanted ? 6 : 0));
    for (std::size_t j = 0; j < part.of(i).size(); ++j) {
      REQUIRE(part.of(i)[j].point == whole.of(i)[j].point);
      REQUIRE(part.of(i)[j].sq_dist == whole.of(i)[j].sq_dist);
    }
  }
}
