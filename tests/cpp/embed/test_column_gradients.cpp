#include "lapscale/embed/column_gradients.hpp"

#include <catch.h>

#include "support/manifolds.hpp"
#include "support/threads.hpp"

namespace {

Eigen::MatrixXd normal_matrix(Eigen::Index rows, Eigen::Index columns, std::uint64_t seed) {
  tests::Draw draw(seed);
  Eigen::MatrixXd m(rows, columns);
  for (Eigen::Index i = 0; i < m.size(); ++i) m.data()[i] = draw.normal();
  return m;
}

// The gradient by the singular values of the centered points, m x p.
Eigen::MatrixXd oracle_gradients(Eigen::MatrixXd points, Eigen::MatrixXd f, Eigen::Index d) {
  points.rowwise() -= points.colwise().mean().eval();
  f.rowwise() -= f.colwise().mean().eval();
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(points, Eigen::ComputeThinU | Eigen::ComputeThinV);
  return svd.matrixV().leftCols(d) * svd.singularValues().head(d).cwiseInverse().asDiagonal() *
         svd.matrixU().leftCols(d).transpose() * f;
}

Eigen::MatrixXd with_point(const Eigen::MatrixXd& difference) {
  Eigen::MatrixXd points = Eigen::MatrixXd::Zero(difference.cols() + 1, difference.rows());
  points.bottomRows(difference.cols()) = difference.transpose();
  return points;
}

}  // namespace

TEST_CASE("gradients are those of least squares in the tangent plane", "[column_gradients]") {
  for (const Eigen::Index p : {3, 40}) {
    const Eigen::MatrixXd difference = normal_matrix(p, 12, 1);
    const Eigen::MatrixXd rise = normal_matrix(13, 2, 2);
    const Eigen::MatrixXd found = lapscale::tangent_gradients(difference, rise, 2);
    const Eigen::MatrixXd expected = oracle_gradients(with_point(difference), rise, 2);
    REQUIRE((found - expected).norm() < 1e-12 * expected.norm());
  }
}

TEST_CASE("a linear function on a plane has its slope, and copies of a point none",
          "[column_gradients]") {
  const Eigen::MatrixXd basis =
      Eigen::HouseholderQR<Eigen::MatrixXd>(normal_matrix(6, 2, 3)).householderQ() *
      Eigen::MatrixXd::Identity(6, 2);
  const Eigen::MatrixXd difference = basis * normal_matrix(2, 9, 4);
  const Eigen::VectorXd slope = basis * Eigen::Vector2d(2, -1);
  const Eigen::MatrixXd rise = with_point(difference) * slope;
  REQUIRE((lapscale::tangent_gradients(difference, rise, 2) - slope).norm() < 1e-12);
  const Eigen::MatrixXd none =
      lapscale::tangent_gradients(Eigen::MatrixXd::Zero(6, 9), Eigen::MatrixXd::Zero(10, 1), 2);
  REQUIRE(none.norm() == 0);
}

TEST_CASE("sums over points take masses, and are the same for any number of threads",
          "[column_gradients][threads]") {
  const std::size_t n = 90;
  const Eigen::MatrixXd x = normal_matrix(3, 90, 5);
  const Eigen::MatrixXd f = normal_matrix(2, 90, 6);
  std::vector<std::size_t> begin{0};
  std::vector<std::size_t> index;
  std::vector<double> mass;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 1; j <= 7; ++j) index.push_back((i + 5 * j) % n);
    begin.push_back(index.size());
    mass.push_back(1 + static_cast<double>(i % 3));
  }
  const auto sums = [&](const lapscale::Runtime& runtime) {
    return lapscale::column_gradients(x, f, {begin.data(), begin.size()},
                                      {index.data(), index.size()}, {mass.data(), mass.size()}, 2,
                                      runtime);
  };
  const lapscale::ColumnGradients one = sums({});
  lapscale::ColumnGradients expected{Eigen::MatrixXd::Zero(3, 2), Eigen::MatrixXd::Zero(3, 2),
                                     Eigen::MatrixXd::Zero(3, 2)};
  for (std::size_t i = 0; i < n; ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    Eigen::MatrixXd difference(3, 7);
    Eigen::MatrixXd values(8, 2);
    values.row(0) = f.col(at).transpose();
    for (Eigen::Index j = 0; j < 7; ++j) {
      const auto to = static_cast<Eigen::Index>((i + 5 * static_cast<std::size_t>(j + 1)) % n);
      difference.col(j) = x.col(to) - x.col(at);
      values.row(j + 1) = f.col(to).transpose();
    }
    const Eigen::MatrixXd gradient = oracle_gradients(with_point(difference), values, 2);
    expected.squares += mass[i] * gradient.cwiseAbs2();
    expected.values += mass[i] * gradient;
    expected.moduli += mass[i] * gradient.cwiseAbs();
  }
  REQUIRE((one.squares - expected.squares).norm() < 1e-10 * expected.squares.norm());
  REQUIRE((one.values - expected.values).norm() < 1e-10 * expected.moduli.norm());
  REQUIRE((one.moduli - expected.moduli).norm() < 1e-10 * expected.moduli.norm());
  lapscale::Runtime threaded;
  threaded.executor = tests::Threads(3);
  REQUIRE(sums(threaded).squares == one.squares);
}
