#include "lapscale/runtime/dense_products.hpp"

#include <catch.h>

#include <cmath>

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

MatrixXd some_matrix(Eigen::Index rows, Eigen::Index columns) {
  MatrixXd m(rows, columns);
  for (Eigen::Index j = 0; j < columns; ++j) {
    for (Eigen::Index i = 0; i < rows; ++i) {
      m(i, j) = std::sin(static_cast<double>(1 + i + 7 * j + i * j));
    }
  }
  return m;
}

// sum_k a_ik b_kj, term by term.
MatrixXd plain_product(const MatrixXd& a, const MatrixXd& b) {
  MatrixXd c = MatrixXd::Zero(a.rows(), b.cols());
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index j = 0; j < b.cols(); ++j) {
      for (Eigen::Index k = 0; k < a.cols(); ++k) c(i, j) += a(i, k) * b(k, j);
    }
  }
  return c;
}

}  // namespace

TEST_CASE("products of small and large matrices are sums over the inner index", "[dense]") {
  for (const Eigen::Index n : {1, 3, 40}) {
    const MatrixXd a = some_matrix(n, n + 2);
    const MatrixXd b = some_matrix(n + 2, 2 * n);
    const MatrixXd expected = plain_product(a, b);
    const MatrixXd a_turned = a.transpose();
    const MatrixXd b_turned = b.transpose();
    REQUIRE((lapscale::times(a, b) - expected).norm() < 1e-12);
    REQUIRE((lapscale::transpose_times(a_turned, b) - expected).norm() < 1e-12);
    REQUIRE((lapscale::times_transpose(a, b_turned) - expected).norm() < 1e-12);
    const VectorXd v = b.col(0);
    REQUIRE((lapscale::times_vector(a, v) - expected.col(0)).norm() < 1e-12);
    REQUIRE((lapscale::transpose_times_vector(a_turned, v) - expected.col(0)).norm() < 1e-12);
    MatrixXd c = MatrixXd::Ones(n, 2 * n);
    lapscale::add_times(c, a, b, -2);
    lapscale::add_times_transpose(c, a, b_turned, 1);
    REQUIRE((c - MatrixXd::Ones(n, 2 * n) + expected).norm() < 1e-12);
    VectorXd y = VectorXd::Ones(n);
    lapscale::add_times_vector(y, a, v, 3);
    REQUIRE((y - VectorXd::Ones(n) - 3 * expected.col(0)).norm() < 1e-12);
    MatrixXd outer = MatrixXd::Ones(n + 2, n);
    lapscale::add_outer(outer, v, y, -2);
    REQUIRE((outer - MatrixXd::Ones(n + 2, n) + 2 * plain_product(v, y.transpose())).norm() <
            1e-12);
  }
}

TEST_CASE("blocks are read where they are", "[dense]") {
  const MatrixXd a = some_matrix(20, 9);
  REQUIRE((lapscale::transpose_times(a.middleRows(3, 5), a.middleRows(8, 5)) -
           plain_product(a.middleRows(3, 5).transpose(), a.middleRows(8, 5)))
              .norm() < 1e-12);
}

TEST_CASE("what is outside of a space is orthogonal to it, and gone inside", "[dense]") {
  MatrixXd axes = MatrixXd::Zero(6, 2);
  axes(0, 0) = axes(3, 1) = 1;
  const MatrixXd columns = some_matrix(6, 3);
  const MatrixXd rest = lapscale::outside(columns, axes);
  REQUIRE(rest.row(0).isZero(0));
  REQUIRE(rest.row(3).isZero(0));
  REQUIRE(rest.row(5) == columns.row(5));
  const VectorXd v = columns.col(1);
  REQUIRE(lapscale::vector_outside(v, axes) == rest.col(1));
}
