#include "lapscale/linalg/ritz_values.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "lapscale/linalg/symmetric_operator.hpp"
#include "lapscale/runtime/eigen.hpp"
#include "lapscale/runtime/runtime.hpp"

using lapscale::ritz_values;
using lapscale::RitzValues;
using lapscale::VectorMap;

namespace {

VectorMap diagonal(const Eigen::VectorXd& values) {
  return [values](const Eigen::VectorXd& x) -> Eigen::VectorXd { return values.cwiseProduct(x); };
}

// Crowded at 1, as the spectrum of a graph is.
Eigen::VectorXd crowded(Eigen::Index n) {
  return Eigen::VectorXd::NullaryExpr(
      n, [](Eigen::Index i) { return std::cos(0.006 * static_cast<double>(i)); });
}

}  // namespace

TEST_CASE("as many steps as dimensions give all eigenvalues", "[ritz_values]") {
  const Eigen::VectorXd values = Eigen::VectorXd::LinSpaced(20, 1, -1);
  const RitzValues found = ritz_values(diagonal(values), Eigen::VectorXd::Ones(20), 20);
  REQUIRE(found.values.size() == 20);
  REQUIRE((found.values - values).cwiseAbs().maxCoeff() < 1e-12);
}

// Courant and Fischer: the j-th estimate never exceeds the j-th eigenvalue.
TEST_CASE("estimates decrease, come from below, and improve with more steps", "[ritz_values]") {
  const Eigen::VectorXd values = crowded(500);
  double last = -2;
  for (const Eigen::Index steps : {1, 5, 10, 40, 80}) {
    const Eigen::VectorXd found =
        ritz_values(diagonal(values), Eigen::VectorXd::Ones(500), steps).values;
    REQUIRE(found.size() == steps);
    REQUIRE(std::is_sorted(found.begin(), found.end(), std::greater<>()));
    REQUIRE((found.array() <= values.head(steps).array() + 1e-14).all());
    REQUIRE(found[0] > last);
    last = found[0];
  }
  REQUIRE(std::abs(last - values[0]) < 1e-3);
}

TEST_CASE("an eigenvalue lies within each bound", "[ritz_values]") {
  const Eigen::VectorXd values = crowded(500);
  for (const Eigen::Index steps : {1, 10, 60}) {
    const RitzValues found = ritz_values(diagonal(values), Eigen::VectorXd::Ones(500), steps);
    REQUIRE(found.errors.size() == steps);
    for (Eigen::Index j = 0; j < steps; ++j) {
      const double nearest = (values.array() - found.values[j]).abs().minCoeff();
      REQUIRE(nearest <= found.errors[j] + 1e-14);
    }
  }
}

TEST_CASE("the search ends where nothing new is reached", "[ritz_values]") {
  Eigen::VectorXd values = Eigen::VectorXd::Constant(100, 0.25);
  values.head(10).setOnes();
  const RitzValues found = ritz_values(diagonal(values), Eigen::VectorXd::Ones(100), 30);
  REQUIRE(found.values.size() == 2);
  REQUIRE((found.values - Eigen::Vector2d(1, 0.25)).norm() < 1e-14);
  REQUIRE(found.errors.maxCoeff() < 1e-12);
  const RitzValues one = ritz_values(diagonal(values), Eigen::VectorXd::Unit(100, 50), 5);
  REQUIRE(one.values.size() == 1);
  REQUIRE(one.values[0] == 0.25);
}

TEST_CASE("the smallest eigenvalue is not above its bound", "[ritz_values]") {
  const auto bound = [](const Eigen::VectorXd& values) {
    const Eigen::MatrixXd m = values.asDiagonal();
    const lapscale::Runtime runtime;
    const auto op = lapscale::dense_operator(m.data(), static_cast<std::size_t>(m.rows()), runtime);
    return lapscale::smallest_eigenvalue_bound(op, Eigen::VectorXd::Ones(m.rows()));
  };
  for (const Eigen::Index n : {1, 2, 20, 400}) {
    for (const double low : {-0.95, 0.2}) {
      const Eigen::VectorXd values = Eigen::VectorXd::LinSpaced(n, 0.99, low);
      REQUIRE(bound(values) <= values.minCoeff() + 1e-12);
      REQUIRE(bound(values) > values.minCoeff() - 0.1);
    }
  }
  REQUIRE(bound(Eigen::VectorXd::LinSpaced(500, -1, 1)) == -1);
}
