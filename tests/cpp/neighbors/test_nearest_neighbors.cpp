#include "lapscale/neighbors/nearest_neighbors.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::Adjacency;
using lapscale::nearest_neighbors;
using lapscale::NearestSearch;
using lapscale::Neighbor;
using lapscale::PointIndex;
using lapscale::Runtime;
using lapscale::Ties;
using tests::Found;
using tests::Points;

namespace {

std::vector<std::size_t> rows_of(const PointIndex& index) {
  std::vector<std::size_t> row;
  for (std::size_t i = 0; i < index.size(); ++i) row.push_back(index.row_of(i));
  return row;
}

// How many lists differ from a search through all points: in a distance (beyond rounding) or in a
// point. All points at the distance of the k-th are neighbors.
int wrong_lists(const PointIndex& index, const Adjacency& lists, std::size_t k) {
  const Points points = tests::points_of(index);
  const std::vector<std::size_t> row = rows_of(index);
  const double allowed = (static_cast<double>(points.dim) + 2) * tests::epsilon;
  int wrong = 0;
  for (std::size_t i = 0; i < points.n; ++i) {
    const std::vector<Found> exact = tests::by_distance(points, i, row);
    std::size_t size = k;
    while (size < exact.size() && exact[size].sq_dist <= exact[k - 1].sq_dist * (1 + 1e-9)) ++size;
    bool right = lists.of(i).size() == size;
    std::vector<std::size_t> found;
    std::vector<std::size_t> wanted;
    for (std::size_t j = 0; right && j < size; ++j) {
      found.push_back(index.row_of(lists.of(i)[j].point));
      wanted.push_back(exact[j].row);
      right = std::abs(lists.of(i)[j].sq_dist - exact[j].sq_dist) <=
              (allowed + 1e-12) * exact[j].sq_dist;
    }
    std::sort(found.begin(), found.end());
    std::sort(wanted.begin(), wanted.end());
    if (!right || found != wanted) ++wrong;
  }
  return wrong;
}

int wrong_lists(const Points& points, std::size_t k, const Runtime& runtime = Runtime()) {
  const PointIndex index(points.view(), runtime);
  return wrong_lists(index, nearest_neighbors(index, k, Ties::all, runtime), k);
}

bool same_neighbor(const Neighbor& x, const Neighbor& y) {
  return x.point == y.point && x.sq_dist == y.sq_dist;
}

bool same(const Adjacency& a, const Adjacency& b) {
  return a.begin == b.begin &&
         std::equal(a.neighbors.begin(), a.neighbors.end(), b.neighbors.begin(), same_neighbor);
}

}  // namespace

TEST_CASE("neighbors are those that a search through all points finds", "[nearest_neighbors]") {
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
  REQUIRE_THROWS_AS(nearest_neighbors(index, 0, Ties::all, Runtime()), std::invalid_argument);
  REQUIRE_THROWS_AS(nearest_neighbors(index, 5, Ties::all, Runtime()), std::invalid_argument);
}

// On a grid most distances are shared.
TEST_CASE("all points at the distance of the k-th are neighbors", "[nearest_neighbors]") {
  for (const std::size_t k : {1U, 3U, 5U, 24U}) {
    REQUIRE(wrong_lists(tests::integer_grid(20, 2), k) == 0);
    REQUIRE(wrong_lists(tests::integer_grid(7, 3), k) == 0);
    REQUIRE(wrong_lists(tests::moved(tests::integer_grid(300, 1), -4, 1e9), k) == 0);
    // Distances that rounding alone tells apart.
    REQUIRE(wrong_lists(tests::embedded(tests::integer_grid(20, 2), 2, 6), k) == 0);
    REQUIRE(wrong_lists(tests::embedded(tests::integer_grid(7, 3), 5, 7), k) == 0);
  }
}

TEST_CASE("points that coincide are all neighbors of each other", "[nearest_neighbors]") {
  const Points points = tests::repeated(tests::integer_grid(3, 2), 60);
  for (const std::size_t k : {1U, 10U, 59U, 60U, 61U}) REQUIRE(wrong_lists(points, k) == 0);
}

// All of the second place are at one distance from the first: 300 ties in leaves that the search
// sees last.
TEST_CASE("ties far away are found, on every level", "[nearest_neighbors]") {
  for (const lapscale::SimdLevel level : tests::levels()) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      const PointIndex index(tests::two_places(40, 300, 3, seed).view(), Runtime());
      const Adjacency lists = nearest_neighbors(index, 45, Ties::all, tests::at_level(level));
      for (std::size_t i = 0; i < 40; ++i) {
        REQUIRE(lists.of(index.position_of(i)).size() == 339);
      }
      REQUIRE(lists.of(index.position_of(40)).size() == 299);
    }
  }
}

TEST_CASE("any k of the nearest have their distances", "[nearest_neighbors]") {
  for (const Points& points :
       {tests::integer_grid(12, 2), tests::repeated(tests::integer_grid(2, 2), 80),
        tests::normal_cloud(300, 3, 2)}) {
    const PointIndex index(points.view(), Runtime());
    const std::vector<std::size_t> row = rows_of(index);
    const Points ordered = tests::points_of(index);
    for (const std::size_t k : {1U, 5U, 6U, 90U}) {
      const Adjacency lists = nearest_neighbors(index, k, Ties::any, Runtime());
      const std::vector<double> sq_kth = lapscale::sq_kth_distances(index, k, Runtime());
      for (std::size_t i = 0; i < points.n; ++i) {
        const std::vector<Found> exact = tests::by_distance(ordered, i, row);
        REQUIRE(lists.of(i).size() == k);
        for (std::size_t j = 0; j < k; ++j) {
          REQUIRE(lists.of(i)[j].sq_dist == Approx(exact[j].sq_dist).epsilon(1e-12));
        }
        REQUIRE(sq_kth[i] == lists.of(i)[k - 1].sq_dist);
      }
    }
  }
}

TEST_CASE("more neighbors than there is room for are refused", "[nearest_neighbors]") {
  const PointIndex index(tests::repeated(tests::integer_grid(2, 2), 40).view(), Runtime());
  REQUIRE_NOTHROW(nearest_neighbors(index, 2, Ties::all, Runtime(), 160 * 39));
  REQUIRE_THROWS_AS(nearest_neighbors(index, 2, Ties::all, Runtime(), 160 * 39 - 1),
                    lapscale::TooManyNeighbors);
}

// In any order of the points, in few columns and in many.
TEST_CASE("who the neighbors are does not hang on the order of the points", "[nearest_neighbors]") {
  const Points grid = tests::integer_grid(13, 2);
  for (const Points& points : {grid, tests::embedded(grid, 3, 1), tests::embedded(grid, 40, 2),
                               tests::repeated(tests::integer_grid(6, 2), 9)}) {
    const PointIndex index(points.view(), Runtime());
    for (const std::size_t k : {3U, 5U, 9U}) {
      const Adjacency lists = nearest_neighbors(index, k, Ties::all, Runtime());
      for (const std::size_t step : {5U, 37U}) {
        // Both sizes, 169 and 324, have no factor in common with the steps.
        Points other(points.n, points.dim);
        for (std::size_t i = 0; i < points.n; ++i) {
          for (std::size_t c = 0; c < points.dim; ++c) {
            other.at(i * step % points.n, c) = points.at(i, c);
          }
        }
        const PointIndex moved(other.view(), Runtime());
        const NearestSearch search(moved, Runtime(), 50);
        search.run(k, Ties::all, {0, search.searched().tree().n_leaves()}, Runtime(),
                   [&](std::size_t row, const std::vector<Neighbor>& list) {
                     std::vector<std::size_t> found;
                     for (const Neighbor& neighbor : list) {
                       found.push_back(moved.row_of(neighbor.point));
                     }
                     std::vector<std::size_t> wanted;
                     for (std::size_t i = 0; i < points.n; ++i) {
                       if (i * step % points.n != row) continue;
                       for (const Neighbor& neighbor : lists.of(index.position_of(i))) {
                         wanted.push_back(index.row_of(neighbor.point) * step % points.n);
                       }
                     }
                     std::sort(found.begin(), found.end());
                     std::sort(wanted.begin(), wanted.end());
                     REQUIRE(found == wanted);
                   });
      }
    }
  }
}

TEST_CASE("lists are the same for every executor and every level's own distances",
          "[nearest_neighbors][threads]") {
  const Points points = tests::normal_cloud(700, 4, 9);
  const PointIndex index(points.view(), Runtime());
  const Adjacency serial = nearest_neighbors(index, 12, Ties::all, Runtime());
  REQUIRE(same(serial, nearest_neighbors(index, 12, Ties::all, tests::on(tests::backwards))));
  for (const std::size_t n_threads : {2U, 4U}) {
    REQUIRE(same(serial,
                 nearest_neighbors(index, 12, Ties::all, tests::on(tests::Threads(n_threads)))));
  }
  for (const lapscale::SimdLevel level : tests::levels()) {
    REQUIRE(wrong_lists(points, 12, tests::at_level(level)) == 0);
  }
}

TEST_CASE("a part of the leaves has the lists of the whole", "[nearest_neighbors]") {
  for (const std::size_t dim : {3U, 40U}) {
    const Points points = tests::normal_cloud(500, dim, 4, 0.8);
    const PointIndex index(points.view(), Runtime());
    const Adjacency whole = nearest_neighbors(index, 6, Ties::all, Runtime());
    const NearestSearch search(index, Runtime(), 100);
    const PointIndex& searched = search.searched();
    REQUIRE((&searched != &index) == (dim == 40));
    std::vector<int> seen(500, 0);
    int wrong = 0;
    search.run(6, Ties::all, {3, 7}, Runtime(),
               [&](std::size_t row, const std::vector<Neighbor>& list) {
                 ++seen[row];
                 const auto of = whole.of(index.position_of(row));
                 if (!std::equal(of.begin(), of.end(), list.begin(), list.end(), same_neighbor))
                   ++wrong;
               });
    REQUIRE(wrong == 0);
    for (std::size_t i = 0; i < 500; ++i) {
      const bool wanted = i >= 3 * lapscale::leaf_size && i < 7 * lapscale::leaf_size;
      REQUIRE(seen[searched.row_of(i)] == (wanted ? 1 : 0));
    }
  }
}

// Points that lie in few principal axes, with noise along all; ties on a grid turned into many
// columns; most points in one place; one point very far away.
TEST_CASE("in principal axes the neighbors are those of the columns as given, to the last bit",
          "[nearest_neighbors][threads]") {
  Points outlier = tests::normal_cloud(400, 40, 6, 0.8);
  outlier.at(17, 3) = 1e13;
  Points grid(600, 40);
  for (std::size_t i = 0; i < grid.n; ++i) {
    for (std::size_t k = 0; k < 3; ++k) grid.at(i, 7 * k) = static_cast<double>((i >> (3 * k)) % 8);
  }
  const std::vector<Points> sets = {tests::normal_cloud(700, 50, 5, 0.8),
                                    tests::normal_cloud(300, 200, 6, 0.9), outlier, grid,
                                    tests::repeated(tests::normal_cloud(3, 33, 7, 0.5), 150)};
  for (const Points& points : sets) {
    const PointIndex index(points.view(), Runtime());
    for (const std::size_t k : {1U, 12U}) {
      // The reference: whatever the number of points, the search in the columns as given.
      const Adjacency given = nearest_neighbors(index, k, Ties::all, Runtime());
      REQUIRE(wrong_lists(index, given, k) == 0);
      for (const Runtime& runtime :
           {Runtime(), tests::on(tests::backwards), tests::on(tests::Threads(3))}) {
        const NearestSearch search(index, runtime, 100);
        REQUIRE(&search.searched() != &index);
        std::vector<int> right(points.n, 0);
        search.run(
            k, Ties::all, {0, index.tree().n_leaves()}, runtime,
            [&](std::size_t row, const std::vector<Neighbor>& list) {
              const auto of = given.of(index.position_of(row));
              right[row] +=
                  std::equal(of.begin(), of.end(), list.begin(), list.end(), same_neighbor) ? 1 : 0;
            });
        REQUIRE(right == std::vector<int>(points.n, 1));
      }
    }
  }
}

TEST_CASE("many points in many columns are searched in their principal axes by themselves",
          "[nearest_neighbors]") {
  const Points points = tests::normal_cloud(4200, 32, 8, 0.7);
  const PointIndex index(points.view(), Runtime());
  REQUIRE(&NearestSearch(index, Runtime()).searched() != &index);
  const Adjacency lists = nearest_neighbors(index, 5, Ties::all, Runtime());
  REQUIRE(same(lists, nearest_neighbors(index, 5, Ties::all, tests::on(tests::Threads(2)))));
  const std::vector<std::size_t> row = rows_of(index);
  const Points ordered = tests::points_of(index);
  for (std::size_t i = 0; i < points.n; i += 100) {
    const std::vector<Found> exact = tests::by_distance(ordered, i, row);
    for (std::size_t j = 0; j < 5; ++j) {
      REQUIRE(index.row_of(lists.of(i)[j].point) == exact[j].row);
    }
  }
}

// At a level of its own: the bits of the distances, and who the neighbors are, are of that level.
TEST_CASE("principal axes leave each level its bits", "[nearest_neighbors]") {
  const PointIndex index(tests::normal_cloud(400, 40, 9, 0.8).view(), Runtime());
  for (const lapscale::SimdLevel level : tests::levels()) {
    const Runtime runtime = tests::at_level(level);
    const Adjacency given = nearest_neighbors(index, 7, Ties::all, runtime);
    NearestSearch(index, runtime, 100)
        .run(7, Ties::all, {0, index.tree().n_leaves()}, runtime,
             [&](std::size_t row, const std::vector<Neighbor>& list) {
               const auto of = given.of(index.position_of(row));
               REQUIRE(std::equal(of.begin(), of.end(), list.begin(), list.end(), same_neighbor));
             });
  }
}

TEST_CASE("a monitor that throws ends a search in principal axes", "[nearest_neighbors]") {
  const PointIndex index(tests::normal_cloud(4200, 32, 10, 0.7).view(), Runtime());
  int calls = 0;
  int last = -1;
  Runtime runtime;
  runtime.monitor = [&](double) {
    if (calls++ == last) throw std::runtime_error("enough");
  };
  // At whichever call it throws; how many there are hangs on how quick the machine is.
  bool thrown = true;
  while (thrown) {
    calls = 0;
    ++last;
    thrown = false;
    try {
      nearest_neighbors(index, 5, Ties::all, runtime);
    } catch (const std::runtime_error& error) {
      thrown = std::string(error.what()) == "enough";
    }
    REQUIRE((thrown ? calls == last + 1 : calls <= last));
  }
  REQUIRE(last > 1);
}
