#include "lapscale/linalg/spectral_transform.hpp"

#include <catch.h>

#include <cmath>
#include <functional>

#include "support/graphs.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::BlockMap;
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

// The leading eigenvectors, of M without what is projected out, keep their directions and get the
// eigenvalues that `value` says, in their order; nothing else becomes as large.
void require_leading(const SpectralTransform& found, const Eigen::MatrixXd& m, Eigen::Index known,
                     Eigen::Index wanted) {
  const Eigen::Index n = m.rows();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(m);
  const Eigen::MatrixXd v = eigen.eigenvectors().rowwise().reverse();
  const Eigen::VectorXd lambda = eigen.eigenvalues().reverse();
  const Eigen::MatrixXd map = v.transpose() * matrix_of(found.map, n) * v;
  double before = tests::infinity;
  for (Eigen::Index i = known; i < known + wanted; ++i) {
    const double value = found.value(lambda[i]);
    REQUIRE((map.col(i) - value * Eigen::VectorXd::Unit(n, i)).norm() < 1e-8 * value);
    REQUIRE(value < before);
    before = value;
  }
  REQUIRE(map.leftCols(known).norm() < 1e-10);
  REQUIRE(map.rightCols(n - known - wanted).cwiseAbs().maxCoeff() < before);
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
  const BlockMap solve = [&](const Eigen::MatrixXd& v) -> Eigen::MatrixXd { return inverse * v; };
  const SpectralTransform found = lapscale::inverse_transform({solve, shift, {}}, 3);
  require_leading(found, m, 0, 39);
  REQUIRE(found.size > 3);
}

TEST_CASE("the filter maps leading eigenvalues as it says, the rest below them",
          "[spectral_transform]") {
  const Eigen::Index n = 120;
  const Eigen::MatrixXd m = walk(n);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(m);
  const Eigen::VectorXd known = eigen.eigenvectors().col(n - 1);
  const VectorMap project = [&](const Eigen::VectorXd& v) -> Eigen::VectorXd {
    return v - known * known.dot(v);
  };
  for (const Eigen::Index wanted : {1, 5}) {
    const SpectralTransform found =
        lapscale::filter_transform(times(m), project, starts(n), wanted, n - 1);
    require_leading(found, m, 1, wanted);
    REQUIRE(found.size > wanted);
  }
}

TEST_CASE("a filter does not need the operator that it was made from", "[spectral_transform]") {
  const Eigen::MatrixXd m = walk(60);
  const auto made = [&] {
    const SymmetricOperator op = times(m);
    const VectorMap project = [](const Eigen::VectorXd& v) { return v; };
    return lapscale::filter_transform(op, project, starts(60), 3, 60);
  };
  require_leading(made(), m, 0, 3);
}
