#include "lapscale/points/rotated_points.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <memory>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::PointIndex;
using lapscale::PrincipalAxes;
using lapscale::rotated_points;
using lapscale::RotatedPoints;
using lapscale::Runtime;
using tests::Points;

namespace {

// By how much a distance after the turn is off, beyond what it says of itself; at most 0.
double beyond_allowed(const PointIndex& index, const RotatedPoints& rotated) {
  double worst = -tests::infinity;
  const auto distance = [](const PointIndex& of, std::size_t a, std::size_t b) {
    double sum = 0;
    for (std::size_t k = 0; k < of.dim(); ++k) {
      const double gap = of.coordinate(a, k) - of.coordinate(b, k);
      sum += gap * gap;
    }
    return std::sqrt(sum);
  };
  for (std::size_t i = 0; i < index.size(); i += 7) {
    for (std::size_t j = 0; j < index.size(); j += 3) {
      const double there = distance(index, index.position_of(i), index.position_of(j));
      const double here =
          distance(rotated.index, rotated.index.position_of(i), rotated.index.position_of(j));
      worst = std::max(
          worst, std::abs(there - here) - rotated.error.rounding * there - 2 * rotated.error.slack);
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("distances of turned points are those of the points", "[rotated_points]") {
  for (const double offset : {0.0, 1e6}) {
    for (const std::size_t dim : {32U, 90U, 700U}) {
      const Points points = tests::moved(tests::normal_cloud(300, dim, dim, 0.9), 3, offset);
      const PointIndex index(points.view(), Runtime());
      const auto rotated = rotated_points(index, Runtime(), 100);
      REQUIRE(rotated);
      REQUIRE(rotated->error.slack < 1e-8);
      REQUIRE(beyond_allowed(index, *rotated) <= 0);
      REQUIRE(rotated->error.widened(0.25) > 0.25);
      REQUIRE(rotated->error.widened(0.25) < 0.2501);
    }
  }
}

TEST_CASE("the first axes hold most of the spread", "[rotated_points]") {
  const Points points = tests::embedded(tests::normal_cloud(2000, 3, 1), 60, 2);
  const PointIndex index(points.view(), Runtime());
  const PrincipalAxes axes(index);
  REQUIRE(axes.n_leading() == 15);
  REQUIRE(axes.share() > 0.999);
  const auto rotated = rotated_points(index, Runtime(), 100);
  double rest = 0;
  for (std::size_t i = 0; i < 2000; ++i) {
    for (std::size_t k = 3; k < 60; ++k) rest += std::abs(rotated->index.coordinate(i, k));
  }
  REQUIRE(rest < 1e-9);
}

TEST_CASE("points without leading axes, few of them or few columns stay as they are",
          "[rotated_points]") {
  const auto turned = [](const Points& points, std::size_t least) {
    return rotated_points(PointIndex(points.view(), Runtime()), Runtime(), least) != nullptr;
  };
  REQUIRE_FALSE(turned(tests::normal_cloud(1000, 60, 1), 100));
  REQUIRE(turned(tests::normal_cloud(1000, 60, 1, 0.8), 100));
  REQUIRE_FALSE(turned(tests::normal_cloud(1000, 60, 1, 0.8), 1001));
  REQUIRE_FALSE(turned(tests::normal_cloud(1000, 31, 1, 0.8), 100));
  REQUIRE_FALSE(turned(Points(1000, 60), 100));
  const PointIndex paged = tests::paged(tests::normal_cloud(1000, 60, 1, 0.8), 100);
  REQUIRE_FALSE(rotated_points(paged, Runtime(), 100));
}

TEST_CASE("the turn is the same on every executor", "[rotated_points][threads]") {
  const PointIndex index(tests::normal_cloud(900, 40, 3, 0.8).view(), Runtime());
  const auto serial = rotated_points(index, Runtime(), 100);
  const auto threaded = rotated_points(index, tests::on(tests::Threads(3)), 100);
  int differ = serial->error.slack == threaded->error.slack ? 0 : 1;
  for (std::size_t i = 0; i < 900; ++i) {
    for (std::size_t k = 0; k < 40; ++k) {
      if (serial->index.coordinate(i, k) != threaded->index.coordinate(i, k)) ++differ;
    }
  }
  REQUIRE(differ == 0);
}
