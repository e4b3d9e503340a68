#include "lapscale/linalg/centred_operator.hpp"

#include <catch.h>

#include <cmath>

TEST_CASE("a centered operator multiplies with H M H", "[centred_operator]") {
  const Eigen::Index n = 9;
  const Eigen::MatrixXd m = Eigen::MatrixXd::NullaryExpr(
      n, n, [](Eigen::Index i, Eigen::Index j) { return std::cos(static_cast<double>(i + j)); });
  const Eigen::MatrixXd in = Eigen::MatrixXd::NullaryExpr(n, 4, [](Eigen::Index i, Eigen::Index j) {
    return std::sin(static_cast<double>(i * j + 1));
  });
  const Eigen::MatrixXd h = Eigen::MatrixXd::Identity(n, n) -
                            Eigen::MatrixXd::Constant(n, n, 1.0 / static_cast<double>(n));
  const lapscale::BlockOperator centred =
      lapscale::centred_operator({9, [&m](const Eigen::MatrixXd& f) { return m * f; }}, 0.5);
  CHECK(centred.n == 9);
  CHECK((centred.times(in) - 0.5 * h * m * h * in).norm() < 1e-14);
  CHECK((lapscale::centred_columns(in) - h * in).norm() < 1e-15);
}
