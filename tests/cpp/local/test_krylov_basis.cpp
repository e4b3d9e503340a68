#include "lapscale/local/krylov_basis.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::KrylovBasis;

namespace {

Eigen::MatrixXd random_start(Eigen::Index dim, Eigen::Index d, std::uint64_t seed) {
  tests::Draw draw(seed);
  return Eigen::MatrixXd::NullaryExpr(dim, d, [&] { return draw.uniform() - 0.5; });
}

struct Outcome {
  Eigen::MatrixXd vectors;
  int products;
  bool done;
};

Outcome run(const Eigen::MatrixXd& c, const Eigen::MatrixXd& start, double tolerance = 1e-9,
            int most = 600) {
  KrylovBasis basis(start, tolerance);
  int products = 0;
  for (; products < most && !basis.done(); ++products) basis.add(c * basis.next());
  return {basis.vectors(), products, basis.done()};
}

// A matrix with these eigenvalues and random eigenvectors.
Eigen::MatrixXd with_spectrum(const Eigen::VectorXd& values, std::uint64_t seed) {
  const Eigen::Index n = values.size();
  const Eigen::MatrixXd q =
      Eigen::HouseholderQR<Eigen::MatrixXd>(random_start(n, n, seed)).householderQ();
  return q * values.asDiagonal() * q.transpose();
}

// sin of the largest angle between the vectors and the leading eigenvectors of c.
double angle(const Eigen::MatrixXd& c, const Eigen::MatrixXd& vectors) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(c);
  const Eigen::MatrixXd v = eigen.eigenvectors().rightCols(vectors.cols());
  return (vectors - v * (v.transpose() * vectors)).norm();
}

}  // namespace

TEST_CASE("the leading eigenvectors are found, leading first", "[krylov_basis]") {
  for (const Eigen::Index dim : {5, 24, 40, 100, 300}) {
    const Eigen::VectorXd values = Eigen::VectorXd::NullaryExpr(
        dim, [](Eigen::Index i) { return std::pow(0.8, static_cast<double>(i)); });
    const Eigen::MatrixXd c = with_spectrum(values, 1);
    for (const Eigen::Index d : {1, 2, 3, 5}) {
      const Outcome found = run(c, random_start(dim, d, 2));
      REQUIRE(found.done);
      REQUIRE(tests::is_orthonormal(found.vectors));
      REQUIRE(angle(c, found.vectors) < 1e-7);
      const Eigen::VectorXd quotients = (found.vectors.transpose() * c * found.vectors).diagonal();
      REQUIRE((quotients - values.head(d)).norm() < 1e-12);
      // By far not as many as there are columns.
      if (dim == 300) REQUIRE(found.products < 100);
    }
  }
}

TEST_CASE("a flat spectrum needs restarts, and is found all the same", "[krylov_basis]") {
  const Eigen::VectorXd values = Eigen::VectorXd::LinSpaced(200, 1, 0.2);
  const Eigen::MatrixXd c = with_spectrum(values, 3);
  for (const Eigen::Index d : {1, 3}) {
    const Outcome found = run(c, random_start(200, d, 4), 1e-7);
    REQUIRE(found.done);
    REQUIRE(found.products > 24);
    REQUIRE(angle(c, found.vectors) < 1e-4);
  }
}

// Points on a symmetric figure have covariances with equal eigenvalues: a single Krylov sequence
// would find one vector of each.
TEST_CASE("eigenvalues that come d times are found d times", "[krylov_basis]") {
  for (const Eigen::Index d : {2, 3, 4}) {
    Eigen::VectorXd values = Eigen::VectorXd::LinSpaced(60, 0.5, 0.01);
    values.head(d).setOnes();
    const Eigen::MatrixXd c = with_spectrum(values, 5);
    const Outcome found = run(c, random_start(60, d, 6));
    REQUIRE(found.done);
    REQUIRE(tests::is_orthonormal(found.vectors));
    REQUIRE(angle(c, found.vectors) < 1e-7);
  }
}

TEST_CASE("an eigenvalue that comes more often than d gives vectors of its space",
          "[krylov_basis]") {
  Eigen::VectorXd values = Eigen::VectorXd::Constant(50, 0.1);
  values.head(7).setOnes();
  const Eigen::MatrixXd c = with_spectrum(values, 7);
  for (const Eigen::Index d : {1, 2}) {
    const Outcome found = run(c, random_start(50, d, 8));
    REQUIRE(found.done);
    REQUIRE((c * found.vectors - found.vectors).norm() < 1e-7);
    REQUIRE(tests::is_orthonormal(found.vectors));
  }
}

TEST_CASE("a matrix of low rank ends early, with orthonormal vectors", "[krylov_basis]") {
  for (const Eigen::Index rank : {0, 1, 2}) {
    Eigen::VectorXd values = Eigen::VectorXd::Zero(40);
    for (Eigen::Index i = 0; i < rank; ++i) values[i] = 2.0 - static_cast<double>(i);
    const Eigen::MatrixXd c = with_spectrum(values, 9);
    const Outcome found = run(c, random_start(40, 3, 10));
    REQUIRE(found.done);
    REQUIRE(found.products <= 12);
    REQUIRE(tests::is_orthonormal(found.vectors));
    const Eigen::MatrixXd rest = c - found.vectors * (found.vectors.transpose() * c);
    REQUIRE(rest.norm() < 1e-9);
  }
}

TEST_CASE("a start that is the answer is confirmed quickly", "[krylov_basis]") {
  const Eigen::VectorXd values = Eigen::VectorXd::LinSpaced(80, 1, 0.01);
  const Eigen::MatrixXd c = with_spectrum(values, 11);
  const Eigen::MatrixXd exact =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(c).eigenvectors().rightCols(2);
  const Outcome warm = run(c, exact);
  const Outcome cold = run(c, random_start(80, 2, 12));
  REQUIRE(warm.done);
  REQUIRE(warm.products < cold.products / 2);
  REQUIRE(angle(c, warm.vectors) < 1e-8);
}

TEST_CASE("start vectors that depend on each other are no harm", "[krylov_basis]") {
  const Eigen::VectorXd values = Eigen::VectorXd::LinSpaced(30, 1, 0);
  const Eigen::MatrixXd c = with_spectrum(values, 13);
  Eigen::MatrixXd start = random_start(30, 2, 14);
  start.col(1) = -3 * start.col(0);
  const Outcome found = run(c, start);
  REQUIRE(found.done);
  REQUIRE(angle(c, found.vectors) < 1e-6);
}
