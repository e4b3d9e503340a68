#include "lapscale/kernel/bandwidth_limits.hpp"

#include <catch.h>

#include <cmath>
#include <limits>
#include <vector>

using lapscale::with_square;

TEST_CASE("every bandwidth has a square that is a double above 0", "[bandwidth_limits]") {
  using limits = std::numeric_limits<double>;
  for (const double h : {limits::denorm_min(), limits::min(), 1e-200, 1e-150, 1.0, 1e200,
                         limits::max(), limits::infinity()}) {
    const double moved = with_square(h);
    REQUIRE(std::isnormal(moved * moved));
    REQUIRE(std::isnormal(1 / (moved * moved)));
  }
}

TEST_CASE("a bandwidth that has one stays as it is", "[bandwidth_limits]") {
  for (const double h : {1e-150, 3e-9, 0.1, 1.0, 7e140, 1e150}) REQUIRE(with_square(h) == h);
}

TEST_CASE("a bandwidth that is moved gives the weights that it gave", "[bandwidth_limits]") {
  // Distances are 0, or between 1e-16 and 10 in the frame; the exact weight in logarithms.
  for (const double h : {1e-300, 1e-180, 1e180, 1e300}) {
    for (const double distance : {0.0, 1e-16, 1e-3, 10.0}) {
      const double exact = std::exp(-std::exp(2 * (std::log(distance) - std::log(h))));
      const double ratio = distance / with_square(h);
      REQUIRE(std::exp(-ratio * ratio) == exact);
    }
  }
}

TEST_CASE("grids are moved value by value", "[bandwidth_limits]") {
  const std::vector<double> grid = {1e-200, 0.5, 1e-150, 1e300};
  std::vector<double> expected;
  for (const double h : grid) expected.push_back(with_square(h));
  REQUIRE(lapscale::with_squares(grid) == expected);
  REQUIRE(lapscale::with_squares({}).empty());
}
