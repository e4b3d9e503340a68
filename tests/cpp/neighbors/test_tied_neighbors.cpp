#include "lapscale/neighbors/tied_neighbors.hpp"

#include <catch.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lapscale/neighbors/nearest_neighbors.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::LeafRun;
using lapscale::NearestList;
using lapscale::NearestSearch;
using lapscale::Neighbor;
using lapscale::PairPass;
using lapscale::PointIndex;
using lapscale::Runtime;
using lapscale::Span;
using tests::Found;
using tests::Points;

namespace {

// `places` places, each point at one of them by chance: more of them at the first.
Points crowded(std::size_t n, std::size_t dim, std::size_t places, std::uint64_t seed) {
  tests::Draw draw(seed);
  Points place(places, dim);
  for (double& x : place.x) x = draw.uniform(-1, 1);
  Points points(n, dim);
  for (std::size_t i = 0; i < n; ++i) {
    const double u = draw.uniform();
    const auto at = static_cast<std::size_t>(u * u * static_cast<double>(places));
    for (std::size_t k = 0; k < dim; ++k) points.at(i, k) = place.at(at, k);
  }
  return points;
}

// Lists that differ from a search through all points.
//   least_points  from how many on floats and other axes are tried
int wrong_lists(const Points& points, std::size_t k, std::size_t least_points) {
  const PointIndex index(points.view(), Runtime());
  const NearestSearch search(index, Runtime(), least_points);
  std::vector<std::size_t> row(points.n);
  for (std::size_t i = 0; i < points.n; ++i) row[i] = i;
  int wrong = 0;
  std::size_t seen = 0;
  search.run(k, {0, search.searched().tree().n_leaves()}, Runtime(),
             [&](std::size_t own, const std::vector<Neighbor>& list) {
               const std::vector<Found> exact = tests::by_distance(points, own, row);
               bool right = list.size() == k;
               for (std::size_t j = 0; right && j < k; ++j) {
                 right = index.row_of(list[j].point) == exact[j].row;
               }
               wrong += right ? 0 : 1;
               ++seen;
             });
  REQUIRE(seen == points.n);
  return wrong;
}

}  // namespace

TEST_CASE("of many points that coincide the lowest rows are neighbours", "[tied_neighbors]") {
  for (const std::size_t least_points : {1U, 100000U}) {
    for (const std::size_t places : {1U, 2U, 7U}) {
      for (const std::size_t dim : {1U, 3U, 20U, 50U}) {
        const Points points = crowded(600, dim, places, places + dim);
        for (const std::size_t k : {1U, 12U, 50U, 90U}) {
          REQUIRE(wrong_lists(points, k, least_points) == 0);
        }
      }
    }
  }
}

TEST_CASE("so they are beside points that stand alone", "[tied_neighbors]") {
  for (const std::size_t dim : {2U, 40U}) {
    Points points = crowded(700, dim, 3, 5);
    tests::Draw draw(8);
    for (std::size_t i = 0; i < points.n; i += 3) {
      for (std::size_t k = 0; k < dim; ++k) points.at(i, k) += draw.uniform(-1, 1);
    }
    for (const std::size_t least_points : {1U, 100000U}) {
      for (const std::size_t k : {5U, 40U}) REQUIRE(wrong_lists(points, k, least_points) == 0);
    }
  }
}

// Points whose squared distances are zero though they differ.
TEST_CASE("points that are too near to be told apart count as coinciding", "[tied_neighbors]") {
  Points points(300, 2);
  for (std::size_t i = 0; i < points.n; ++i) {
    points.at(i, 0) = i < 299 ? 1e-170 * static_cast<double>(i * 7 % 299) : 1.0;
  }
  REQUIRE(wrong_lists(points, 10, 100000) == 0);
}

TEST_CASE("lists that are not tied stay as they were", "[tied_neighbors]") {
  Points points = crowded(200, 2, 1, 3);
  points.at(60, 0) += 1;
  const PointIndex index(points.view(), Runtime());
  const std::size_t position = index.position_of(60);
  NearestList list(index, 4);
  list.start();
  for (std::size_t i = 0; i < 6; ++i) list.add(i == position ? 7 : i, 1 + static_cast<double>(i));
  PairPass pass(index, Runtime());
  lapscale::TiedNeighbors(index).complete(pass, {&position, 1}, {0, 1}, {&list, 1});
  REQUIRE(list.bound() == 4);
}
