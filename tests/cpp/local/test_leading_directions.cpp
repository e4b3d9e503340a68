#include "lapscale/local/leading_directions.hpp"

#include <catch.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::block_width;
using lapscale::KrylovBasis;
using lapscale::start_directions;

namespace {

// Symmetric, eigenvalues 1, 1/2, 1/4, ... in directions of its own.
Eigen::MatrixXd covariance(Eigen::Index dim, std::uint64_t seed) {
  tests::Draw draw(seed);
  Eigen::MatrixXd x(dim, dim);
  for (Eigen::Index j = 0; j < dim; ++j) {
    for (Eigen::Index i = 0; i < dim; ++i) x(i, j) = draw.normal();
  }
  const Eigen::MatrixXd q = Eigen::HouseholderQR<Eigen::MatrixXd>(x).householderQ();
  Eigen::VectorXd values(dim);
  for (Eigen::Index k = 0; k < dim; ++k) values[k] = std::pow(0.5, k);
  return q * values.asDiagonal() * q.transpose();
}

}  // namespace

TEST_CASE("a start without knowledge is the same for a center, another for others",
          "[leading_directions]") {
  const Eigen::MatrixXd none(30, 0);
  const Eigen::MatrixXd start = start_directions(7, 30, 3, none);
  REQUIRE(start == start_directions(7, 30, 3, none));
  REQUIRE((start - start_directions(8, 30, 3, none)).norm() > 0.1);
  for (Eigen::Index a = 0; a < 3; ++a) REQUIRE(std::abs(start.col(a).norm() - 1) < 1e-14);
  // More directions begin as fewer do.
  REQUIRE(start == start_directions(7, 30, 5, none).leftCols(3));
}

TEST_CASE("known directions come first, with a little of everything else", "[leading_directions]") {
  const Eigen::MatrixXd known = Eigen::MatrixXd::Identity(30, 2);
  const Eigen::MatrixXd start = start_directions(7, 30, 3, known);
  const Eigen::MatrixXd unknown = start_directions(7, 30, 3, Eigen::MatrixXd(30, 0));
  REQUIRE((start.leftCols(2) - known).norm() < 0.02);
  REQUIRE((start.leftCols(2) - known).cwiseAbs().minCoeff() > 0);
  REQUIRE(start.col(2) == unknown.col(2));
}

TEST_CASE("operators in step find what each has, in any number of them", "[leading_directions]") {
  constexpr Eigen::Index dim = 40;
  for (std::size_t count = 1; count <= block_width; ++count) {
    std::vector<Eigen::MatrixXd> matrix;
    std::vector<KrylovBasis> basis;
    for (std::size_t q = 0; q < count; ++q) {
      matrix.push_back(covariance(dim, q + 1));
      basis.emplace_back(start_directions(q, dim, 3, Eigen::MatrixXd(dim, 0)), 1e-10);
    }
    bool rest_is_zero = true;
    using Block = std::array<Eigen::VectorXd, block_width>;
    lapscale::iterate_in_step(basis, dim, [&](const Block& v) {
      Block image;
      for (std::size_t q = 0; q < block_width; ++q) {
        image[q] = q < count ? Eigen::VectorXd(matrix[q] * v[q]) : v[q];
        if (q >= count) rest_is_zero = rest_is_zero && v[q].isZero(0);
      }
      return image;
    });
    REQUIRE(rest_is_zero);
    for (std::size_t q = 0; q < count; ++q) {
      REQUIRE(basis[q].done());
      REQUIRE((basis[q].values() - Eigen::Vector3d(1, 0.5, 0.25)).norm() < 1e-8);
      const Eigen::MatrixXd& v = basis[q].vectors();
      REQUIRE(tests::is_orthonormal(v));
      REQUIRE((matrix[q] * v - v * basis[q].values().asDiagonal()).norm() < 1e-8);
    }
  }
}

TEST_CASE("operators that are done are left out, others go on", "[leading_directions]") {
  constexpr Eigen::Index dim = 40;
  const Eigen::MatrixXd hard = covariance(dim, 1);
  std::vector<KrylovBasis> basis;
  for (std::size_t q = 0; q < 2; ++q) {
    basis.emplace_back(start_directions(q, dim, 2, Eigen::MatrixXd(dim, 0)), 1e-10);
  }
  std::array<int, 2> asked = {0, 0};
  using Block = std::array<Eigen::VectorXd, block_width>;
  lapscale::iterate_in_step(basis, dim, [&](const Block& v) {
    for (std::size_t q = 0; q < 2; ++q) asked[q] += v[q].isZero(0) ? 0 : 1;
    Block image = v;
    image[0] = Eigen::VectorXd::Unit(dim, 0) * v[0][0];
    image[1] = hard * v[1];
    return image;
  });
  REQUIRE(asked[0] < asked[1]);
  REQUIRE(std::abs(basis[0].values()[0] - 1) < 1e-10);
  REQUIRE(std::abs(basis[1].values()[1] - 0.5) < 1e-8);
}
