#include "lapscale/learn/svm_primal.hpp"

#include <catch.h>

#include <cmath>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"

TEST_CASE("the squared hinge is stationary and least", "[svm_primal]") {
  const tests::Points x = tests::uniform_cube(50, 2, 1);
  Eigen::VectorXd y(50);
  for (std::size_t i = 0; i < 50; ++i) {
    y[static_cast<Eigen::Index>(i)] = x.at(i, 0) + 0.3 * std::sin(9 * x.at(i, 1)) > 0.5 ? 1 : -1;
  }
  const Eigen::VectorXd count = Eigen::VectorXd::LinSpaced(50, 0.5, 3);
  for (const double scale : {0.01, 1.0, 100.0}) {
    const Eigen::MatrixXd gram =
        scale * tests::heat_matrix(tests::sq_distances(x), 0.5, tests::infinity);
    const lapscale::SvmPrimal found = lapscale::solve_svm_primal(gram, y, count, 1e-10, 200);
    REQUIRE(found.gap <= 1e-10);
    const auto objective = [&](const Eigen::VectorXd& w, double b) {
      const Eigen::VectorXd f = gram * w;
      return count.dot(Eigen::VectorXd((1 - y.array() * (f.array() + b)).max(0.0).square())) +
             w.dot(f);
    };
    const double least = objective(found.weights, found.intercept);
    tests::Draw draw(3);
    for (int trial = 0; trial < 100; ++trial) {
      const Eigen::VectorXd move =
          Eigen::VectorXd::NullaryExpr(50, [&](Eigen::Index) { return 0.01 * draw.normal(); });
      REQUIRE(objective(found.weights + move, found.intercept + 0.01 * draw.normal()) >= least);
    }
  }
}

TEST_CASE("the intercept has the least hinge loss", "[svm_primal]") {
  tests::Draw draw(5);
  for (int trial = 0; trial < 20; ++trial) {
    Eigen::VectorXd f(9);
    Eigen::VectorXd y(9);
    for (Eigen::Index i = 0; i < 9; ++i) {
      f[i] = draw.normal();
      y[i] = i == 0 || (i > 1 && draw.uniform() < 0.5) ? 1 : -1;
    }
    const Eigen::VectorXd count = Eigen::VectorXd::LinSpaced(9, 1, 1 + 2 * (trial % 2));
    const auto loss = [&](double b) {
      return count.dot(Eigen::VectorXd((1 - y.array() * (f.array() + b)).max(0.0)));
    };
    const double least = loss(lapscale::hinge_intercept(f, y, count));
    for (double b = -5; b <= 5; b += 0.01) REQUIRE(loss(b) >= least - 1e-12);
  }
}

TEST_CASE("points that are all on the right side early stop the search", "[svm_primal]") {
  // One point each: f = w -+ b; by symmetry b = 0 and w = 1 - w G.
  const Eigen::MatrixXd gram = 3 * Eigen::MatrixXd::Identity(2, 2);
  Eigen::VectorXd y(2);
  y << 1, -1;
  const lapscale::SvmPrimal found =
      lapscale::solve_svm_primal(gram, y, Eigen::VectorXd::Ones(2), 1e-12, 50);
  REQUIRE(std::abs(found.weights[0] - 0.25) < 1e-14);
  REQUIRE(std::abs(found.weights[1] + 0.25) < 1e-14);
  REQUIRE(std::abs(found.intercept) < 1e-14);
}
