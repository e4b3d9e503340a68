#include "lapscale/linalg/spectral_transform.hpp"

#include <catch.h>

#include <cmath>
#include <functional>

#include "support/graphs.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::SpectralTransform;
using lapscale::SymmetricOperator;
using lapscale::VectorMap;

namespace {

SymmetricOperator times(const Eigen::MatrixXd& m) {
  return {static_cast<std::size_t>(m.rows()), [&m](const double* x, double* y) {
            Eigen::Map<Eigen::VectorXd>(y, m.rows()) =
                m * Eigen::Map<const Eigen::VectorXd>(x, m.rows());
          }};
}

// A map as the matrix of its images of the unit vectors.
Eigen::MatrixXd matrix_of(const VectorMap& map, Eigen::Index n) {
  Eigen::MatrixXd result(n, n);
  for (Eigen::Index j = 0; j < n; ++j) result.col(j) = map(Eigen::VectorXd::Unit(n, j));
  return result;
}

std::function<Eigen::VectorXd()> starts(Eigen::Index n) {
  return [n, draw = tests::Draw(1)]() mutable -> Eigen::VectorXd {
    return Eigen::VectorXd::NullaryExpr(n, [&](Eigen::Index) { return draw.normal(); });
  };
}

// The map has the matrix's eigenvectors, with the eigenvalues that `value` says.
void require_transformed(const SpectralTransform& found, const Eigen::MatrixXd& m,
                         const Eigen::MatrixXd& projector) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(m);
  const Eigen::VectorXd moved = eigen.eigenvalues().unaryExpr(found.value);
  const Eigen::MatrixXd v = projector * eigen.eigenvectors();
  const Eigen::MatrixXd exact = v * moved.asDiagonal() * v.transpose();
  REQUIRE((matrix_of(found.map, m.rows()) - exact).norm() < 1e-8 * exact.norm());
}

Eigen::MatrixXd walk(Eigen::Index n) {
  const auto points = tests::uniform_cube(static_cast<std::size_t>(n), 2, 5);
  return tests::normalized(tests::heat_matrix(tests::sq_distances(points), 0.15, 4));
}

}  // namespace

TEST_CASE("the shifted inverse maps eigenvalues as it says", "[spectral_transform]") {
  const Eigen::MatrixXd m = walk(40);
  const double shift = 0.01;
  const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(40, 40);
  const Eigen::MatrixXd inverse = (identity - m + shift * identity).inverse();
  const VectorMap solve = [&](const Eigen::VectorXd& v) -> Eigen::VectorXd { return inverse * v; };
  const SpectralTransform found = lapscale::inverse_transform({solve, shift}, 3);
  require_transformed(found, m, identity);
  REQUIRE(found.value(0.9) < found.value(0.95));
  REQUIRE(found.size > 3);
}

TEST_CASE("the filter maps eigenvalues as it says and parts the leading ones from the rest",
          "[spectral_transform]") {
  const Eigen::Index n = 120;
  const Eigen::MatrixXd m = walk(n);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(m);
  const Eigen::VectorXd known = eigen.eigenvectors().col(n - 1);
  const Eigen::MatrixXd projector = Eigen::MatrixXd::Identity(n, n) - known * known.transpose();
  const VectorMap project = [&](const Eigen::VectorXd& v) -> Eigen::VectorXd {
    return projector * v;
  };
  const Eigen::Index wanted = 5;
  const SpectralTransform found =
      lapscale::filter_transform(times(m), project, starts(n), wanted, n - 1);
  require_transformed(found, m, projector);
  const Eigen::VectorXd value = eigen.eigenvalues().reverse();
  double largest = 0;
  for (Eigen::Index i = found.size; i < n; ++i) {
    largest = std::max(largest, std::abs(found.value(value[i])));
  }
  for (Eigen::Index i = 1; i <= wanted; ++i) {
    REQUIRE(found.value(value[i]) > found.value(value[i + 1]));
    REQUIRE(found.value(value[i]) > largest);
  }
}

TEST_CASE("a filter does not need what it was made from", "[spectral_transform]") {
  const Eigen::MatrixXd m = walk(60);
  const auto made = [&] {
    const SymmetricOperator op = times(m);
    const VectorMap project = [](const Eigen::VectorXd& v) { return v; };
    return lapscale::filter_transform(op, project, starts(60), 3, 60);
  };
  const SpectralTransform found = made();
  require_transformed(found, m, Eigen::MatrixXd::Identity(60, 60));
}
