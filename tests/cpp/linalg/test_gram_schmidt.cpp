#include "lapscale/linalg/gram_schmidt.hpp"

#include <catch.h>

#include <cstddef>
#include <numeric>
#include <vector>

#include "lapscale/runtime/eigen.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::orthonormal_on;

namespace {

Eigen::MatrixXd random_matrix(Eigen::Index n, Eigen::Index k) {
  tests::Draw draw(2);
  return Eigen::MatrixXd::NullaryExpr(n, k, [&] { return draw.normal(); });
}

Eigen::MatrixXd rows_of(const Eigen::MatrixXd& m, const std::vector<std::size_t>& rows) {
  Eigen::MatrixXd part(static_cast<Eigen::Index>(rows.size()), m.cols());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    part.row(static_cast<Eigen::Index>(i)) = m.row(static_cast<Eigen::Index>(rows[i]));
  }
  return part;
}

}  // namespace

// What is done to the columns is the triangular factor of a QR decomposition of the rows.
TEST_CASE("the columns times the inverse triangle of their rows", "[gram_schmidt]") {
  const Eigen::MatrixXd columns = random_matrix(40, 6);
  const std::vector<std::size_t> rows = {3, 0, 17, 39, 8, 21, 22, 30, 11};
  const std::vector<double> count = {1, 2, 0.5, 1, 3, 1, 1, 7, 0.1};
  const Eigen::MatrixXd found = orthonormal_on(rows, columns, count, 0);
  const auto root = Eigen::Map<const Eigen::VectorXd>(count.data(), 9).cwiseSqrt();
  REQUIRE(tests::is_orthonormal(root.asDiagonal() * rows_of(found, rows), 1e-14));
  const Eigen::MatrixXd part = root.asDiagonal() * rows_of(columns, rows);
  const Eigen::MatrixXd triangle = (part.transpose() * part).llt().matrixU();
  const Eigen::MatrixXd expected =
      triangle.triangularView<Eigen::Upper>().solve<Eigen::OnTheRight>(columns);
  REQUIRE((found - expected).norm() < 1e-12);
}

// Ridge regression with a penalty for the column alone, which is 2 in the coefficient of the first.
TEST_CASE("a column that the rows cannot tell apart is penalized", "[gram_schmidt]") {
  Eigen::MatrixXd columns = random_matrix(20, 4);
  const std::vector<std::size_t> rows = {1, 4, 9, 16, 18};
  for (const std::size_t row : rows) {
    const auto at = static_cast<Eigen::Index>(row);
    columns(at, 1) = 2 * columns(at, 0);
  }
  const double small = 1e-3;
  const std::vector<double> once(5, 1);
  const Eigen::MatrixXd found = orthonormal_on(rows, columns, once, small);
  const Eigen::MatrixXd part = rows_of(columns, rows);
  Eigen::MatrixXd normal = part.transpose() * part;
  normal(1, 1) += small * small * 5;
  const Eigen::MatrixXd expected = columns * normal.llt().solve(part.transpose());
  REQUIRE((found * rows_of(found, rows).transpose() - expected).norm() < 1e-8);
}

TEST_CASE("nearly parallel columns stay orthogonal", "[gram_schmidt]") {
  Eigen::MatrixXd columns = random_matrix(200, 5);
  for (Eigen::Index j = 1; j < 5; ++j) columns.col(j) = columns.col(0) + 1e-5 * columns.col(j);
  std::vector<std::size_t> all(200);
  std::iota(all.begin(), all.end(), std::size_t{0});
  const std::vector<double> once(200, 1);
  REQUIRE(tests::is_orthonormal(orthonormal_on(all, columns, once, 0), 1e-13));
  REQUIRE(orthonormal_on(all, columns.leftCols(0), once, 0).size() == 0);
}

TEST_CASE("columns into orthonormal ones and a triangle", "[gram_schmidt]") {
  tests::Draw draw(3);
  const Eigen::MatrixXd columns =
      Eigen::MatrixXd::NullaryExpr(50, 6, [&] { return draw.normal(); });
  Eigen::MatrixXd basis = columns;
  Eigen::MatrixXd triangle(6, 6);
  REQUIRE(lapscale::make_orthonormal(basis, triangle));
  REQUIRE(tests::is_orthonormal(basis, 1e-14));
  REQUIRE((basis * triangle - columns).norm() < 1e-13);
  REQUIRE(triangle.isUpperTriangular());
  basis.col(4) = basis.col(1) - 3 * basis.col(2);
  REQUIRE(!lapscale::make_orthonormal(basis, triangle));
}
