#include "lapscale/points/point_frame.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <vector>

#include "lapscale/points/point_index.hpp"
#include "lapscale/runtime/runtime.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::coordinates_in;
using lapscale::frame_of;
using lapscale::PointFrame;
using tests::moved;
using tests::Points;

namespace {

std::vector<double> framed(const Points& points) {
  return coordinates_in(frame_of(points.view()), points.view());
}

double largest(const std::vector<double>& values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

}  // namespace

TEST_CASE("a power of two changes the unit and not a bit of the coordinates", "[point_frame]") {
  const Points points = tests::uniform_cube(50, 3, 1);
  const std::vector<double> z = framed(points);
  for (const int power : {-530, -40, -1, 1, 3, 400, 1000}) {
    const Points scaled = moved(points, std::ldexp(1.0, power), 0);
    REQUIRE(framed(scaled) == z);
    REQUIRE(frame_of(scaled.view()).exponent == frame_of(points.view()).exponent + power);
  }
}

TEST_CASE("data of any size have squared distances that neither vanish nor overflow",
          "[point_frame]") {
  for (const double size : {1e-300, 1e-160, 1e-5, 1.0, 1e155, 1e300, 1.7e308}) {
    const Points points = moved(tests::uniform_cube(40, 2, 2), size, 0);
    const double most = largest(framed(points));
    REQUIRE(most >= 0.25);
    REQUIRE(most <= 9);
    const PointFrame frame = frame_of(points.view());
    REQUIRE(!frame.degenerate);
    REQUIRE(frame.from_unit(frame.to_unit(size)) == size);
  }
}

TEST_CASE("values of both signs at the ends of the doubles fit", "[point_frame]") {
  Points points(2, 1);
  points.x = {-1.7e308, 1.7e308};
  const std::vector<double> z = framed(points);
  REQUIRE(std::isfinite(z[0]));
  REQUIRE(z[1] == -z[0]);
  REQUIRE(largest(z) > 0.25);
}

// Coordinates on a grid of 2^-20 stay doubles after a shift by 3e9: subtracting the origin must
// give back each difference without rounding.
TEST_CASE("a huge offset is subtracted exactly", "[point_frame]") {
  Points points = tests::uniform_cube(60, 2, 3);
  for (double& x : points.x) x = std::round(x * 0x1p20) * 0x1p-20;
  const double offset = 3e9;
  const Points far = moved(points, 1, offset);
  const std::vector<double> near_z = framed(points);
  const std::vector<double> far_z = framed(far);
  const PointFrame near_frame = frame_of(points.view());
  const PointFrame far_frame = frame_of(far.view());
  REQUIRE(largest(far_z) < 9);
  double worst = 0;
  for (std::size_t i = 2; i < near_z.size(); ++i) {
    const double before = near_frame.from_unit(near_z[i] - near_z[i % 2]);
    const double after = far_frame.from_unit(far_z[i] - far_z[i % 2]);
    worst = std::max(worst, std::abs(after - before));
  }
  REQUIRE(worst == 0);
}

TEST_CASE("distances are those of the data as given, to the rounding of a subtraction",
          "[point_frame]") {
  for (const double offset : {0.0, 0.4, 5.0, -1e3, 1e8, 1e15}) {
    const Points points = moved(tests::uniform_cube(30, 3, 4), 1, offset);
    const PointFrame frame = frame_of(points.view());
    const std::vector<double> z = coordinates_in(frame, points.view());
    double worst = 0;
    for (std::size_t i = 0; i < points.n; ++i) {
      for (std::size_t k = 0; k < 3; ++k) {
        const double given = points.at(i, k) - points.at(0, k);
        const double inside = frame.from_unit(z[3 * i + k] - z[k]);
        worst = std::max(worst, std::abs(inside - given));
      }
    }
    // Shifted or not, each coordinate is the given one less an exact origin.
    REQUIRE(worst <= 2 * tests::epsilon * (offset > 1 || offset < -1 ? 1 : 9));
  }
}

TEST_CASE("a constant column becomes zero, whatever its value", "[point_frame]") {
  Points points = tests::uniform_cube(20, 3, 5);
  for (const double value : {0.0, 1.0, -1e300, 1e-300, 0.1}) {
    for (std::size_t i = 0; i < points.n; ++i) points.at(i, 1) = value;
    const std::vector<double> z = framed(points);
    for (std::size_t i = 0; i < points.n; ++i) REQUIRE(z[3 * i + 1] == 0);
  }
}

TEST_CASE("points that all coincide are degenerate, others are not", "[point_frame]") {
  Points points(4, 2);
  std::fill(points.x.begin(), points.x.end(), 0.3);
  REQUIRE(frame_of(points.view()).degenerate);
  REQUIRE(largest(framed(points)) == 0);
  points.at(3, 1) = std::nextafter(0.3, 1);
  REQUIRE(!frame_of(points.view()).degenerate);
  REQUIRE(frame_of(tests::uniform_cube(1, 3, 1).view()).degenerate);
}

TEST_CASE("coordinates that are not finite are refused before a search", "[point_frame]") {
  for (const double value : {std::numeric_limits<double>::quiet_NaN(), tests::infinity}) {
    std::vector<double> x(30, 0.5);
    x[7] = 1;
    x[11] = value;
    const lapscale::PointView view{x.data(), 10, 3, 3, 1};
    REQUIRE_THROWS_AS(lapscale::PointIndex(view, lapscale::Runtime()), std::invalid_argument);
  }
}

TEST_CASE("points by row and by column are the same points", "[point_frame]") {
  const Points points = tests::uniform_cube(10, 3, 6);
  std::vector<double> by_column(30);
  for (std::size_t i = 0; i < 10; ++i) {
    for (std::size_t k = 0; k < 3; ++k) by_column[k * 10 + i] = points.at(i, k);
  }
  const lapscale::PointView view{by_column.data(), 10, 3, 1, 10};
  REQUIRE(view(4, 2) == points.at(4, 2));
  REQUIRE(coordinates_in(frame_of(view), view) == framed(points));
}
