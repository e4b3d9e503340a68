#include "lapscale/select/centre_part.hpp"

#include <catch.h>

#include <stdexcept>

using lapscale::CentrePart;

TEST_CASE("a part ends with the points and begins with a block") {
  const CentrePart all = CentrePart().of(7);
  REQUIRE(all.begin == 0);
  REQUIRE(all.end == 7);
  const CentrePart part = CentrePart{4, 8}.of(20);
  REQUIRE(part.begin == 4);
  REQUIRE(part.end == 8);
  REQUIRE_THROWS_AS((CentrePart{3, 8}.of(20)), std::invalid_argument);
  REQUIRE_THROWS_AS((CentrePart{8, 4}.of(20)), std::invalid_argument);
  REQUIRE_THROWS_AS((CentrePart{24, 28}.of(20)), std::invalid_argument);
}
