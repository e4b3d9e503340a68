#include "lapscale/linalg/lanczos.hpp"

#include <catch.h>

#include <cmath>

#include "support/graphs.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::leading_vectors;
using lapscale::VectorMap;

namespace {

VectorMap times(const Eigen::MatrixXd& m) {
  return [&m](const Eigen::VectorXd& x) -> Eigen::VectorXd { return m * x; };
}

Eigen::VectorXd random_start(Eigen::Index n) {
  tests::Draw draw(3);
  return Eigen::VectorXd::NullaryExpr(n, [&](Eigen::Index) { return draw.uniform() - 0.5; });
}

}  // namespace

TEST_CASE("leading vectors are eigenvectors of the largest eigenvalues", "[lanczos]") {
  const Eigen::MatrixXd distances = tests::sq_distances(tests::uniform_cube(200, 2, 1));
  const Eigen::MatrixXd m = tests::normalized(tests::heat_matrix(distances, 0.3, 4));
  const Eigen::VectorXd spectrum = tests::dense_spectrum(m);
  for (const Eigen::Index count : {1, 4, 12}) {
    const Eigen::MatrixXd v = leading_vectors(times(m), random_start(200), count, 40, 1e-11);
    REQUIRE(v.cols() == count);
    REQUIRE(tests::is_orthonormal(v, 1e-9));
    const Eigen::VectorXd quotients = (v.transpose() * m * v).diagonal();
    REQUIRE((quotients - spectrum.head(count)).cwiseAbs().maxCoeff() < 1e-11);
    REQUIRE((m * v - v * quotients.asDiagonal()).norm() < 1e-8);
  }
}

TEST_CASE("more room than dimensions is no harm", "[lanczos]") {
  const Eigen::MatrixXd m = Eigen::VectorXd::LinSpaced(20, 0, 1).asDiagonal();
  const Eigen::MatrixXd v = leading_vectors(times(m), random_start(20), 2, 500, 1e-11);
  REQUIRE(v.cols() == 2);
  REQUIRE(std::abs(v(19, 0)) > 1 - 1e-9);
}

TEST_CASE("the same start gives the same bits", "[lanczos]") {
  const Eigen::MatrixXd m = Eigen::VectorXd::LinSpaced(100, 0, 1).asDiagonal();
  REQUIRE(leading_vectors(times(m), random_start(100), 3, 24, 1e-11) ==
          leading_vectors(times(m), random_start(100), 3, 24, 1e-11));
}
