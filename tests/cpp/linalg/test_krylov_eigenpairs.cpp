#include "lapscale/linalg/krylov_eigenpairs.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "lapscale/runtime/eigen.hpp"
#include "support/graphs.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::EigenPairs;
using lapscale::Runtime;

namespace {

constexpr double tolerance = 1e-7;
constexpr double share = 2e-4;

std::optional<EigenPairs> found(const Eigen::MatrixXd& w, Eigen::Index k, Eigen::Index most) {
  const Eigen::MatrixXd m = tests::normalized(w);
  const Eigen::VectorXd degree = w.rowwise().sum();
  const Eigen::MatrixXd known = degree.cwiseSqrt() / std::sqrt(degree.sum());
  const lapscale::BlockOperator walk{
      static_cast<std::size_t>(m.rows()),
      [&](const Eigen::MatrixXd& in) -> Eigen::MatrixXd { return m * in; }};
  tests::Draw draw(5);
  const Eigen::MatrixXd start =
      Eigen::MatrixXd::NullaryExpr(m.rows(), 8, [&] { return draw.normal(); });
  return lapscale::krylov_eigenpairs(walk, known, k, -0.01, tolerance, share, start, most,
                                     Runtime());
}

}  // namespace

TEST_CASE("the eigenpairs of a dense solver, residuals as allowed", "[krylov_eigenpairs]") {
  const tests::Points x = tests::uniform_cube(700, 2, 3);
  for (const double h : {0.15, 0.4}) {
    const Eigen::MatrixXd w = tests::heat_matrix(tests::sq_distances(x), h, 3.7);
    const Eigen::MatrixXd m = tests::normalized(w);
    const Eigen::VectorXd exact = tests::dense_spectrum(m);
    for (const Eigen::Index k : {2, 5, 9}) {
      const std::optional<EigenPairs> pairs = found(w, k, 400);
      REQUIRE(pairs);
      REQUIRE(tests::is_orthonormal(pairs->vectors, 1e-10));
      REQUIRE((pairs->values - exact.head(k)).cwiseAbs().maxCoeff() < 1e-11);
      const Eigen::VectorXd residuals =
          (m * pairs->vectors - pairs->vectors * pairs->values.asDiagonal()).colwise().norm();
      REQUIRE((residuals - pairs->residuals).norm() < 1e-13);
      REQUIRE(residuals.maxCoeff() <= 1.01 * std::min(tolerance, share * (1 - exact[1])));
    }
  }
}

TEST_CASE("nothing where the columns are not enough", "[krylov_eigenpairs]") {
  const tests::Points x = tests::uniform_cube(700, 2, 3);
  const Eigen::MatrixXd w = tests::heat_matrix(tests::sq_distances(x), 0.15, 3.7);
  REQUIRE(!found(w, 5, 48));
}

TEST_CASE("more columns than the matrix has are not asked for", "[krylov_eigenpairs]") {
  const tests::Points x = tests::uniform_cube(60, 2, 3);
  const Eigen::MatrixXd w = tests::heat_matrix(tests::sq_distances(x), 0.15, 3.7);
  const std::optional<EigenPairs> all = found(w, 5, 59);
  // As many columns as a basis of those would have do not fit into any memory.
  const std::optional<EigenPairs> more = found(w, 5, Eigen::Index{1} << 40);
  REQUIRE(more.has_value() == all.has_value());
  if (all) REQUIRE(more->vectors == all->vectors);
}
