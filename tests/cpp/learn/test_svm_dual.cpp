#include "lapscale/learn/svm_dual.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"

namespace {

Eigen::VectorXd labels_of(const tests::Points& x) {
  Eigen::VectorXd y(static_cast<Eigen::Index>(x.n));
  for (std::size_t i = 0; i < x.n; ++i) {
    y[static_cast<Eigen::Index>(i)] = x.at(i, 0) + 0.3 * std::sin(9 * x.at(i, 1)) > 0.5 ? 1 : -1;
  }
  return y;
}

double dual_value(const Eigen::MatrixXd& gram, const Eigen::VectorXd& y,
                  const Eigen::VectorXd& alpha) {
  const Eigen::VectorXd signed_alpha = y.cwiseProduct(alpha);
  return alpha.sum() - signed_alpha.dot(gram * signed_alpha) / 2;
}

}  // namespace

TEST_CASE("the dual meets the primal: no gap is left", "[svm_dual]") {
  const tests::Points x = tests::uniform_cube(60, 2, 1);
  const Eigen::VectorXd y = labels_of(x);
  const Eigen::VectorXd count = Eigen::VectorXd::LinSpaced(60, 0.5, 3);
  for (const double scale : {0.01, 1.0, 100.0}) {
    const Eigen::MatrixXd gram =
        scale * tests::heat_matrix(tests::sq_distances(x), 0.5, tests::infinity);
    const lapscale::SvmDual dual = lapscale::solve_svm_dual(gram, y, count, 1e-9, 1000000);
    REQUIRE(dual.gap <= 1e-9);
    REQUIRE(dual.alpha.minCoeff() >= 0);
    REQUIRE((count - dual.alpha).minCoeff() >= 0);
    REQUIRE(std::abs(y.dot(dual.alpha)) < 1e-12);
    const Eigen::VectorXd weights = y.cwiseProduct(dual.alpha);
    const Eigen::VectorXd f = (gram * weights).array() + dual.intercept;
    const double primal = count.dot(Eigen::VectorXd((1 - y.array() * f.array()).max(0.0))) +
                          weights.dot(gram * weights) / 2;
    REQUIRE(std::abs(primal - dual_value(gram, y, dual.alpha)) < 1e-6 * primal);
  }
}

TEST_CASE("two points have the answer on paper", "[svm_dual]") {
  const Eigen::MatrixXd gram = 2 * Eigen::MatrixXd::Identity(2, 2);
  Eigen::VectorXd y(2);
  y << 1, -1;
  const lapscale::SvmDual dual =
      lapscale::solve_svm_dual(gram, y, Eigen::VectorXd::Ones(2), 1e-12, 100);
  // max 2 a - 2 a^2 at a = 1/2
  REQUIRE(std::abs(dual.alpha[0] - 0.5) < 1e-14);
  REQUIRE(std::abs(dual.alpha[1] - 0.5) < 1e-14);
  REQUIRE(std::abs(dual.intercept) < 1e-14);
}

TEST_CASE("a dual that is not reached is said", "[svm_dual]") {
  const tests::Points x = tests::uniform_cube(60, 2, 1);
  const Eigen::MatrixXd gram = tests::heat_matrix(tests::sq_distances(x), 0.5, tests::infinity);
  const lapscale::SvmDual dual =
      lapscale::solve_svm_dual(gram, labels_of(x), Eigen::VectorXd::Ones(60), 1e-9, 3);
  REQUIRE(dual.iterations == 3);
  REQUIRE(dual.gap > 1e-9);
}
