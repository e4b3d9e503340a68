#include "lapscale/local/step_spectrum.hpp"

#include <catch.h>

using lapscale::centring_loss;

TEST_CASE("a mean over n equal points loses one n-th of the second moment", "[step_spectrum]") {
  // p = 1 / n, s = 1: sum p^2 s / sum p s = 1 / n
  REQUIRE(centring_loss(5 * (1.0 / 25), 5 * (1.0 / 5)) == Approx(0.2));
}

TEST_CASE("an isolated point loses nothing", "[step_spectrum]") {
  REQUIRE(centring_loss(0, 0) == 0);
}
