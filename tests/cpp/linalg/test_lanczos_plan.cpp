#include "lapscale/linalg/lanczos_plan.hpp"

#include <catch.h>

#include <cmath>

#include "lapscale/runtime/eigen.hpp"

using lapscale::lanczos_plan;
using lapscale::LanczosPlan;

namespace {

// 1 - gap * (0, 1, 4, 9, ...): the spectrum of a circle at a small bandwidth.
Eigen::VectorXd circle_spectrum(double gap) {
  return Eigen::VectorXd::NullaryExpr(
      60, [gap](Eigen::Index j) { return 1 - gap * static_cast<double>(j * j); });
}

}  // namespace

TEST_CASE("the filter lifts all wanted eigenvalues above the rest", "[lanczos_plan]") {
  for (const double gap : {1e-8, 1e-5, 1e-3, 5e-4}) {
    const Eigen::VectorXd estimate = circle_spectrum(gap);
    for (const Eigen::Index wanted : {1, 4, 10}) {
      const Eigen::Index below = wanted + 4 + wanted / 2;
      const LanczosPlan plan = lanczos_plan(estimate, wanted, below);
      REQUIRE(plan.filter.value(estimate[wanted - 1]) > 1);
      REQUIRE(plan.filter.value(estimate[below]) <= 1);
      REQUIRE(std::isfinite(plan.filter.value(1)));
      REQUIRE(plan.filter.degree() >= 1);
      REQUIRE(plan.filter.degree() <= 2000);
    }
  }
}

TEST_CASE("there is room for the wanted eigenvalues twice", "[lanczos_plan]") {
  for (const double gap : {1e-9, 1e-4, 5e-4}) {
    for (const Eigen::Index wanted : {1, 5, 30}) {
      const LanczosPlan plan = lanczos_plan(circle_spectrum(gap), wanted, wanted + 20);
      REQUIRE(plan.size > 2 * wanted);
    }
  }
}

TEST_CASE("smaller gaps take higher degrees", "[lanczos_plan]") {
  int last = 0;
  for (const double gap : {1e-3, 1e-4, 1e-5, 1e-6}) {
    const int degree = lanczos_plan(circle_spectrum(gap), 3, 8).filter.degree();
    REQUIRE(degree > last);
    last = degree;
  }
}

TEST_CASE("fewer estimates than wanted, or all equal, still make a plan", "[lanczos_plan]") {
  for (const Eigen::VectorXd& estimate :
       {Eigen::VectorXd(Eigen::Vector2d(0.5, 0.25)), Eigen::VectorXd(Eigen::Vector2d(0, -1)),
        Eigen::VectorXd(Eigen::VectorXd::Zero(30)), Eigen::VectorXd(Eigen::VectorXd::Ones(30)),
        Eigen::VectorXd(Eigen::VectorXd::Constant(1, -1))}) {
    const LanczosPlan plan = lanczos_plan(estimate, 5, 11);
    REQUIRE(plan.filter.degree() >= 1);
    REQUIRE(std::isfinite(plan.filter.value(1)));
    REQUIRE(plan.size > 10);
  }
}
