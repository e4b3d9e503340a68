#include "lapscale/graph/slow_modes.hpp"

#include <catch.h>

#include <cmath>
#include <initializer_list>

#include "support/manifolds.hpp"

namespace {

lapscale::SlowModes modes_of(const Eigen::MatrixXd& weights, const Eigen::VectorXd& mass) {
  return lapscale::slow_modes(weights, mass, lapscale::Runtime());
}

Eigen::MatrixXd pairs(std::initializer_list<double> chain) {
  const auto n = static_cast<Eigen::Index>(chain.size()) + 1;
  Eigen::MatrixXd weights = Eigen::MatrixXd::Zero(n, n);
  Eigen::Index i = 0;
  for (const double w : chain) {
    weights(i, i + 1) = weights(i + 1, i) = w;
    ++i;
  }
  return weights;
}

}  // namespace

TEST_CASE("weights of one size have the modes of the dense problem", "[slow_modes]") {
  tests::Draw draw(1);
  Eigen::MatrixXd weights(12, 12);
  Eigen::VectorXd mass(12);
  for (Eigen::Index i = 0; i < 12; ++i) {
    mass[i] = 1 + draw.uniform();
    for (Eigen::Index j = 0; j <= i; ++j) weights(i, j) = weights(j, i) = draw.uniform();
  }
  const lapscale::SlowModes found = modes_of(1e-250 * weights, mass);
  weights.diagonal().setZero();
  const Eigen::VectorXd shrink = mass.cwiseSqrt().cwiseInverse();
  Eigen::MatrixXd laplacian = -weights;
  laplacian.diagonal() = weights.rowwise().sum();
  laplacian = (shrink.asDiagonal() * laplacian * shrink.asDiagonal()).eval();
  REQUIRE((laplacian * found.vectors - found.vectors * (1e250 * found.values).asDiagonal()).norm() <
          1e-12);
  REQUIRE((found.vectors.transpose() * found.vectors - Eigen::MatrixXd::Identity(12, 12)).norm() <
          1e-12);
  REQUIRE(found.values[0] == 0);
}

TEST_CASE("links of many sizes have the eigenvalues on paper", "[slow_modes]") {
  Eigen::VectorXd mass(4);
  mass << 2, 3, 5, 7;
  const lapscale::SlowModes found = modes_of(pairs({1.0, 1e-20, 1e-300}), mass);
  REQUIRE(found.values[0] == 0);
  REQUIRE(std::abs(found.values[1] / 1e-300 - (1.0 / 7 + 1.0 / 10)) < 1e-14);
  REQUIRE(std::abs(found.values[2] / 1e-20 - (1.0 / 5 + 1.0 / 5)) < 1e-14);
  REQUIRE(std::abs(found.values[3] - (1.0 / 2 + 1.0 / 3)) < 1e-14);
  // What moves as one has one value over the root of the mass.
  const Eigen::VectorXd f = found.vectors.col(1).cwiseQuotient(mass.cwiseSqrt());
  REQUIRE(std::abs(f[0] - f[1]) + std::abs(f[1] - f[2]) < 1e-14);
  REQUIRE(std::abs(10 * f[0] + 7 * f[3]) < 1e-13);
}

TEST_CASE("points without links have the value 0", "[slow_modes]") {
  const lapscale::SlowModes none = modes_of(Eigen::MatrixXd::Zero(3, 3), Eigen::VectorXd::Ones(3));
  REQUIRE(none.values == Eigen::VectorXd::Zero(3));
  REQUIRE(none.vectors == Eigen::MatrixXd::Identity(3, 3));
}
