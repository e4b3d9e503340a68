#include "lapscale/linalg/cholesky_cost.hpp"

#include <catch.h>

#include <cmath>
#include <limits>

using lapscale::CholeskyPlan;

TEST_CASE("costs grow with the work", "[cholesky_cost]") {
  REQUIRE(lapscale::product_seconds(200, 1e6) == Approx(0.6));
  REQUIRE(lapscale::product_seconds(400, 1e6) == 2 * lapscale::product_seconds(200, 1e6));
  CholeskyPlan plan;
  plan.products = 1.7e9;
  REQUIRE(lapscale::factor_seconds(plan) == Approx(1));
  plan.products = std::numeric_limits<double>::infinity();
  REQUIRE(std::isinf(lapscale::factor_seconds(plan)));
}

TEST_CASE("a factor may be as large as its solves allow, never above a fixed size",
          "[cholesky_cost]") {
  for (const double n_solves : {4.0, 65.0}) {
    const double most = lapscale::max_factor_entries(0.1, n_solves);
    REQUIRE(most * lapscale::solve_seconds(n_solves) == Approx(0.1));
    REQUIRE(lapscale::max_factor_entries(1e9, n_solves) == 1e9);
  }
}
