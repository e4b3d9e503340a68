#include "lapscale/embed/layout_affinities.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

namespace {

double in_effect(const std::vector<double>& walk) {
  double entropy = 0;
  for (const double p : walk) {
    if (p > 0) entropy -= p * std::log(p);
  }
  return std::exp(entropy);
}

}  // namespace

TEST_CASE("a walk has as many neighbors in effect as asked for", "[layout_affinities]") {
  std::vector<double> distance;
  for (int j = 1; j <= 30; ++j) distance.push_back(1e-3 * std::sqrt(j));
  const std::vector<double> mass(30, 1.0);
  std::vector<double> walk(30);
  for (const double perplexity : {2.0, 15.0, 29.0}) {
    lapscale::calibrated_walk(distance, mass, perplexity, walk);
    REQUIRE(in_effect(walk) == Approx(perplexity).epsilon(1e-6));
    // The logarithm is linear in the squared distance.
    REQUIRE(std::log(walk[9] / walk[0]) == Approx(9 * std::log(walk[1] / walk[0])));
  }
}

TEST_CASE("points of mass two count as two", "[layout_affinities]") {
  const std::vector<double> twice = {1, 1, 2, 2, 3, 3, 4, 4};
  std::vector<double> walk(8);
  const std::vector<double> ones(8, 1.0);
  const std::vector<double> twos(4, 2.0);
  lapscale::calibrated_walk(twice, ones, 5, walk);
  const std::vector<double> once = {1, 2, 3, 4};
  std::vector<double> of_mass(4);
  lapscale::calibrated_walk(once, twos, 5, of_mass);
  for (std::size_t j = 0; j < 4; ++j) REQUIRE(of_mass[j] == Approx(2 * walk[2 * j]).epsilon(1e-6));
}

TEST_CASE("equal distances share the walk, and copies have all of it", "[layout_affinities]") {
  std::vector<double> walk(4);
  const std::vector<double> mass(4, 1.0);
  const std::vector<double> equal(4, 2.0);
  lapscale::calibrated_walk(equal, mass, 2, walk);
  for (const double p : walk) REQUIRE(p == Approx(0.25));
  const std::vector<double> copies = {0, 0, 0, 1};
  lapscale::calibrated_walk(copies, mass, 2, walk);
  REQUIRE(walk[0] == Approx(1.0 / 3));
  REQUIRE(walk[3] < 1e-100);
}

TEST_CASE("affinities are the mean of both walks", "[layout_affinities]") {
  // Points 0 and 1 list each other, point 2 lists point 1.
  const std::vector<std::size_t> begin = {0, 1, 2, 3};
  const std::vector<std::size_t> index = {1, 0, 1};
  const std::vector<double> distance = {1, 1, 1};
  const std::vector<double> mass = {0.25, 0.25, 0.5};
  const auto p = lapscale::calibrated_affinities({begin, index, distance}, mass, 1.5, {});
  REQUIRE((p.begin == std::vector<int>{0, 1, 3, 4}));
  REQUIRE((p.column == std::vector<int>{1, 0, 2, 1}));
  REQUIRE(p.value[0] == Approx(0.25));
  REQUIRE(p.value[1] == Approx(0.25));
  REQUIRE(p.value[2] == Approx(0.25));
  REQUIRE(p.value[3] == Approx(0.25));
}

TEST_CASE("affinities of a graph are those of its walk", "[layout_affinities]") {
  // A triangle with weights 1 (01), 2 (02), and 4 (12), and a loop at 0.
  const std::vector<int> begin = {0, 3, 5, 7};
  const std::vector<int> column = {0, 1, 2, 0, 2, 0, 1};
  const std::vector<double> value = {9, 1, 2, 1, 4, 2, 4};
  const std::vector<double> mass(3, 1.0 / 3);
  const auto p = lapscale::graph_affinities({begin, column, value}, mass);
  REQUIRE_FALSE(p[0] > 0);
  REQUIRE(p[1] == Approx((1.0 / 3 + 1.0 / 5) / 6));
  REQUIRE(p[2] == Approx((2.0 / 3 + 2.0 / 6) / 6));
  REQUIRE(p[4] == Approx((4.0 / 5 + 4.0 / 6) / 6));
  double sum = 0;
  for (const double part : p) sum += part;
  REQUIRE(sum == Approx(1));
}
