#include "lapscale/linalg/conjugate_gradient.hpp"

#include <catch.h>
#include <algorithm>
#include <cmath>

#include "support/manifolds.hpp"

namespace {

// A symmetric positive definite matrix.
Eigen::MatrixXd spd(Eigen::Index n) {
  tests::Draw draw(1);
  const Eigen::MatrixXd a =
      Eigen::MatrixXd::NullaryExpr(n, n, [&](Eigen::Index) { return draw.normal(); });
  return a * a.transpose() + Eigen::MatrixXd::Identity(n, n);
}

lapscale::VectorMap by(const Eigen::MatrixXd& m) {
  return [&m](const Eigen::VectorXd& v) { return Eigen::VectorXd(m * v); };
}

}  // namespace

TEST_CASE("conjugate gradients solve, whatever the preconditioner", "[conjugate_gradient]") {
  const Eigen::MatrixXd a = spd(40);
  const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(40, -1, 2);
  const Eigen::MatrixXd one = Eigen::MatrixXd::Identity(40, 40);
  const Eigen::MatrixXd diagonal = a.diagonal().cwiseInverse().asDiagonal();
  const Eigen::MatrixXd exact = a.inverse();
  for (const Eigen::MatrixXd& m : {one, diagonal, exact}) {
    const lapscale::LinearSolution found =
        lapscale::conjugate_gradient(by(a), by(m), a * x, Eigen::VectorXd::Zero(40), 1e-12, 1000);
    REQUIRE((found.x - x).norm() < 1e-8 * x.norm());
    REQUIRE(found.residual <= 1e-12);
    REQUIRE(found.iterations <= 200);
  }
}

TEST_CASE("the exact inverse needs one step, the solution none", "[conjugate_gradient]") {
  const Eigen::MatrixXd a = spd(20);
  const Eigen::MatrixXd exact = a.inverse();
  const Eigen::VectorXd x = Eigen::VectorXd::Ones(20);
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(20);
  REQUIRE(lapscale::conjugate_gradient(by(a), by(exact), a * x, zero, 1e-8, 50).iterations == 1);
  REQUIRE(lapscale::conjugate_gradient(by(a), by(exact), a * x, x, 1e-8, 50).iterations == 0);
}

TEST_CASE("what is not reached is said", "[conjugate_gradient]") {
  const Eigen::MatrixXd a = spd(40);
  const Eigen::MatrixXd one = Eigen::MatrixXd::Identity(40, 40);
  const lapscale::LinearSolution found = lapscale::conjugate_gradient(
      by(a), by(one), Eigen::VectorXd::Ones(40), Eigen::VectorXd::Zero(40), 1e-12, 2);
  REQUIRE(found.iterations == 2);
  REQUIRE(found.residual > 1e-12);
}

TEST_CASE("a right side of zero has the solution zero", "[conjugate_gradient]") {
  const Eigen::MatrixXd a = spd(5);
  const lapscale::LinearSolution found = lapscale::conjugate_gradient(
      by(a), by(a), Eigen::VectorXd::Zero(5), Eigen::VectorXd::Ones(5), 1e-12, 9);
  REQUIRE(found.x.norm() == 0);
}

TEST_CASE("a breakdown is not taken for convergence", "[conjugate_gradient]") {
  const Eigen::MatrixXd a = spd(5);
  Eigen::VectorXd signs(5);
  signs << 1, 1, -1, 1, 1;
  const Eigen::MatrixXd indefinite = signs.asDiagonal();
  const Eigen::MatrixXd none = std::nan("") * a;
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(5);
  const Eigen::VectorXd third = Eigen::VectorXd::Unit(5, 2);
  const Eigen::VectorXd first = Eigen::VectorXd::Unit(5, 0) + 0.5 * third;
  for (const Eigen::VectorXd& b : {third, first}) {
    for (const Eigen::MatrixXd& m : {indefinite, none}) {
      REQUIRE_FALSE(lapscale::conjugate_gradient(by(a), by(m), b, zero, 1e-12, 99).residual < 1);
    }
    REQUIRE_FALSE(lapscale::conjugate_gradient(by(-a), by(a), b, zero, 1e-12, 99).residual < 1);
  }
}

TEST_CASE("several right sides go their own ways", "[conjugate_gradient]") {
  const Eigen::MatrixXd a = spd(40);
  const Eigen::MatrixXd diagonal = a.diagonal().cwiseInverse().asDiagonal();
  Eigen::MatrixXd b(40, 4);
  b << a.col(0), Eigen::VectorXd::Zero(40), Eigen::VectorXd::LinSpaced(40, -1, 2),
      Eigen::VectorXd::Ones(40);
  Eigen::MatrixXd start = Eigen::MatrixXd::Zero(40, 4);
  start(0, 0) = 1;  // the solution
  const lapscale::LinearSolutions found = lapscale::conjugate_gradients(
      [&a](const Eigen::MatrixXd& v) { return Eigen::MatrixXd(a * v); }, by(diagonal), b, start,
      1e-12, 1000);
  int most = 0;
  for (Eigen::Index j = 0; j < 4; ++j) {
    const lapscale::LinearSolution one =
        lapscale::conjugate_gradient(by(a), by(diagonal), b.col(j), start.col(j), 1e-12, 1000);
    REQUIRE((found.x.col(j) - one.x).norm() <= 1e-9 * (1 + one.x.norm()));
    most = std::max(most, one.iterations);
  }
  REQUIRE(std::abs(found.iterations - most) <= 2);
  REQUIRE(found.residual <= 1e-12);
  REQUIRE((a * found.x - b).norm() < 1e-8 * b.norm());
}

TEST_CASE("a map that is not positive definite is found out", "[conjugate_gradient]") {
  const Eigen::MatrixXd a = -spd(10);
  const Eigen::MatrixXd one = Eigen::MatrixXd::Identity(10, 10);
  const lapscale::LinearSolutions found = lapscale::conjugate_gradients(
      [&a](const Eigen::MatrixXd& v) { return Eigen::MatrixXd(a * v); }, by(one),
      Eigen::MatrixXd::Ones(10, 2), Eigen::MatrixXd::Zero(10, 2), 1e-12, 9);
  REQUIRE(std::isinf(found.residual));
}
