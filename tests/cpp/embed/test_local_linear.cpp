#include "lapscale/embed/local_linear.hpp"

#include <catch.h>

#include <cmath>
#include <vector>

#include "support/manifolds.hpp"
#include "support/threads.hpp"

using lapscale::LocalLinear;

namespace {

Eigen::MatrixXd normal(Eigen::Index rows, Eigen::Index columns, std::uint64_t seed) {
  tests::Draw draw(seed);
  Eigen::MatrixXd m(rows, columns);
  for (Eigen::Index i = 0; i < m.size(); ++i) m(i) = draw.normal();
  return m;
}

std::vector<int> numbers(int n) {
  std::vector<int> group(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) group[static_cast<std::size_t>(i)] = i + 1;
  return group;
}

// Weighted least squares of (1, y - place).
Eigen::VectorXd slow(const Eigen::MatrixXd& y, const Eigen::MatrixXd& x, const Eigen::VectorXd& at,
                     double h, Eigen::Index without = -1) {
  Eigen::MatrixXd design(y.cols(), y.rows() + 1);
  Eigen::MatrixXd right(y.cols(), x.rows());
  for (Eigen::Index j = 0; j < y.cols(); ++j) {
    const double root = j == without ? 0 : std::exp(-(y.col(j) - at).squaredNorm() / (2 * h * h));
    design(j, 0) = root;
    design.row(j).tail(y.rows()) = root * (y.col(j) - at).transpose();
    right.row(j) = root * x.col(j).transpose();
  }
  return design.colPivHouseholderQr().solve(right).row(0);
}

}  // namespace

TEST_CASE("a row is that of weighted least squares", "[local_linear]") {
  const Eigen::MatrixXd y = normal(2, 40, 1);
  const Eigen::MatrixXd x = normal(5, 40, 2);
  const Eigen::MatrixXd at = normal(2, 6, 3);
  const std::vector<int> group = numbers(40);
  const LocalLinear regression(y, x, {group.data(), group.size()});
  const std::vector<double> h = {1.5, 2, 1.2, 3, 2.5, 1.8};
  const std::vector<int> none(6, 0);
  const Eigen::MatrixXd rows = regression.run(at, h, none, lapscale::Runtime());
  const std::vector<int> out = {3, 1, 7, 40, 9, 2};
  const Eigen::MatrixXd without = regression.run(at, h, out, lapscale::Runtime());
  for (Eigen::Index q = 0; q < 6; ++q) {
    const auto number = static_cast<std::size_t>(q);
    REQUIRE((rows.col(q) - slow(y, x, at.col(q), h[number])).cwiseAbs().maxCoeff() < 1e-6);
    REQUIRE((without.col(q) - slow(y, x, at.col(q), h[number], out[number] - 1))
                .cwiseAbs()
                .maxCoeff() < 1e-6);
  }
  lapscale::Runtime threads;
  threads.executor = tests::Threads(3);
  REQUIRE(regression.run(at, h, none, threads) == rows);
}

TEST_CASE("linear data come back, also from coordinates that lie on a line", "[local_linear]") {
  Eigen::MatrixXd y = normal(3, 30, 1);
  y.row(2) = y.row(0) - 2 * y.row(1);
  const Eigen::MatrixXd map = normal(4, 3, 2);
  const Eigen::MatrixXd x = map * y;
  const std::vector<int> group = numbers(30);
  const LocalLinear regression(y, x, {group.data(), group.size()});
  const Eigen::MatrixXd at = y.leftCols(4) * 1.1;
  const std::vector<double> h(4, 1.5);
  const std::vector<int> none(4, 0);
  const Eigen::MatrixXd rows = regression.run(at, h, none, lapscale::Runtime());
  REQUIRE((rows - map * at).cwiseAbs().maxCoeff() < 1e-7);
}

TEST_CASE("where no point is near there is no row", "[local_linear]") {
  const Eigen::MatrixXd y = normal(1, 10, 1);
  const std::vector<int> group = numbers(10);
  const LocalLinear regression(y, y, {group.data(), group.size()});
  const Eigen::MatrixXd at = Eigen::MatrixXd::Constant(1, 1, 1e6);
  const std::vector<int> none(1, 0);
  REQUIRE(std::isnan(regression.run(at, {1.0}, none, lapscale::Runtime())(0, 0)));
}
