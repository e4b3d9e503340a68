#include "lapscale/linalg/filtered_subspace.hpp"

#include <catch.h>

#include <cmath>
#include <stdexcept>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::BlockOperator;
using lapscale::EigenPairs;
using lapscale::FilteredSubspace;

namespace {

Eigen::MatrixXd noise(Eigen::Index rows, Eigen::Index columns, std::uint64_t seed) {
  tests::Draw draw(seed);
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return draw.normal(); });
}

// Q diag(values) Q'
Eigen::MatrixXd with_spectrum(const Eigen::VectorXd& values) {
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(noise(values.size(), values.size(), 1));
  const Eigen::MatrixXd q = qr.householderQ();
  return q * values.asDiagonal() * q.transpose();
}

struct Search {
  EigenPairs pairs;
  int n_products;
};

Search search(const Eigen::MatrixXd& m, Eigen::Index k, double least, double tolerance,
              int most = 300, Eigen::Index columns = 8) {
  Search result{};
  const BlockOperator op{static_cast<std::size_t>(m.rows()),
                         [&](const Eigen::MatrixXd& in) -> Eigen::MatrixXd {
                           ++result.n_products;
                           return m * in;
                         }};
  FilteredSubspace iteration(op, least, noise(m.rows(), columns, 2));
  result.pairs = iteration.solve(k, tolerance, most);
  return result;
}

bool right(const Eigen::MatrixXd& m, const EigenPairs& pairs, const Eigen::VectorXd& spectrum) {
  const Eigen::VectorXd residuals =
      (m * pairs.vectors - pairs.vectors * pairs.values.asDiagonal()).colwise().norm();
  return tests::is_orthonormal(pairs.vectors, 1e-10) && residuals.maxCoeff() < 1e-8 &&
         (residuals - pairs.residuals).norm() < 1e-11 &&
         (pairs.values - spectrum.head(pairs.values.size())).cwiseAbs().maxCoeff() < 1e-11;
}

}  // namespace

TEST_CASE("the spectrum of a heat kernel: a fast decay", "[filtered_subspace]") {
  Eigen::VectorXd spectrum(120);
  for (Eigen::Index j = 0; j < 120; ++j) {
    spectrum[j] = std::exp(-0.02 * static_cast<double>(j * j));
  }
  const Eigen::MatrixXd m = with_spectrum(spectrum);
  const Search found = search(m, 4, 0, 1e-9);
  CHECK(right(m, found.pairs, spectrum));
  // Plain subspace iteration takes (lambda_9 / lambda_4)^p = 1e-9, p above 18.
  CHECK(found.n_products < 18);
}

TEST_CASE("multiple eigenvalues come whole", "[filtered_subspace]") {
  Eigen::VectorXd spectrum = Eigen::VectorXd::Constant(100, 0.1);
  spectrum.head(6) << 1, 1, 1, 0.8, 0.8, 0.5;
  const Eigen::MatrixXd m = with_spectrum(spectrum);
  CHECK(right(m, search(m, 6, 0, 1e-9).pairs, spectrum));
}

TEST_CASE("crowded and negative eigenvalues", "[filtered_subspace]") {
  Eigen::VectorXd spectrum(150);
  for (Eigen::Index j = 0; j < 150; ++j) {
    spectrum[j] = std::cos(tests::pi * static_cast<double>(j) / 150);
  }
  const Eigen::MatrixXd m = with_spectrum(spectrum);
  CHECK(right(m, search(m, 5, -1, 1e-9).pairs, spectrum));
}

TEST_CASE("a few large eigenvalues that random vectors hardly show", "[filtered_subspace]") {
  Eigen::VectorXd spectrum(600);
  for (Eigen::Index j = 0; j < 600; ++j) spectrum[j] = 0.1 * std::exp(-static_cast<double>(j));
  const Eigen::MatrixXd m = with_spectrum(spectrum);
  const Search found = search(m, 3, -1e-6, 1e-12, 100);
  CHECK(right(m, found.pairs, spectrum));
  CHECK(found.n_products < 20);
}

TEST_CASE("what was not reached is told by the residuals", "[filtered_subspace]") {
  const Eigen::VectorXd spectrum = Eigen::VectorXd::LinSpaced(200, 1, 0);
  const Eigen::MatrixXd m = with_spectrum(spectrum);
  const Search found = search(m, 5, 0, 1e-12, 4);
  CHECK(found.n_products == 4);
  CHECK(found.pairs.residuals.maxCoeff() > 1e-6);
}

TEST_CASE("a block must be larger than what is wanted, and much smaller than the matrix",
          "[filtered_subspace]") {
  const Eigen::MatrixXd m = Eigen::MatrixXd::Identity(40, 40);
  CHECK_THROWS_AS(search(m, 8, 0, 1e-9), std::invalid_argument);
  CHECK_THROWS_AS(search(m, 0, 0, 1e-9), std::invalid_argument);
  CHECK_THROWS_AS(search(m, 2, 0, 1e-9, 10, 11), std::invalid_argument);
}

TEST_CASE("the closer the first two eigenvalues, the smaller the residuals",
          "[filtered_subspace]") {
  Eigen::VectorXd spectrum(150);
  for (Eigen::Index j = 0; j < 150; ++j) {
    spectrum[j] = std::cos(tests::pi * static_cast<double>(j) / 150);
  }
  const Eigen::MatrixXd m = with_spectrum(spectrum);
  const BlockOperator op{150, [&](const Eigen::MatrixXd& in) -> Eigen::MatrixXd { return m * in; }};
  FilteredSubspace iteration(op, -1, noise(150, 6, 2));
  const double worst = iteration.solve(2, 0.1, 300, 1e-4).residuals.maxCoeff();
  CHECK(worst <= 1e-4 * (spectrum[0] - spectrum[1]) * 1.001);
}
