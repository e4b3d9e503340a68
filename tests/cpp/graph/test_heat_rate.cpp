#include "lapscale/graph/heat_rate.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

TEST_CASE("with equal rates an eigenvalue is a logarithm", "[heat_rate]") {
  const std::vector<double> weight = {0.2, 0.3, 0.5};
  const std::vector<double> rate(3, 7.0);
  for (const double value : {1e-12, 0.1, 3.0, 6.9, 6.99999}) {
    REQUIRE(lapscale::heat_rate(value, weight, rate) ==
            Approx(-7 * std::log1p(-value / 7)).epsilon(1e-10));
  }
  REQUIRE(lapscale::heat_rate(0, weight, rate) == 0);
  REQUIRE(std::isnan(lapscale::heat_rate(7, weight, rate)));
  REQUIRE(std::isnan(lapscale::heat_rate(8, weight, rate)));
}

TEST_CASE("an eigenvalue solves its equation, whatever the rates", "[heat_rate]") {
  const std::vector<double> weight = {0.25, 0.25, 0.1, 0.4};
  const std::vector<double> rate = {1e-3, 1, 50, 1e4};
  double most = 0;
  for (std::size_t i = 0; i < 4; ++i) most += weight[i] * rate[i];
  for (const double share : {1e-9, 0.01, 0.5, 0.99, 0.999999}) {
    const double value = share * most;
    const double lambda = lapscale::heat_rate(value, weight, rate);
    double sum = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      sum += weight[i] * rate[i] * -std::expm1(-lambda / rate[i]);
    }
    REQUIRE(sum == Approx(value).epsilon(1e-10));
    REQUIRE(lambda >= value);
  }
}
