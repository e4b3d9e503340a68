#include "lapscale/embed/layout_separation.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "support/manifolds.hpp"
#include "support/threads.hpp"

using lapscale::LayoutSeparation;

namespace {

template <std::size_t dims>
double nearest_pair(const std::vector<double>& y) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < y.size(); i += dims) {
    for (std::size_t j = 0; j < i; j += dims) {
      double sq = 0;
      for (std::size_t k = 0; k < dims; ++k) sq += std::pow(y[i + k] - y[j + k], 2);
      least = std::min(least, std::sqrt(sq));
    }
  }
  return least;
}

}  // namespace

TEST_CASE("points that are far enough from each other stay", "[layout_separation]") {
  std::vector<double> y;
  for (int i = 0; i < 6; ++i) y.insert(y.end(), {1.0 * (i % 3), 1.0 * (i / 3)});
  const std::vector<double> before = y;
  LayoutSeparation<2>::run(y, 1.0, lapscale::Runtime());
  REQUIRE(y == before);
}

TEST_CASE("a pair takes the way that is missing by halves", "[layout_separation]") {
  std::vector<double> y{0, 0, 0.3, 0.4, 9, 9};
  LayoutSeparation<2>::run(y, 1.0, lapscale::Runtime());
  const std::vector<double> expected{-0.15, -0.2, 0.45, 0.6, 9, 9};
  for (std::size_t e = 0; e < 6; ++e) REQUIRE(y[e] == Approx(expected[e]).margin(1e-12));
}

TEST_CASE("crowds and points at one position part, and their middle stays", "[layout_separation]") {
  tests::Draw draw(1);
  std::vector<double> line(20);
  std::vector<double> plane(80, 3.0);
  std::vector<double> same = plane;
  std::vector<double> space(90);
  for (double& value : line) value = 1e-9 * draw.normal();
  for (double& value : space) value = 1e-3 * draw.normal();
  LayoutSeparation<1>::run(line, 0.1, lapscale::Runtime());
  LayoutSeparation<2>::run(plane, 0.1, lapscale::Runtime());
  LayoutSeparation<3>::run(space, 0.1, lapscale::Runtime());
  lapscale::Runtime threads;
  threads.executor = tests::Threads(3);
  LayoutSeparation<2>::run(same, 0.1, threads);
  REQUIRE(same == plane);
  REQUIRE(nearest_pair<1>(line) > 0.05);
  REQUIRE(nearest_pair<2>(plane) > 0.05);
  REQUIRE(nearest_pair<3>(space) > 0.05);
  double middle = 0;
  for (const double value : plane) middle += value / 80;
  REQUIRE(middle == Approx(3.0).margin(0.1));
  REQUIRE(*std::max_element(plane.begin(), plane.end()) < 4);
}
