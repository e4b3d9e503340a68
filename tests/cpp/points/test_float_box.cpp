#include "lapscale/points/float_box.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <limits>

using lapscale::Box;
using lapscale::FloatBox;

TEST_CASE("a box of floats is the smallest that holds the box of doubles", "[float_box]") {
  constexpr std::size_t dim = 6;
  const double lower[dim] = {0, 0.1, -0.1, 1 + 0x1p-30, -1e300, 0x1p-160};
  const double upper[dim] = {0, 0.1, -0.1, 1 + 0x1p-30, 1e300, 0x1p-160};
  const FloatBox around(Box{lower, upper}, dim);
  const lapscale::BoxOf<float> box = around.box();
  constexpr float infinity = std::numeric_limits<float>::infinity();
  for (std::size_t k = 0; k < dim; ++k) {
    REQUIRE(box.low(k) <= lower[k]);
    REQUIRE(box.high(k) >= upper[k]);
    // The next floats inwards do not hold it.
    const bool is_float = !(box.low(k) < lower[k]) && !(box.high(k) > upper[k]);
    const bool is_tight = static_cast<double>(std::nextafter(box.lower[k], infinity)) > lower[k] &&
                          static_cast<double>(std::nextafter(box.upper[k], -infinity)) < upper[k];
    REQUIRE(is_tight);
    REQUIRE(is_float == (k == 0));
  }
}
