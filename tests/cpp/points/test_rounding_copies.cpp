#include "lapscale/points/rounding_copies.hpp"

#include <catch.h>

#include <cmath>
#include <numeric>

#include "support/manifolds.hpp"

using lapscale::PointView;

namespace {

// A table of n rows, column after column.
struct Table {
  std::size_t n;
  std::vector<double> x;
  PointView view() const { return {x.data(), n, x.size() / n, 1, n}; }
};

std::vector<std::size_t> representatives(const Table& table) {
  return lapscale::rounding_copies(table.view());
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

TEST_CASE("sparse rows are one where the same rows with their zeros are", "[rounding_copies]") {
  const std::size_t n = 120;
  for (const bool has_copies : {true, false}) {
    Table table = normal_table(n, 30, 4);
    for (std::size_t k = 0; k < 30; ++k) {
      double* column = table.x.data() + k * n;
      for (std::size_t i = 0; i < n; ++i) {
        // Of columns 0 to 2, one is far from 0, one is 0, and one has 1 and 0 alone.
        if (k == 0) column[i] += 1e6;
        if (k == 1 || (k > 2 && i % 7 != k % 7)) column[i] = 0;
        if (k == 2) column[i] = column[i] > 0 ? 1 : 0;
      }
      for (std::size_t i = 80; i < n && has_copies; ++i) {
        column[i] = i % 2 == 0 ? column[i - 80] : column[i - 80] * (1 + 0x1p-51);
      }
    }
    std::vector<int> begin(1);
    std::vector<int> row;
    std::vector<double> value;
    for (std::size_t e = 0; e < table.x.size(); ++e) {
      if (table.x[e] != 0) {
        row.push_back(static_cast<int>(e % n));
        value.push_back(table.x[e]);
      }
      if (e % n == n - 1) begin.push_back(static_cast<int>(row.size()));
    }
    const std::vector<std::size_t> found = lapscale::rounding_copies(
        lapscale::SparseColumns{n, 30, begin.data(), row.data(), value.data()});
    REQUIRE(found == representatives(table));
    REQUIRE(found.empty() == !has_copies);
    for (std::size_t i = 80; i < found.size(); ++i) REQUIRE(found[i] == found[i - 80]);
  }
}
