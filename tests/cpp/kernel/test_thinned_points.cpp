#include "lapscale/kernel/thinned_points.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/thinning.hpp"

using lapscale::leaf_size;
using lapscale::PointIndex;
using lapscale::ProjectedPoints;
using lapscale::Runtime;
using lapscale::ThinnedPoints;
using tests::Points;

namespace {

constexpr std::size_t n = 6007;  // the last leaf is not full
constexpr lapscale::LeafRun own = {40, 42};

struct Square {
  PointIndex index{tests::embedded(tests::uniform_cube(n, 2, 1), 40, 2).view(), Runtime()};
  ProjectedPoints projected{index, Runtime()};

  ThinnedPoints thinned(const ThinnedPoints::Plan& plan) const { return {projected, n, plan}; }
};

// The mass that each position stands for: 0 where it is left out.
std::vector<double> masses(const ThinnedPoints& points) {
  std::vector<double> mass(n, 0.0);
  for (const ThinnedPoints::Part& part : points.parts()) {
    for (std::size_t j = part.begin; j < part.end; ++j) mass[points.position()[j]] += part.mass;
  }
  return mass;
}

// The least squared distance of each point to those of some leaves.
std::vector<double> sq_distances_to(const PointIndex& index) {
  const Points placed = tests::points_of(index);
  std::vector<double> least(n, tests::infinity);
  for (std::size_t i = own.begin * leaf_size; i < own.end * leaf_size; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      least[j] = std::min(least[j], tests::sq_distance(placed, i, j));
    }
  }
  return least;
}

}  // namespace

TEST_CASE("the nearest points are all taken, the rest in part, few that are not near",
          "[thinned_points]") {
  const Square square;
  ThinnedPoints points = square.thinned({500, 3});
  points.select(own, 100, 5);
  const std::vector<double> mass = masses(points);
  const tests::Thinning found = tests::thinning(mass, sq_distances_to(square.index));
  REQUIRE(std::abs(found.total - 1) < 0.1);
  REQUIRE(found.near >= 100);
  REQUIRE(found.steepest <= 10.0 / 500);
  // 500, and half as many for each factor of 2 beyond.
  REQUIRE(found.kept > 900);
  REQUIRE(found.kept < 1800);
}

TEST_CASE("in many columns each point stands for itself on average", "[thinned_points]") {
  const Square square;
  std::vector<double> mean(n, 0.0);
  constexpr std::size_t draws = 400;
  ThinnedPoints points = square.thinned({200, 4});
  for (std::size_t draw = 0; draw < draws; ++draw) {
    points.select(own, 100, draw);
    const std::vector<double> mass = masses(points);
    for (std::size_t i = 0; i < n; ++i) mean[i] += mass[i] / draws;
  }
  double worst = 0;
  double total = 0;
  for (const double m : mean) {
    worst = std::max(worst, std::abs(m - 1));
    total += m / n;
  }
  REQUIRE(std::abs(total - 1) < 0.005);
  REQUIRE(worst < 1.7);
}

TEST_CASE("all points within a radius come, where nothing is thinned few others",
          "[thinned_points]") {
  const Square square;
  const std::vector<double> distance = sq_distances_to(square.index);
  for (const double radius : {0.1, 0.3}) {
    for (const std::size_t whole : {std::size_t{0}, n}) {
      ThinnedPoints points = square.thinned({whole, 3});
      points.select(own, radius * radius, 1);
      const std::vector<double> mass = masses(points);
      std::size_t beyond = 0;
      for (std::size_t i = 0; i < n; ++i) {
        if (distance[i] <= radius * radius) REQUIRE(mass[i] == 1);
        beyond += distance[i] > radius * radius && mass[i] > 0 ? 1U : 0U;
      }
      REQUIRE(beyond < 600);
    }
  }
}

TEST_CASE("a draw depends on its seed and number", "[thinned_points]") {
  const Square square;
  const auto drawn = [&](std::uint64_t seed, std::uint64_t number) {
    ThinnedPoints points = square.thinned({100, seed});
    points.select(own, 100, number);
    return masses(points);
  };
  REQUIRE(drawn(1, 2) == drawn(1, 2));
  REQUIRE(drawn(1, 2) != drawn(2, 2));
  REQUIRE(drawn(1, 2) != drawn(1, 3));
}
