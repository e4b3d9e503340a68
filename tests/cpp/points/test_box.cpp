#include "lapscale/points/box.hpp"

#include <catch.h>

#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/threads.hpp"

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

TEST_CASE("the kernels miss no pair of boxes within a limit, and leave out those far apart",
          "[box]") {
  tests::Draw draw(8);
  for (const std::size_t dim : {1U, 3U, 31U, 32U, 33U, 64U, 100U, 1000U}) {
    std::vector<float> corner(4 * dim);
    for (int often = 0; often < 20; ++often) {
      const double apart = draw.uniform(-0.5, 1.5);
      for (std::size_t k = 0; k < 2 * dim; ++k) {
        const double shift = k < dim ? 0 : apart;
        const std::size_t at = k < dim ? k : k + dim;
        corner[at] = static_cast<float>(draw.uniform(-1, 0) + shift);
        corner[at + dim] = static_cast<float>(draw.uniform(0, 1) + shift);
      }
      const float* lower = corner.data();
      const lapscale::BoxOf<float> a{lower, lower + dim};
      const lapscale::BoxOf<float> b{lower + 2 * dim, lower + 3 * dim};
      const double gap = sq_gap(a, b, dim);
      for (const lapscale::SimdLevel level : tests::levels()) {
        const lapscale::SimdKernels kernels = lapscale::simd_kernels(level);
        REQUIRE_FALSE(lapscale::gap_exceeds(a, b, dim, gap, kernels));
        REQUIRE_FALSE(lapscale::gap_exceeds(b, a, dim, gap, kernels));
        const bool is_gap = gap > 0;
        REQUIRE(lapscale::gap_exceeds(a, b, dim, gap * (1 - 3e-6), kernels) == is_gap);
      }
    }
  }
}
