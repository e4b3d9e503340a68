#include "lapscale/kernel/cutoffs.hpp"

#include <catch.h>

#include <cmath>

TEST_CASE("beyond a cut-off weights are as small as it says", "[cutoffs]") {
  REQUIRE(lapscale::graph_cutoff == std::sqrt(-std::log(1e-6)));
  REQUIRE(lapscale::consistency_cutoff == std::sqrt(-std::log(1e-8)));
  const auto weight = [](double ratio) { return std::exp(-ratio * ratio); };
  REQUIRE(weight(lapscale::negligible_cutoff) < 2.4e-16);
  REQUIRE(weight(lapscale::farthest_cutoff) < 1e-316);
}
