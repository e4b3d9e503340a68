#include "lapscale/local/bandwidth_scale.hpp"

#include <catch.h>

#include <cstddef>

#include "support/local_values.hpp"
#include "support/manifolds.hpp"

TEST_CASE("squared distances of the nearest have a padding of zeros", "[bandwidth_scale]") {
  const lapscale::PointIndex index(tests::uniform_cube(40, 3, 1).view(), lapscale::Runtime());
  const lapscale::Neighborhood near = tests::around(index, 4, 0.5, 1);
  lapscale::AlignedBuffer found;
  for (const std::size_t count : {17U, 40U}) {
    lapscale::copy_sq_distances(near, count, found);
    for (std::size_t j = 0; j < lapscale::padded(count); ++j) {
      REQUIRE(found[j] == (j < count ? near.sq_dist()[j] : 0));
    }
  }
}
