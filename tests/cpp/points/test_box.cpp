#include "lapscale/points/box.hpp"

#include <catch.h>

#include <cstddef>
#include <vector>

using lapscale::Box;
using lapscale::sq_gap;

TEST_CASE("boxes that meet have no gap, others that of their nearest corners", "[box]") {
  const double one[] = {0, 0, 1, 2};
  const double beside[] = {1, 1, 3, 3};
  const double apart[] = {4, 6, 5, 7};
  const float apart_as_floats[] = {4, 6, 5, 7};
  const Box a{one, one + 2};
  const Box b{beside, beside + 2};
  const Box c{apart, apart + 2};
  const lapscale::BoxOf<float> d{apart_as_floats, apart_as_floats + 2};
  REQUIRE_FALSE(sq_gap(a, b, 2) > 0);
  REQUIRE(sq_gap(a, c, 2) == 9 + 16);
  REQUIRE(sq_gap(c, a, 2) == 9 + 16);
  REQUIRE(sq_gap(a, d, 2) == 9 + 16);
  REQUIRE(sq_gap(d, a, 2) == 9 + 16);
  REQUIRE(lapscale::sq_diagonal(b, 2) == 4 + 4);
  REQUIRE(lapscale::sq_diagonal(d, 2) == 1 + 1);
}

TEST_CASE("a gap above a limit is found as soon as it is above it", "[box]") {
  for (const std::size_t dim : {1U, 31U, 32U, 33U, 100U}) {
    const std::vector<double> low(dim, 0.0);
    const std::vector<double> high(dim, 2.0);
    for (const std::size_t wide : {std::size_t{0}, dim / 2, dim - 1}) {
      std::vector<double> apart(dim, 1.0);
      apart[wide] = 5;
      const Box a{low.data(), low.data()};
      const Box b{apart.data(), high.data()};
      const double gap = sq_gap(a, b, dim);
      REQUIRE(lapscale::gap_exceeds(a, b, dim, 0.99 * gap));
      REQUIRE_FALSE(lapscale::gap_exceeds(a, b, dim, gap));
    }
  }
}
