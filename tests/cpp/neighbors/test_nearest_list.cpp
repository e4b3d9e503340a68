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

TEST_CASE("a list keeps the nearest of what it is given", "[nearest_list]") {
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
