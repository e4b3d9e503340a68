#include "lapscale/embed/layout_placement.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"

TEST_CASE("a new point goes where its own cost is least", "[layout_placement]") {
  const std::size_t n = 60;
  tests::Points y = tests::normal_cloud(n, 2, 4);
  for (double& value : y.x) value *= 2;
  const std::vector<double> mass(n, 1.0 / n);
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (i == j) continue;
      total += 1.0 / (n * n) /
               (1 + std::pow(y.at(i, 0) - y.at(j, 0), 2) + std::pow(y.at(i, 1) - y.at(j, 1), 2));
    }
  }
  const std::vector<std::size_t> begin = {0, 4, 8};
  const std::vector<std::size_t> index = {0, 1, 2, 3, 7, 8, 9, 10};
  const std::vector<double> distance = {1, 1, 1, 1, 1, 1, 1, 1};
  const auto placed =
      lapscale::layout_placement<2>({begin, index, distance}, y.x, mass, total, 4, 1, {});
  REQUIRE(placed.size() == 4);
  const auto cost = [&](std::size_t i, double u, double v) {
    const auto sum = [&](std::size_t j) {
      return 1 + std::pow(u - y.at(j, 0), 2) + std::pow(v - y.at(j, 1), 2);
    };
    double attraction = 0;
    double repulsion = 0;
    for (std::size_t e = begin[i]; e < begin[i + 1]; ++e) {
      attraction += 0.25 * std::log(sum(index[e]));
    }
    for (std::size_t j = 0; j < n; ++j) repulsion += mass[j] / sum(j);
    return attraction + repulsion / total;
  };
  for (std::size_t i = 0; i < 2; ++i) {
    const double u = placed[2 * i];
    const double v = placed[2 * i + 1];
    for (const double step : {-0.05, 0.05}) {
      REQUIRE(cost(i, u, v) < cost(i, u + step, v));
      REQUIRE(cost(i, u, v) < cost(i, u, v + step));
    }
  }
}
