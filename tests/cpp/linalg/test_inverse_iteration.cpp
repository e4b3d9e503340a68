#include "lapscale/linalg/inverse_iteration.hpp"

#include <catch.h>

#include <cmath>
#include <functional>
#include <limits>

#include "lapscale/runtime/eigen.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::InverseIteration;
using lapscale::SmallestEigenpairs;
using lapscale::SparseMap;
using Sparse = Eigen::SparseMatrix<double>;

namespace {

SparseMap view(const Sparse& f) {
  return {f.rows(), f.cols(), f.nonZeros(), f.outerIndexPtr(), f.innerIndexPtr(), f.valuePtr()};
}

// (F F' + shift I)^-1 by a dense factor.
lapscale::BlockMap dense_solver(const Sparse& f, double shift) {
  Eigen::MatrixXd m = Eigen::MatrixXd(f) * Eigen::MatrixXd(f).transpose();
  m.diagonal().array() += shift;
  return [factor = Eigen::LLT<Eigen::MatrixXd>(m)](const Eigen::MatrixXd& b) -> Eigen::MatrixXd {
    return factor.solve(b);
  };
}

Eigen::MatrixXd constant(Eigen::Index n) {
  return Eigen::MatrixXd::Constant(n, 1, 1 / std::sqrt(static_cast<double>(n)));
}

// Each of n points on a ring less the mean of those `step` places before and after it: eigenvalues
// (1 - cos(2 pi step j / n))^2, all double.
Sparse ring_residuals(Eigen::Index n, Eigen::Index step = 1) {
  Sparse f(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    f.insert(i, i) = 1;
    f.insert((i + step) % n, i) = -0.5;
    f.insert((i + n - step) % n, i) = -0.5;
  }
  f.makeCompressed();
  return f;
}

void require_bottom(const Sparse& f, const Eigen::MatrixXd& known, const SmallestEigenpairs& found,
                    Eigen::Index wanted, double allowed) {
  const Eigen::MatrixXd m = Eigen::MatrixXd(f) * Eigen::MatrixXd(f).transpose();
  const Eigen::VectorXd all = tests::dense_spectrum(m).reverse();
  REQUIRE(found.values.size() == wanted);
  REQUIRE((found.values - all.segment(known.cols(), wanted)).cwiseAbs().maxCoeff() < allowed);
  REQUIRE(tests::is_orthonormal(found.vectors));
  REQUIRE((known.transpose() * found.vectors).norm() < 1e-10);
  const Eigen::VectorXd residuals =
      (m * found.vectors - found.vectors * found.values.asDiagonal()).colwise().norm();
  REQUIRE((residuals / m.diagonal().maxCoeff() - found.residuals).norm() < 1e-14);
  REQUIRE(found.residuals.maxCoeff() < 1e-8);
  REQUIRE(found.n_unsettled == 0);
}

}  // namespace

TEST_CASE("multiplicities come complete, both ways", "[inverse_iteration]") {
  const Eigen::Index n = 150;
  const Sparse f = ring_residuals(n);
  const InverseIteration problem(view(f), constant(n));
  for (const Eigen::Index wanted : {1, 2, 5}) {
    const SmallestEigenpairs dense = problem.solve_densely(wanted);
    require_bottom(f, constant(n), dense, wanted, 1e-13);
    for (Eigen::Index j = 0; j < wanted; ++j) {
      const Eigen::Index frequency = j / 2 + 1;
      const double turn = 2 * tests::pi * static_cast<double>(frequency) / static_cast<double>(n);
      REQUIRE(std::abs(dense.values[j] - std::pow(1 - std::cos(turn), 2)) < 1e-13);
    }
    require_bottom(f, constant(n), problem.solve_by(dense_solver(f, 2e-13), wanted), wanted, 1e-13);
  }
}

TEST_CASE("the same space as a dense solver, where there is a gap", "[inverse_iteration]") {
  const Eigen::Index n = 120;
  tests::Draw draw(1);
  Sparse f(n, 2 * n);  // more columns than rows: several weight vectors per point
  for (Eigen::Index j = 0; j < 2 * n; ++j) {
    f.insert(j / 2, j) = 1;
    f.insert((j / 2 + 1 + j % 2) % n, j) = -draw.uniform(0, 1);
  }
  f.makeCompressed();
  const Eigen::MatrixXd none(n, 0);
  const InverseIteration problem(view(f), none);
  const SmallestEigenpairs dense = problem.solve_densely(4);
  const SmallestEigenpairs found = problem.solve_by(dense_solver(f, 1e-13), 4);
  require_bottom(f, none, dense, 4, 1e-12);
  require_bottom(f, none, found, 4, 1e-12);
  REQUIRE((found.vectors * found.vectors.transpose() - dense.vectors * dense.vectors.transpose())
              .norm() < 1e-7);
}

TEST_CASE("several known vectors, one for each of two rings", "[inverse_iteration]") {
  const Eigen::Index n = 80;
  const Sparse ring = ring_residuals(n, 2);  // the odd and the even points
  Eigen::MatrixXd known = Eigen::MatrixXd::Zero(n, 2);
  for (Eigen::Index i = 0; i < n; ++i) known(i, i % 2) = 1 / std::sqrt(40.0);
  const InverseIteration problem(view(ring), known);
  require_bottom(ring, known, problem.solve_densely(3), 3, 1e-13);
  require_bottom(ring, known, problem.solve_by(dense_solver(ring, 2e-13), 3), 3, 1e-13);
}

TEST_CASE("a solver that rounds coarsely has settled when the space turns no more",
          "[inverse_iteration]") {
  const Eigen::Index n = 120;
  const Sparse f = ring_residuals(n);
  const InverseIteration problem(view(f), constant(n));
  const lapscale::BlockMap exact = dense_solver(f, 2e-13);
  double phase = 0;
  const auto coarse = [&](const Eigen::MatrixXd& b) -> Eigen::MatrixXd {
    Eigen::MatrixXd found = exact(b);
    for (Eigen::Index i = 0; i < n; ++i) {
      found.row(i) *= 1 + 1e-12 * std::sin(phase += 1);
    }
    return found;
  };
  const SmallestEigenpairs found = problem.solve_by(coarse, 2);
  REQUIRE(found.residuals.maxCoeff() > 4 * std::numeric_limits<double>::epsilon());
  REQUIRE(found.n_unsettled == 0);
  REQUIRE(found.n_rounds < 20);
  REQUIRE(found.residuals.maxCoeff() < 1e-11);
}

TEST_CASE("eigenvalues that are hardly told apart do not settle, and it says so",
          "[inverse_iteration]") {
  const Eigen::Index n = 300;
  Sparse f(n, n);
  for (Eigen::Index i = 0; i < n; ++i) f.insert(i, i) = 1 + 0.001 * static_cast<double>(i) / 299;
  f.makeCompressed();
  const InverseIteration problem(view(f), constant(n));
  const SmallestEigenpairs found = problem.solve_by(dense_solver(f, 1e-13), 2);
  REQUIRE(found.n_unsettled == 2);
  REQUIRE(found.residuals.minCoeff() > 1e-8);
  REQUIRE(tests::is_orthonormal(found.vectors));
}

TEST_CASE("any basis will do where all eigenvalues are one", "[inverse_iteration]") {
  const Eigen::Index n = 60;
  Sparse f(n, n);
  f.setIdentity();
  const SmallestEigenpairs found =
      InverseIteration(view(f), constant(n)).solve_by(dense_solver(f, 1e-13), 2);
  REQUIRE((found.values.array() - 1).abs().maxCoeff() < 1e-13);
  REQUIRE(found.n_unsettled == 0);
}
