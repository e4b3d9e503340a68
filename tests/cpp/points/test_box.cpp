#include "lapscale/points/box.hpp"

#include <catch.h>

using lapscale::Box;
using lapscale::sq_gap;

TEST_CASE("boxes that meet have no gap, others that of their nearest corners", "[box]") {
  const double one[] = {0, 0, 1, 2};
  const double beside[] = {1, 1, 3, 3};
  const double apart[] = {4, 6, 5, 7};
  REQUIRE_FALSE(sq_gap({one, one + 2}, {beside, beside + 2}, 2) > 0);
  REQUIRE(sq_gap({one, one + 2}, {apart, apart + 2}, 2) == 9 + 16);
  REQUIRE(sq_gap({apart, apart + 2}, {one, one + 2}, 2) == 9 + 16);
}
