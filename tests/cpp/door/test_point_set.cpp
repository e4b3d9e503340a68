#include "lapscale/door/point_set.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

using lapscale::PointSet;
using lapscale::RowDistance;

namespace {

// n x 2 by column, far from 0 and small, so that a frame is at work.
std::vector<double> spiral(std::size_t n) {
  std::vector<double> x(2 * n);
  for (std::size_t i = 0; i < n; ++i) {
    const double t = static_cast<double>(7 * i % n);
    x[i] = 1000 + 1e-3 * t * std::cos(t);
    x[n + i] = 1e-3 * t * std::sin(t);
  }
  return x;
}

double distance(const std::vector<double>& x, std::size_t i, std::size_t j) {
  const std::size_t n = x.size() / 2;
  return std::hypot(x[i] - x[j], x[n + i] - x[n + j]);
}

// All others, nearest first.
std::vector<RowDistance> others(const std::vector<double>& x, std::size_t i) {
  std::vector<RowDistance> list;
  for (std::size_t j = 0; j < x.size() / 2; ++j) {
    if (j != i) list.push_back({j, distance(x, i, j)});
  }
  std::sort(list.begin(), list.end(), [](const RowDistance& a, const RowDistance& b) {
    return std::make_pair(a.distance, a.row) < std::make_pair(b.distance, b.row);
  });
  return list;
}

}  // namespace

TEST_CASE("neighbors are rows of x, their distances in its unit", "[door]") {
  const std::size_t n = 200;
  const std::vector<double> x = spiral(n);
  const PointSet points(x.data(), n, 2);
  REQUIRE(points.size() == n);
  REQUIRE(points.dim() == 2);
  const auto nearest = points.nearest(4);
  const auto within = points.within(0.02);
  for (std::size_t i = 0; i < n; ++i) {
    const std::vector<RowDistance> expected = others(x, i);
    REQUIRE(nearest[i].size() == 4);
    for (std::size_t j = 0; j < 4; ++j) {
      REQUIRE(nearest[i][j].row == expected[j].row);
      REQUIRE(nearest[i][j].distance == Approx(expected[j].distance).epsilon(1e-9));
    }
    std::size_t count = 0;
    while (count < expected.size() && expected[count].distance <= 0.02) ++count;
    REQUIRE(within[i].size() == count);
    for (std::size_t j = 0; j < count; ++j) REQUIRE(within[i][j].row == expected[j].row);
  }
}

TEST_CASE("of neighbors as far the first rows count", "[door]") {
  const std::vector<double> x = {0, 1, -1, 2, -2};
  const PointSet points(x.data(), 5, 1);
  const auto nearest = points.nearest(1);
  REQUIRE(nearest[0][0].row == 1);
  REQUIRE(nearest[0][0].distance == 1);
  REQUIRE(nearest[3][0].row == 1);
}

TEST_CASE("neighbors of new points may coincide with them", "[door]") {
  const std::vector<double> x = {0, 1, 3, 7};
  const PointSet points(x.data(), 4, 1);
  const std::vector<double> at = {3, 4.5};
  const auto nearest = points.nearest_to({at.data(), 2, 1, 1, 2}, 2);
  REQUIRE(nearest[0][0].row == 2);
  REQUIRE(nearest[0][0].distance == 0);
  REQUIRE(nearest[0][1].row == 1);
  REQUIRE(nearest[1][0].distance == 1.5);
  REQUIRE_THROWS_AS(points.nearest_to({at.data(), 1, 2, 1, 1}, 1), std::invalid_argument);
}

TEST_CASE("degrees are sums of the heat kernel by row", "[door]") {
  const std::size_t n = 60;
  const std::vector<double> x = spiral(n);
  const PointSet points(x.data(), n, 2);
  const std::vector<double> degree = points.degrees({0.01, 0.05});
  REQUIRE(degree.size() == 2 * n);
  for (std::size_t i = 0; i < n; ++i) {
    double narrow = 0;
    double wide = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const double square = std::pow(distance(x, i, j), 2);
      narrow += std::exp(-square / (0.01 * 0.01));
      wide += std::exp(-square / (0.05 * 0.05));
    }
    REQUIRE(degree[i] == Approx(narrow).epsilon(1e-9));
    REQUIRE(degree[n + i] == Approx(wide).epsilon(1e-9));
  }
  REQUIRE_THROWS_AS(points.within(-1), std::invalid_argument);
  REQUIRE_THROWS_AS(points.degrees({0.0}), std::invalid_argument);
  REQUIRE_THROWS_AS(points.degrees({std::numeric_limits<double>::infinity()}),
                    std::invalid_argument);
}
