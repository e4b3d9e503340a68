#include "lapscale/embed/trustworthiness.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"

using lapscale::Runtime;

TEST_CASE("a line agrees with itself, and with itself reversed", "[trustworthiness]") {
  tests::Points line(9, 1);
  tests::Points back(9, 1);
  for (std::size_t i = 0; i < 9; ++i) {
    line.at(i, 0) = std::pow(1.3, static_cast<double>(i));
    back.at(i, 0) = -3 * line.at(i, 0);
  }
  const std::vector<std::size_t> rows = {0, 4, 8};
  const auto found =
      lapscale::trustworthiness(line.view(), back.view(), {rows.data(), 3}, 2, Runtime());
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
  const auto found = lapscale::trustworthiness(x.view(), y.view(), {rows.data(), 1}, 2, Runtime());
  REQUIRE(found.shared[0] == Approx(0.5));
  REQUIRE(found.missing[0] == Approx(5 - 2));    // row 1: rank 5 in y
  REQUIRE(found.intruders[0] == Approx(3 - 2));  // row 3: rank 3 in x
}
