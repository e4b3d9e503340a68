#include "lapscale/embed/tangent_residuals.hpp"

#include <catch.h>

#include "support/manifolds.hpp"

namespace {

Eigen::MatrixXd normal_matrix(Eigen::Index rows, Eigen::Index columns, std::uint64_t seed) {
  tests::Draw draw(seed);
  Eigen::MatrixXd m(rows, columns);
  for (Eigen::Index i = 0; i < m.size(); ++i) m.data()[i] = draw.normal();
  return m;
}

// The point itself, at zero, and its neighbors.
Eigen::MatrixXd with_point(const Eigen::MatrixXd& difference) {
  Eigen::MatrixXd points = Eigen::MatrixXd::Zero(difference.cols() + 1, difference.rows());
  points.bottomRows(difference.cols()) = difference.transpose();
  return points;
}

using Residual = lapscale::TangentResidual;

}  // namespace

TEST_CASE("residuals are orthonormal and see nothing of affine functions", "[tangent_residuals]") {
  for (const Eigen::Index dim : {3, 20}) {
    const Eigen::MatrixXd flat = normal_matrix(dim, 2, 1) * normal_matrix(2, 9, 2);
    const Eigen::MatrixXd all = lapscale::tangent_residual(flat, 2, Residual::all);
    REQUIRE(all.cols() == 7);
    const Eigen::MatrixXd bent = lapscale::tangent_residual(flat, 2, Residual::quadratic);
    REQUIRE(bent.cols() == 3);
    for (const Eigen::MatrixXd& columns : {all, bent}) {
      REQUIRE((columns.transpose() * columns -
               Eigen::MatrixXd::Identity(columns.cols(), columns.cols()))
                  .norm() < 1e-12);
      REQUIRE(columns.colwise().sum().norm() < 1e-12);
      REQUIRE((columns.transpose() * with_point(flat)).norm() < 1e-11);
    }
    // A quadratic function is seen as well by the quadratic columns as by all.
    const Eigen::VectorXd square = with_point(flat).col(0).cwiseAbs2();
    REQUIRE((bent.transpose() * square).norm() == Approx((all.transpose() * square).norm()));
  }
}

TEST_CASE("neighbors of fewer directions bound all that is not affine", "[tangent_residuals]") {
  const Eigen::MatrixXd line = normal_matrix(3, 1, 1) * normal_matrix(1, 9, 2);
  for (const Residual residual : {Residual::all, Residual::quadratic}) {
    REQUIRE(lapscale::tangent_residual(line, 2, residual).cols() == 8);
    REQUIRE(lapscale::tangent_residual(Eigen::MatrixXd::Zero(3, 9), 2, residual).cols() == 9);
  }
}

TEST_CASE("points on a conic leave fewer quadratic columns", "[tangent_residuals]") {
  // The point lies on the circle with its neighbors.
  Eigen::MatrixXd circle(2, 8);
  for (Eigen::Index j = 0; j < 8; ++j) {
    const double turn = 0.3 * static_cast<double>(j + 1);
    circle.col(j) << std::cos(turn) - 1, std::sin(turn);
  }
  REQUIRE(lapscale::tangent_residual(circle, 2, Residual::quadratic).cols() == 2);
}
