#include "lapscale/kernel/thinned_leaves.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/thinning.hpp"
#include "support/threads.hpp"

using lapscale::Box;
using lapscale::leaf_size;
using lapscale::PointIndex;
using lapscale::Runtime;
using lapscale::ThinnedLeaves;

namespace {

constexpr std::size_t n = 6007;  // the last leaf is not full

PointIndex square() {
  return {tests::uniform_cube(n, 2, 1).view(), Runtime()};
}

// The mass that each position stands for: 0 where it is left out.
std::vector<double> masses(const PointIndex& index, const ThinnedLeaves& leaves) {
  std::vector<double> mass(index.size(), 0.0);
  for (const lapscale::LeafRun& run : leaves.whole()) {
    for (std::size_t i = run.begin * leaf_size; i < std::min(run.end * leaf_size, n); ++i) {
      mass[i] += 1;
    }
  }
  for (const ThinnedLeaves::Part& part : leaves.parts()) {
    for (std::size_t j = part.begin; j < part.end; ++j) mass[leaves.position()[j]] += part.mass;
  }
  return mass;
}

std::vector<double> point_of(const PointIndex& index, std::size_t position) {
  std::vector<double> x(index.dim());
  for (std::size_t k = 0; k < index.dim(); ++k) x[k] = index.coordinate(position, k);
  return x;
}

double sq_distance(const PointIndex& index, std::size_t i, const std::vector<double>& from) {
  double sum = 0;
  for (std::size_t k = 0; k < index.dim(); ++k) {
    const double away = index.coordinate(i, k) - from[k];
    sum += away * away;
  }
  return sum;
}

}  // namespace

TEST_CASE("the nearest points are all taken, and the rest in part", "[thinned_leaves]") {
  const PointIndex index = square();
  ThinnedLeaves leaves(index, {500, 3});
  const std::vector<double> at = point_of(index, 77);
  leaves.select(Box{at.data(), at.data()}, 100, 5);
  const std::vector<double> mass = masses(index, leaves);
  std::vector<double> distance(n);
  for (std::size_t i = 0; i < n; ++i) distance[i] = sq_distance(index, i, at);
  const tests::Thinning found = tests::thinning(mass, distance);
  REQUIRE(std::abs(found.total - 1) < 0.1);
  REQUIRE(found.near >= 300);
  // A point of rank r stands for about 2 r / 500 points at most: ranks are those of leaves.
  REQUIRE(found.steepest <= 4.0 / 500);
  // 500, and half as many for each factor of 2 beyond.
  REQUIRE(found.kept > 900);
  REQUIRE(found.kept < 2200);
}

TEST_CASE("each point stands for itself on average", "[thinned_leaves]") {
  const PointIndex index = square();
  const std::vector<double> at = point_of(index, 3000);
  std::vector<double> mean(n, 0.0);
  constexpr std::size_t draws = 400;
  ThinnedLeaves leaves(index, {200, 4});
  for (std::size_t draw = 0; draw < draws; ++draw) {
    leaves.select(Box{at.data(), at.data()}, 100, draw);
    const std::vector<double> mass = masses(index, leaves);
    for (std::size_t i = 0; i < n; ++i) mean[i] += mass[i] / draws;
  }
  double worst = 0;
  double total = 0;
  for (const double m : mean) {
    worst = std::max(worst, std::abs(m - 1));
    total += m / n;
  }
  REQUIRE(std::abs(total - 1) < 0.005);
  // Of mass 32 a mean of 400 has a standard deviation of 0.28.
  REQUIRE(worst < 1.7);
}

TEST_CASE("out to a radius, and nothing left out where that is wanted", "[thinned_leaves]") {
  const PointIndex index = square();
  const std::vector<double> at = point_of(index, 10);
  for (const std::size_t whole : {std::size_t{0}, std::size_t{64}}) {
    ThinnedLeaves leaves(index, {whole, 3});
    leaves.select(Box{at.data(), at.data()}, 0.09, 1);
    const std::vector<double> mass = masses(index, leaves);
    REQUIRE(leaves.parts().empty() == (whole == 0));
    for (std::size_t i = 0; i < n; ++i) {
      const double sq_dist = sq_distance(index, i, at);
      if (whole == 0 && sq_dist <= 0.09) REQUIRE(mass[i] == 1);
      if (sq_dist > 0.3) REQUIRE(mass[i] == 0);
    }
  }
}

TEST_CASE("which points are drawn depends on seed and number, and not on the radius",
          "[thinned_leaves]") {
  const PointIndex index = square();
  const std::vector<double> at = point_of(index, 10);
  const auto drawn = [&](std::uint64_t seed, std::uint64_t number, double sq_radius) {
    ThinnedLeaves leaves(index, {200, seed});
    leaves.select(Box{at.data(), at.data()}, sq_radius, number);
    return masses(index, leaves);
  };
  const std::vector<double> one = drawn(1, 2, 1);
  REQUIRE(drawn(1, 2, 1) == one);
  REQUIRE(drawn(1, 3, 1) != one);
  REQUIRE(drawn(2, 2, 1) != one);
  const std::vector<double> farther = drawn(1, 2, 4);
  for (std::size_t i = 0; i < n; ++i) {
    if (sq_distance(index, i, at) < 0.9) REQUIRE(farther[i] == one[i]);
  }
}

TEST_CASE("thinned points are packed as the panels of leaves are", "[thinned_leaves]") {
  const PointIndex index = square();
  const std::vector<double> at = point_of(index, 10);
  ThinnedLeaves leaves(index, {200, 1});
  leaves.select(Box{at.data(), at.data()}, 4, 1);
  const std::size_t size = leaves.position().size();
  REQUIRE(size > 40);
  std::vector<double> panels((size + lapscale::panel_width) * 2, 0.0);
  const std::size_t n_panels = leaves.pack(3, size - 2, panels.data());
  REQUIRE(n_panels == (size - 5 + lapscale::panel_width - 1) / lapscale::panel_width);
  for (std::size_t j = 0; j < n_panels * lapscale::panel_width; ++j) {
    const std::size_t panel = j / lapscale::panel_width;
    for (std::size_t k = 0; k < 2; ++k) {
      const double packed = panels[(panel * 2 + k) * lapscale::panel_width + j % 16];
      const double expected =
          j < size - 5 ? index.coordinate(leaves.position()[3 + j], k) : tests::infinity;
      const bool same = !(packed < expected) && !(packed > expected);
      REQUIRE(same);
    }
  }
}
