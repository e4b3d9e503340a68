#include "lapscale/embed/trustworthiness.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"

using lapscale::PointIndex;
using lapscale::Runtime;

namespace {

std::vector<std::size_t> all_rows(const tests::Points& points) {
  std::vector<std::size_t> rows(points.n);
  for (std::size_t i = 0; i < points.n; ++i) rows[i] = i;
  return rows;
}

lapscale::Trustworthiness agreement(const tests::Points& x, const tests::Points& y,
                                    const std::vector<std::size_t>& rows, std::size_t k) {
  const PointIndex in_x(x.view(), Runtime());
  const PointIndex in_y(y.view(), Runtime());
  return lapscale::trustworthiness(in_x, in_y, {rows.data(), rows.size()}, k, Runtime());
}

}  // namespace

TEST_CASE("a line agrees with itself, and with itself reversed", "[trustworthiness]") {
  tests::Points line(9, 1);
  tests::Points back(9, 1);
  for (std::size_t i = 0; i < 9; ++i) {
    line.at(i, 0) = std::pow(1.3, static_cast<double>(i));
    back.at(i, 0) = -3 * line.at(i, 0);
  }
  const std::vector<std::size_t> rows = {0, 4, 8};
  const auto found = agreement(line, back, rows, 2);
  for (std::size_t i = 0; i < 3; ++i) {
    REQUIRE(found.shared[i] == Approx(1));
    REQUIRE_FALSE(found.intruders[i] > 0);
    REQUIRE_FALSE(found.missing[i] > 0);
  }
}

TEST_CASE("one point that moved is counted by its ranks", "[trustworthiness]") {
  // Seen from row 0, row 1 goes from the nearest to the farthest of five.
  tests::Points x(6, 1);
  tests::Points y(6, 1);
  const std::vector<double> there = {0, 1, 2, 3, 4, 5};
  const std::vector<double> here = {0, 9, 2, 3, 4, 5};
  for (std::size_t i = 0; i < 6; ++i) {
    x.at(i, 0) = there[i];
    y.at(i, 0) = here[i];
  }
  const std::vector<std::size_t> rows = {0};
  const auto found = agreement(x, y, rows, 2);
  REQUIRE(found.shared[0] == Approx(0.5));
  REQUIRE(found.missing[0] == Approx(5 - 2));    // row 1: rank 5 in y
  REQUIRE(found.intruders[0] == Approx(3 - 2));  // row 3: rank 3 in x
  REQUIRE((found.nearest[0] == std::vector<std::size_t>{2, 3}));
}

TEST_CASE("spaces that differ by a factor or a rotation agree, whatever is tied",
          "[trustworthiness]") {
  const tests::Points grid = tests::integer_grid(6, 2);
  tests::Points smaller = grid;
  for (double& x : smaller.x) x *= 0.1;
  const std::vector<std::size_t> rows = all_rows(grid);
  for (const tests::Points& other : {smaller, tests::embedded(grid, 2, 3)}) {
    for (const std::size_t k : {1U, 4U, 5U, 7U}) {
      const auto found = agreement(grid, other, rows, k);
      for (const std::size_t i : rows) {
        REQUIRE(found.shared[i] == Approx(1).epsilon(1e-14));
        REQUIRE_FALSE(found.intruders[i] > 0);
        REQUIRE_FALSE(found.missing[i] > 0);
      }
    }
  }
}

TEST_CASE("where all are equally far each is among the k nearest by the same share",
          "[trustworthiness]") {
  tests::Points line(10, 10);
  tests::Points simplex(10, 10);
  for (std::size_t i = 0; i < 10; ++i) {
    line.at(i, 0) = std::pow(1.5, static_cast<double>(i));
    simplex.at(i, i) = 1;
  }
  const std::vector<std::size_t> rows = {0};
  const auto found = agreement(line, simplex, rows, 3);
  REQUIRE(found.shared[0] == Approx(3.0 / 9));
  // Ranks 4 to 9 in the line, each with 1/3.
  REQUIRE(found.intruders[0] == Approx((1 + 2 + 3 + 4 + 5 + 6) / 3.0));
  REQUIRE_FALSE(found.missing[0] > 0);
}
