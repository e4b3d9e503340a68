#include "lapscale/door/distortions.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

TEST_CASE("the local metric of evenly spaced points on a line is near to theirs", "[door]") {
  const std::size_t n = 400;
  std::vector<double> x(n);
  // In an order that is not that of the line, so that rows and positions differ.
  for (std::size_t i = 0; i < n; ++i) x[i] = 50.0 * static_cast<double>(i * 7 % n);
  const lapscale::PointSet points(x.data(), n, 1);
  const std::vector<double> found = lapscale::distortions(points, {500.0, 1.0}, 1);
  REQUIRE(found.size() == 2 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t place = i * 7 % n;
    if (place >= 50 && place < n - 50) REQUIRE(found[i] < 0.01);
    // A bandwidth that reaches no other point sees nothing.
    REQUIRE(found[n + i] == Approx(1));
  }
  // At the ends half of the neighborhood is missing.
  REQUIRE(found[0] > 0.05);
}

TEST_CASE("options of distortions have their effect", "[door]") {
  const std::vector<double> x = {0, 1, 3, 4, 6, 7};
  const lapscale::PointSet points(x.data(), 6, 1);
  lapscale::DistortionOptions options;
  options.inverse = true;
  const double plain = lapscale::distortions(points, {2.0}, 1)[2];
  const double inverse = lapscale::distortions(points, {2.0}, 1, options)[2];
  // In one dimension H is 1 + plain or 1 - plain.
  const bool above = inverse == Approx(1 - 1 / (1 + plain));
  const bool below = inverse == Approx(1 / (1 - plain) - 1);
  REQUIRE(above != below);
}
