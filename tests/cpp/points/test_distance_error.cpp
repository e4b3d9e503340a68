#include "lapscale/points/distance_error.hpp"

#include <catch.h>

#include <cmath>

using lapscale::DistanceError;

TEST_CASE("what is measured beyond is not nearer", "[distance_error]") {
  for (const double rounding : {0.0, 1e-7, 0.01, 0.1}) {
    for (const double slack : {0.0, 1e-6, 0.5}) {
      const DistanceError error{rounding, slack};
      for (const double measured : {0.0, 0.3, 2.0, 1e6}) {
        const double beyond = std::sqrt(error.widened(measured * measured));
        const double farthest = (measured + slack) / (1 - rounding);
        const double nearest = (beyond - slack) / (1 + rounding);
        REQUIRE(nearest >= farthest * (1 - 1e-15));
      }
    }
  }
}

TEST_CASE("errors of two ways after one another", "[distance_error]") {
  const DistanceError sum = DistanceError{0.01, 0.2} + DistanceError{0.1, 3};
  for (const double d : {0.0, 1.0, 50.0}) {
    const double first = d + 0.01 * d + 0.2;
    const double second = first + 0.1 * first + 3;
    REQUIRE(second - d == Approx(sum.rounding * d + sum.slack));
  }
}
