#include "lapscale/neighbors/nearest_list.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::CandidateList;
using lapscale::NearestList;
using lapscale::Neighbor;
using lapscale::PointIndex;
using lapscale::Runtime;
using lapscale::Ties;

TEST_CASE("a list keeps the nearest of what it is given", "[nearest_list]") {
  const PointIndex index(tests::uniform_cube(500, 1, 10).view(), Runtime());
  for (const Ties ties : {Ties::all, Ties::any}) {
    NearestList list(index, 3, ties);
    list.start();
    REQUIRE(list.bound() == tests::infinity);
    for (std::size_t i = 0; i < 500; ++i) list.add(i, std::abs(249.9 - static_cast<double>(i)));
    REQUIRE(list.bound() == Approx(1.1));
    const std::vector<Neighbor> found = list.finish();
    REQUIRE(found.size() == 3);
    REQUIRE(found[0].point == 250);
    REQUIRE(found[1].point == 249);
    REQUIRE(found[2].point == 251);
    list.start();
    list.add(7, 2.0);
    REQUIRE(list.finish().size() == 1);
  }
}

TEST_CASE("all ties are kept, or k points in all", "[nearest_list]") {
  const PointIndex index(tests::uniform_cube(500, 1, 10).view(), Runtime());
  // 100 points at each distance, up to rounding: those of the second are more than there is room
  // for at first.
  const auto sq_dist = [](std::size_t i) {
    return static_cast<double>(i % 5 + 1) * (1 + 1e-15 * static_cast<double>(i));
  };
  for (const std::size_t k : {1U, 99U, 100U, 101U, 250U}) {
    NearestList all(index, k, Ties::all);
    NearestList any(index, k, Ties::any);
    all.start();
    any.start();
    for (std::size_t i = 0; i < 500; ++i) {
      all.add(i, sq_dist(i));
      any.add(i, sq_dist(i));
    }
    const std::size_t wanted = (k + 99) / 100 * 100;
    REQUIRE(all.bound() == Approx(static_cast<double>(wanted) / 100));
    const std::vector<Neighbor> every = all.finish();
    REQUIRE(every.size() == wanted);
    for (const Neighbor& neighbor : every) REQUIRE(neighbor.sq_dist < all.limit());
    const std::vector<Neighbor> some = any.finish();
    REQUIRE(some.size() == k);
    for (std::size_t j = 0; j < k; ++j) REQUIRE(some[j].sq_dist == Approx(every[j].sq_dist));
  }
}

TEST_CASE("beyond k points that coincide nothing matters, or those that coincide as well",
          "[nearest_list]") {
  const PointIndex index(tests::uniform_cube(500, 1, 10).view(), Runtime());
  NearestList all(index, 3, Ties::all);
  NearestList any(index, 3, Ties::any);
  all.start();
  any.start();
  for (std::size_t i = 0; i < 50; ++i) {
    all.add(i, 0.0);
    any.add(i, 0.0);
  }
  REQUIRE_FALSE(all.bound() < 0);
  REQUIRE_FALSE(all.bound() > 0);
  REQUIRE(any.bound() < 0);
  REQUIRE(all.finish().size() == 50);
  REQUIRE(any.finish().size() == 3);
}

TEST_CASE("a list in order is cut behind the last tie", "[nearest_list]") {
  const std::vector<Neighbor> list = {{4, 1}, {2, 2}, {7, 2 * (1 + 1e-12)}, {1, 2.0001}, {0, 3}};
  for (const std::size_t k : {1U, 2U, 3U, 4U, 5U}) {
    std::vector<Neighbor> all = list;
    lapscale::keep_nearest(all, k, Ties::all);
    REQUIRE(all.size() == (k == 2 ? 3U : k));
    std::vector<Neighbor> any = list;
    lapscale::keep_nearest(any, k, Ties::any);
    REQUIRE(any.size() == k);
  }
}

TEST_CASE("a list of candidates keeps all that may be among the nearest", "[nearest_list]") {
  const auto widened = [](double sq_dist) { return sq_dist + 2; };
  CandidateList list(3, widened);
  list.start();
  REQUIRE(list.limit() == tests::infinity);
  for (std::size_t i = 0; i < 500; ++i) list.add(i, std::abs(250.0 - static_cast<double>(i)));
  REQUIRE(list.bound() == 3);
  REQUIRE(list.limit() == 3);
  std::vector<std::size_t> found;
  for (const Neighbor& neighbor : list.finish()) found.push_back(neighbor.point);
  std::sort(found.begin(), found.end());
  const std::vector<std::size_t> near = {247, 248, 249, 250, 251, 252, 253};
  REQUIRE(found == near);
  REQUIRE(list.complete());
}

TEST_CASE("too many candidates are not kept, their limit is", "[nearest_list]") {
  CandidateList list(2, [](double sq_dist) { return sq_dist; });
  list.start();
  for (std::size_t i = 0; i < 1000; ++i) list.add(i, 5);
  REQUIRE(list.finish().size() < 200);
  REQUIRE_FALSE(list.complete());
  REQUIRE(list.limit() == 5);
  list.start();
  list.add(1, 4);
  REQUIRE(list.complete());
  REQUIRE(list.finish().size() == 1);
}

TEST_CASE("candidates are given up where k of them coincide", "[nearest_list]") {
  CandidateList list(2, [](double sq_dist) { return sq_dist + 1; });
  list.start();
  for (std::size_t i = 0; i < 3; ++i) list.add(i, 0.0);
  REQUIRE(list.bound() < 0);
  REQUIRE_FALSE(list.complete());
  REQUIRE(list.reach() == 1);
}
