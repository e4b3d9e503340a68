#include "lapscale/local/local_metric.hpp"

#include <catch.h>

#include <cmath>

#include "lapscale/runtime/eigen.hpp"

using lapscale::distortion_of;

namespace {

// A rotation of diag(a, b).
Eigen::MatrixXd with_values(double a, double b) {
  const Eigen::Matrix2d turn = Eigen::Rotation2Dd(0.7).toRotationMatrix();
  return turn * Eigen::Vector2d(a, b).asDiagonal() * turn.transpose();
}

}  // namespace

TEST_CASE("the distortion is the largest |eigenvalue - 1|", "[local_metric]") {
  REQUIRE(distortion_of(Eigen::MatrixXd::Identity(3, 3), false) == 0);
  REQUIRE(distortion_of(Eigen::MatrixXd::Zero(2, 2), false) == 1);
  REQUIRE(std::abs(distortion_of(with_values(0.4, 1.3), false) - 0.6) < 1e-15);
  REQUIRE(std::abs(distortion_of(with_values(0.9, 3), false) - 2) < 1e-15);
  REQUIRE(distortion_of(Eigen::MatrixXd::Constant(1, 1, 0.25), false) == 0.75);
}

TEST_CASE("of the inverse it is the largest |1 / eigenvalue - 1|", "[local_metric]") {
  REQUIRE(std::abs(distortion_of(with_values(0.5, 0.8), true) - 1) < 1e-14);
  REQUIRE(std::abs(distortion_of(with_values(1.1, 4), true) - 0.75) < 1e-14);
  REQUIRE(distortion_of(Eigen::MatrixXd::Constant(1, 1, 0.25), true) == 3);
}

TEST_CASE("a singular metric has no inverse", "[local_metric]") {
  REQUIRE(std::isnan(distortion_of(Eigen::MatrixXd::Zero(2, 2), true)));
  REQUIRE(std::isnan(distortion_of(with_values(1, 1e-14), true)));
  REQUIRE(!std::isnan(distortion_of(with_values(1, 1e-11), true)));
}
