#include "lapscale/points/deflated_distances.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/select/bandwidth_range.hpp"
#include "support/manifolds.hpp"

using lapscale::DeflatedDistances;
using lapscale::PointIndex;
using lapscale::Runtime;
using lapscale::SquaredDistances;

TEST_CASE("the noise of both ends is taken off, but not all of a distance", "[deflated]") {
  const tests::Points points = tests::normal_cloud(70, 3, 1);
  const PointIndex index(points.view(), Runtime());
  std::vector<double> noise;
  for (std::size_t i = 0; i < points.n; ++i) noise.push_back(1e-3 * static_cast<double>(i % 7));
  const PointIndex deflated = DeflatedDistances::index(index, noise, Runtime());
  REQUIRE_FALSE(deflated.has_coordinates());
  const SquaredDistances raw(index, Runtime());
  const SquaredDistances found(deflated, Runtime());
  double total = 0;
  for (std::size_t i = 0; i < points.n; ++i) {
    for (std::size_t j = 0; j < points.n; ++j) {
      const double s = raw(index.position_of(i), index.position_of(j));
      const double wanted = i == j ? 0 : std::max(s - noise[i] - noise[j], s / 1000);
      REQUIRE(found(deflated.position_of(i), deflated.position_of(j)) ==
              Approx(wanted).margin(1e-15));
      total += wanted;
    }
  }
  const double pairs = 70.0 * 69.0;
  REQUIRE(lapscale::rms_distance(deflated) == Approx(std::sqrt(total / pairs)));
}
