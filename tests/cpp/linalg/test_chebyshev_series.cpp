#include "lapscale/linalg/chebyshev_series.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"

using lapscale::BlockOperator;

namespace {

// Symmetric, spectrum in [-1, 1].
Eigen::MatrixXd symmetric(Eigen::Index n) {
  tests::Draw draw(1);
  Eigen::MatrixXd m(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) m(i, j) = m(j, i) = draw.normal();
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(m);
  return m / eigen.eigenvalues().cwiseAbs().maxCoeff();
}

BlockOperator block(const Eigen::MatrixXd& m) {
  return {static_cast<std::size_t>(m.rows()),
          [&m](const Eigen::MatrixXd& in) -> Eigen::MatrixXd { return m * in; }};
}

Eigen::MatrixXd chebyshev(const Eigen::MatrixXd& m, int k) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(m);
  const Eigen::VectorXd angle = eigen.eigenvalues().cwiseMin(1).cwiseMax(-1).array().acos();
  return eigen.eigenvectors() * (k * angle).array().cos().matrix().asDiagonal() *
         eigen.eigenvectors().transpose();
}

}  // namespace

TEST_CASE("a series is the sum of its polynomials", "[chebyshev_series]") {
  const Eigen::MatrixXd m = symmetric(12);
  const Eigen::MatrixXd x = Eigen::MatrixXd::Random(12, 3);
  const std::vector<double> c = {0.3, -1, 2, 0.5, 0.25};
  for (std::size_t size = 1; size <= c.size(); ++size) {
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(12, 3);
    for (std::size_t k = 0; k < size; ++k) sum += c[k] * chebyshev(m, static_cast<int>(k)) * x;
    REQUIRE((lapscale::chebyshev_sum(block(m), x, {c.data(), size}) - sum).cwiseAbs().maxCoeff() <
            1e-10);
  }
}

TEST_CASE("moments are products with the polynomials", "[chebyshev_series]") {
  const Eigen::MatrixXd m = symmetric(15);
  const Eigen::MatrixXd x = Eigen::MatrixXd::Random(15, 2);
  const Eigen::MatrixXd z = Eigen::MatrixXd::Random(15, 2);
  for (const std::size_t degree : {std::size_t{1}, std::size_t{2}, std::size_t{7}}) {
    const lapscale::ChebyshevMoments moments = lapscale::chebyshev_moments(block(m), x, z, degree);
    REQUIRE(moments.own.size() == 2 * degree + 1);
    REQUIRE(moments.cross.size() == degree + 1);
    for (std::size_t k = 0; k <= 2 * degree; ++k) {
      const Eigen::MatrixXd term = chebyshev(m, static_cast<int>(k)) * x;
      REQUIRE(moments.own[k] == Approx(x.cwiseProduct(term).sum()).margin(1e-10));
      if (k <= degree) REQUIRE(moments.cross[k] == Approx(z.cwiseProduct(term).sum()).margin(1e-10));
    }
  }
}
