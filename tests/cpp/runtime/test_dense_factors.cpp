#include "lapscale/runtime/dense_factors.hpp"

#include <catch.h>

#include <cmath>

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

MatrixXd wavy_matrix(Eigen::Index rows, Eigen::Index columns) {
  MatrixXd m(rows, columns);
  for (Eigen::Index j = 0; j < columns; ++j) {
    for (Eigen::Index i = 0; i < rows; ++i) {
      m(i, j) = std::cos(static_cast<double>(2 + 3 * i + 5 * j + i * j));
    }
  }
  return m;
}

}  // namespace

TEST_CASE("reflections give Q of a QR decomposition and its products", "[dense]") {
  for (const Eigen::Index n : {5, 70}) {
    const MatrixXd a = wavy_matrix(n, n - 2);
    const Eigen::HouseholderQR<MatrixXd> qr(a);
    const MatrixXd q = lapscale::reflected_axes(qr.householderQ(), n);
    REQUIRE((q.transpose() * q).isIdentity(1e-12));
    const MatrixXd r = q.transpose() * a;
    REQUIRE(r.bottomRows(2).norm() < 1e-11);
    REQUIRE((lapscale::reflected_axes(qr.householderQ(), 3) - q.leftCols(3)).norm() < 1e-12);
    MatrixXd turned = a;
    lapscale::reflect(qr.householderQ().adjoint(), turned);
    REQUIRE((turned - r).norm() < 1e-11);
    lapscale::reflect(qr.householderQ(), turned);
    REQUIRE((turned - a).norm() < 1e-11);
  }
}

TEST_CASE("columns span what those of a matrix do, its rank many", "[dense]") {
  MatrixXd m = wavy_matrix(7, 4);
  m.col(2) = m.col(0) - 2 * m.col(1);
  const MatrixXd span = lapscale::orthonormal_span(m, 1e-10);
  REQUIRE(span.cols() == 3);
  REQUIRE((span.transpose() * span).isIdentity(1e-12));
  REQUIRE((span * (span.transpose() * m) - m).norm() < 1e-12);
}

TEST_CASE("a Cholesky factor is found in place, and its absence is told", "[dense]") {
  MatrixXd m(2, 2);
  m << 4, 99, 2, 10;
  REQUIRE(lapscale::cholesky_in_place(m));
  REQUIRE(m(0, 0) == 2);
  REQUIRE(m(0, 1) == 99);
  REQUIRE(m(1, 0) == 1);
  REQUIRE(m(1, 1) == 3);
  MatrixXd indefinite(2, 2);
  indefinite << 1, 2, 2, 1;
  REQUIRE_FALSE(lapscale::cholesky_in_place(indefinite));
}

TEST_CASE("triangles are solved with, and the rest of their matrix is not read", "[dense]") {
  for (const Eigen::Index n : {1, 5, 70}) {
    const MatrixXd m = wavy_matrix(n, n) / static_cast<double>(n) + 2 * MatrixXd::Identity(n, n);
    const MatrixXd right = wavy_matrix(n, 3);
    const MatrixXd upper = m.triangularView<Eigen::Upper>();
    MatrixXd x = right;
    lapscale::solve_upper(m, x);
    REQUIRE((upper * x - right).norm() < 1e-11);
    const MatrixXd lower = m.triangularView<Eigen::UnitLower>();
    x = right;
    lapscale::solve_unit_lower(m, x);
    REQUIRE((lower * x - right).norm() < 1e-11);
  }
}

TEST_CASE("systems are solved and determinants found as by hand", "[dense]") {
  MatrixXd m(2, 2);
  m << 3, 1, 1, 2;
  VectorXd right(2);
  right << 9, 8;
  const Eigen::LDLT<MatrixXd> ldlt(m);
  VectorXd expected(2);
  expected << 2, 3;
  REQUIRE((lapscale::solve_with(ldlt, right) - expected).norm() < 1e-14);
  REQUIRE((lapscale::solve_by_lu(m, right) - expected).norm() < 1e-14);
  REQUIRE(lapscale::determinant_by_lu(m) == Approx(5));
}
