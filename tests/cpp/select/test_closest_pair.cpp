#include "lapscale/select/closest_pair.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::PointIndex;
using lapscale::Runtime;
using tests::Points;

namespace {

std::vector<Points> closest_samples() {
  Points close = tests::uniform_cube(300, 3, 1);
  for (std::size_t k = 0; k < 3; ++k) close.at(7, k) = close.at(200, k) + 1e-6;
  return {tests::uniform_cube(400, 2, 2), close, tests::integer_grid(12, 2),
          tests::repeated(tests::uniform_cube(60, 2, 3), 5), tests::normal_cloud(150, 50, 4)};
}

}  // namespace

TEST_CASE("the closest pair is the closest of those that do not coincide", "[closest_pair]") {
  for (const Points& points : closest_samples()) {
    const PointIndex index(points.view(), Runtime());
    const Eigen::MatrixXd all = tests::sq_distances(tests::points_of(index));
    const double exact =
        all.unaryExpr([](double s) { return s > 0 ? s : tests::infinity; }).minCoeff();
    REQUIRE(std::abs(lapscale::closest_pair(index, Runtime()) / exact - 1) < 1e-14);
  }
}

TEST_CASE("two places of many points each have a closest pair", "[closest_pair]") {
  const PointIndex index(tests::two_places(64, 64, 2, 6).view(), Runtime());
  REQUIRE(lapscale::closest_pair(index, Runtime()) > 0);
  REQUIRE(lapscale::closest_pair(index, Runtime()) < tests::infinity);
}

TEST_CASE("of distances the smallest above zero is taken, wherever it stands", "[closest_pair]") {
  const std::vector<double> distances = {3, 0, 4, 5, 2};
  REQUIRE(lapscale::smallest_positive(distances.data(), 0) ==
          std::numeric_limits<double>::infinity());
  for (std::size_t count = 1; count < 5; ++count) {
    REQUIRE(lapscale::smallest_positive(distances.data(), count) == 3);
  }
  REQUIRE(lapscale::smallest_positive(distances.data(), 5) == 2);
}
