#include "lapscale/linalg/block_davidson.hpp"

#include <catch.h>

#include <cmath>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::BlockDavidson;
using lapscale::BlockMap;
using lapscale::EigenPairs;
using lapscale::Runtime;

namespace {

Eigen::MatrixXd noise(Eigen::Index rows, Eigen::Index columns, std::uint64_t seed) {
  tests::Draw draw(seed);
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return draw.normal(); });
}

// Q diag(values) Q' with eigenvalues crowded at 1, and a poor inverse of I - M, which is known to
// 20 percent.
struct Problem {
  Eigen::VectorXd values;
  Eigen::MatrixXd q;
  Eigen::MatrixXd m;
  Eigen::MatrixXd inverse;

  explicit Problem(Eigen::Index n) : values(n) {
    for (Eigen::Index j = 0; j < n; ++j) {
      const double part = static_cast<double>(j) / static_cast<double>(n);
      values[j] = 1 - 1e-3 - 0.9 * part * part;
    }
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(noise(n, n, 1));
    q = qr.householderQ();
    m = q * values.asDiagonal() * q.transpose();
    Eigen::VectorXd rough = values;
    for (Eigen::Index j = 0; j < n; ++j) {
      rough[j] = (1 + 0.2 * std::sin(static_cast<double>(j))) / (1 - values[j]);
    }
    inverse = q * rough.asDiagonal() * q.transpose();
  }
  BlockMap by(const Eigen::MatrixXd& a) const {
    return [&a](const Eigen::MatrixXd& in) -> Eigen::MatrixXd { return a * in; };
  }
};

}  // namespace

TEST_CASE("crowded eigenvalues by a rough inverse, through restarts", "[block_davidson]") {
  const Problem problem(200);
  const Eigen::MatrixXd known = problem.q.leftCols(2);
  BlockDavidson search(problem.by(problem.m), problem.by(problem.inverse), known, 30, Runtime());
  search.add(noise(200, 8, 2));
  REQUIRE(search.search(4, 6, 1e-10, 1, 60));
  CHECK(search.n_products() < 40);
  const EigenPairs pairs = search.pairs(4);
  const Eigen::VectorXd residuals =
      (problem.m * pairs.vectors - pairs.vectors * pairs.values.asDiagonal()).colwise().norm();
  CHECK(tests::is_orthonormal(pairs.vectors, 1e-12));
  CHECK((known.transpose() * pairs.vectors).norm() < 1e-12);
  CHECK(residuals.maxCoeff() < 1.1e-10);
  CHECK((pairs.values - problem.values.segment(2, 4)).cwiseAbs().maxCoeff() < 1e-13);
}

TEST_CASE("what was not reached is told", "[block_davidson]") {
  const Problem problem(200);
  const Eigen::MatrixXd known = problem.q.leftCols(1);
  BlockDavidson search(problem.by(problem.m), problem.by(problem.inverse), known, 30, Runtime());
  search.add(noise(200, 4, 2));
  CHECK(!search.search(4, 4, 1e-12, 1, 3));
  CHECK(search.pairs(4).residuals.maxCoeff() > 1e-12);
}

TEST_CASE("columns that are known or come twice are left out", "[block_davidson]") {
  const Problem problem(60);
  const Eigen::MatrixXd known = problem.q.leftCols(1);
  BlockDavidson search(problem.by(problem.m), problem.by(problem.inverse), known, 20, Runtime());
  Eigen::MatrixXd start(60, 4);
  start << problem.q.col(0), problem.q.col(3), problem.q.col(3), problem.q.col(5);
  search.add(start);
  REQUIRE(search.search(2, 2, 1e-10, 1, 1));
  CHECK(search.pairs(2).values[0] == Approx(problem.values[3]));
  CHECK(search.pairs(2).values[1] == Approx(problem.values[5]));
}
