#include "lapscale/points/distance_copies.hpp"

#include <catch.h>

#include <cmath>

#include "support/manifolds.hpp"

using lapscale::PointView;

namespace {

// A table of n rows, column after column.
struct Table {
  std::size_t n;
  std::vector<double> x;
  PointView view() const { return {x.data(), n, x.size() / n, 1, n}; }
};

// Distances between points on a line, but for those of pairs.
Table distances_of(const std::vector<double>& at) {
  const std::size_t n = at.size();
  Table table{n, std::vector<double>(n * n)};
  for (std::size_t e = 0; e < n * n; ++e) table.x[e] = std::fabs(at[e / n] - at[e % n]);
  return table;
}

std::vector<std::size_t> copies_of_distances(const Table& table) {
  return lapscale::rounding_copies_of_distances(table.view());
}

}  // namespace

TEST_CASE("points whose distances differ by rounding are one", "[distance_copies]") {
  tests::Draw draw(5);
  std::vector<double> at(60);
  for (std::size_t i = 0; i < 60; ++i) {
    at[i] = i < 30 ? draw.normal() : at[i - 30] * (1 + 0x1p-50 * static_cast<double>(i % 3));
  }
  const std::vector<std::size_t> found = copies_of_distances(distances_of(at));
  REQUIRE(found.size() == 60);
  for (std::size_t i = 0; i < 30; ++i) {
    REQUIRE(found[i] % 30 == i);
    REQUIRE(found[i + 30] == found[i]);
  }
  // Copies by equality, of which one has a distance that was rounded.
  Table rounded = distances_of({0, 0, 1, 3, 7});
  REQUIRE(copies_of_distances(rounded).empty());
  rounded.x[3] = rounded.x[15] = 3 + 0x1p-51;
  const std::vector<std::size_t> one = copies_of_distances(rounded);
  REQUIRE(one.size() == 5);
  REQUIRE(one[0] == one[1]);
  REQUIRE(one[2] == 2);
}

TEST_CASE("points that are near, and not by rounding, are different", "[distance_copies]") {
  // One after the other at all distances.
  std::vector<double> at(60);
  for (std::size_t i = 0; i < 60; ++i) at[i] = std::ldexp(1.0, -static_cast<int>(i));
  REQUIRE(copies_of_distances(distances_of(at)).empty());
  // A point that is far from all others, and one place only.
  REQUIRE(copies_of_distances(distances_of({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1e15})).empty());
  REQUIRE(copies_of_distances(distances_of({2, 2, 2})).empty());
  // At distance 0 by a measure that is no metric.
  Table apart = distances_of({0, 0, 1, 3, 7});
  apart.x[3] = apart.x[15] = 3 + 1e-6;
  REQUIRE(copies_of_distances(apart).empty());
}
