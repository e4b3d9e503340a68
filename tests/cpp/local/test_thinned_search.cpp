#include "lapscale/local/thinned_search.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::Neighbor;
using lapscale::PointIndex;
using lapscale::Runtime;
using lapscale::ThinnedSearch;

namespace {

constexpr std::size_t n = 9001;

struct Found {
  std::vector<Neighbor> list;
  std::vector<double> mass;

  Found(const PointIndex& index, std::size_t whole, std::size_t position, double sq_radius) {
    ThinnedSearch(index, {whole, 3}, Runtime()).find(position, sq_radius, list, mass);
  }
};

}  // namespace

TEST_CASE("up to so many points the neighbors are those of the whole search", "[thinned_search]") {
  const PointIndex index(tests::uniform_cube(n, 3, 1).view(), Runtime());
  for (const double sq_radius : {0.001, 0.05, 0.5}) {
    std::vector<Neighbor> all;
    lapscale::NeighborSearch(index, nullptr, Runtime()).find(20, sq_radius, all);
    const Found found(index, n, 20, sq_radius);
    REQUIRE(found.list.size() == all.size());
    for (std::size_t j = 0; j < all.size(); ++j) {
      REQUIRE(found.list[j].point == all[j].point);
      REQUIRE(std::abs(found.list[j].sq_dist - all[j].sq_dist) <= 0);
      REQUIRE(found.mass[j] == 1);
    }
  }
}

TEST_CASE("thinned neighbors stand for all of them", "[thinned_search]") {
  const PointIndex index(tests::uniform_cube(n, 3, 1).view(), Runtime());
  for (const std::size_t position : {0U, 500U, 9000U}) {
    for (const double h : {0.05, 0.2, 0.6}) {
      const double sq_radius = 18 * h * h;
      std::vector<Neighbor> all;
      lapscale::NeighborSearch(index, nullptr, Runtime()).find(position, sq_radius, all);
      double exact = 0;
      for (const Neighbor& neighbor : all) exact += std::exp(-neighbor.sq_dist / (h * h));
      const Found found(index, 1000, position, sq_radius);
      REQUIRE(found.mass.size() == found.list.size());
      double sum = 0;
      for (std::size_t j = 0; j < found.list.size(); ++j) {
        REQUIRE(found.list[j].sq_dist <= sq_radius);
        sum += found.mass[j] * std::exp(-found.list[j].sq_dist / (h * h));
      }
      REQUIRE(std::abs(sum / exact - 1) < 0.05);
    }
  }
}

TEST_CASE("thinned neighbors are the same on the disk", "[thinned_search]") {
  const tests::Points points = tests::uniform_cube(n, 3, 1);
  const Found found(PointIndex(points.view(), Runtime()), 500, 20, 4);
  const Found paged(tests::paged(points, 400), 500, 20, 4);
  REQUIRE(found.list.size() < n / 2);
  REQUIRE(paged.mass == found.mass);
  for (std::size_t j = 0; j < found.list.size(); ++j) {
    REQUIRE(paged.list[j].point == found.list[j].point);
  }
}
