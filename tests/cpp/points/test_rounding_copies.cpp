#include "lapscale/points/rounding_copies.hpp"

#include <catch.h>

#include <cmath>
#include <numeric>

#include "support/manifolds.hpp"

using lapscale::PointView;
using lapscale::RoundingCopies;

namespace {

// A table of n rows, column after column.
struct Table {
  std::size_t n;
  std::vector<double> x;
  PointView view() const { return {x.data(), n, x.size() / n, 1, n}; }
};

std::vector<std::size_t> representatives(const Table& table) {
  return RoundingCopies(table.view()).representatives();
}

// Rounded to 15 digits, as a text file has it.
double in_text(double value) {
  const double size = std::pow(10.0, 14 - std::floor(std::log10(std::fabs(value))));
  return std::round(value * size) / size;
}

Table normal_table(std::size_t n, std::size_t dim, std::uint64_t seed) {
  tests::Draw draw(seed);
  Table table{n, std::vector<double>(n * dim)};
  for (double& value : table.x) value = draw.normal();
  return table;
}

}  // namespace

TEST_CASE("rows that differ, or are equal, stay as they are", "[rounding_copies]") {
  Table table = normal_table(300, 4, 1);
  REQUIRE(representatives(table).empty());
  for (std::size_t k = 0; k < 4; ++k) {
    for (std::size_t i = 100; i < 300; ++i) table.x[k * 300 + i] = table.x[k * 300 + i % 100];
  }
  REQUIRE(representatives(table).empty());
  REQUIRE(representatives(Table{5, std::vector<double>(10, 2.5)}).empty());
}

TEST_CASE("rows that went through a text file are those that they were", "[rounding_copies]") {
  const std::size_t n = 200;
  Table table = normal_table(3 * n, 5, 2);
  for (std::size_t k = 0; k < 5; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      const double value = table.x[k * 3 * n + i];
      table.x[k * 3 * n + n + i] = in_text(value);
      table.x[k * 3 * n + 2 * n + i] = value * (1 + 0x1p-51);
    }
  }
  const std::vector<std::size_t> found = representatives(table);
  REQUIRE(found.size() == 3 * n);
  for (std::size_t i = 0; i < n; ++i) {
    REQUIRE(found[i] % n == i);
    REQUIRE(found[n + i] == found[i]);
    REQUIRE(found[2 * n + i] == found[i]);
  }
}

TEST_CASE("which row is taken does not depend on the order of the rows", "[rounding_copies]") {
  Table table = normal_table(60, 3, 3);
  Table turned = table;
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t i = 0; i < 30; ++i) {
      table.x[k * 60 + 30 + i] = table.x[k * 60 + i] * (1 + 0x1p-50 * static_cast<double>(i % 3));
    }
    for (std::size_t i = 0; i < 60; ++i) turned.x[k * 60 + i] = table.x[k * 60 + 59 - i];
  }
  const std::vector<std::size_t> found = representatives(table);
  const std::vector<std::size_t> again = representatives(turned);
  REQUIRE(found.size() == 60);
  for (std::size_t i = 0; i < 60; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      REQUIRE(table.x[k * 60 + found[i]] == turned.x[k * 60 + again[59 - i]]);
    }
  }
}

TEST_CASE("numbers that are near by their size, and not by their range, are different",
          "[rounding_copies]") {
  // Steps of a few units in the last place.
  Table steps{100, std::vector<double>(100)};
  for (std::size_t i = 0; i < 100; ++i) steps.x[i] = 1e8 + 1e-7 * static_cast<double>(i);
  REQUIRE(representatives(steps).empty());
  // One number that is far from all others.
  Table far{100, std::vector<double>(100)};
  std::iota(far.x.begin(), far.x.end(), 1.0);
  far.x[99] = 1e17;
  REQUIRE(representatives(far).empty());
  // A column of another size, and the ends of double precision.
  Table mixed{3, {1e10, 1e10, 2e10, 1e-5, 2e-5, 3e-5}};
  REQUIRE(representatives(mixed).empty());
  Table large{4, {-1.7e308, 1.7e308, 1.7e308 * (1 - 0x1p-52), 1}};
  const std::vector<std::size_t> expected{0, 2, 2, 3};
  REQUIRE(representatives(large) == expected);
}
