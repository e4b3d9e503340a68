#include "lapscale/graph/skeleton_walk.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/graph/heat_product.hpp"
#include "support/manifolds.hpp"

using lapscale::CellSkeleton;
using lapscale::PointIndex;
using lapscale::Runtime;
using tests::Points;

TEST_CASE("the walk on a skeleton has the eigenvalues and vectors of the graph",
          "[skeleton_walk]") {
  const Points points = tests::sphere(1500, 1);
  const auto n = static_cast<Eigen::Index>(points.n);
  const PointIndex index(points.view(), Runtime());
  const double bandwidth = index.frame().to_unit(0.4);
  const Eigen::MatrixXd ones = Eigen::MatrixXd::Ones(n, 1);
  std::vector<double> scale(points.n, 1.0);
  const Eigen::MatrixXd degree =
      lapscale::HeatProduct(index, bandwidth, 3.7, true, scale).times(ones, Runtime());
  for (std::size_t i = 0; i < points.n; ++i) {
    scale[i] = 1 / std::sqrt(degree(static_cast<Eigen::Index>(i), 0));
  }
  const lapscale::HeatProduct product(index, bandwidth, 3.7, true, scale);
  const lapscale::HeatSkeletons skeletons(index, product.kernel(), scale, 1e-4);
  std::vector<CellSkeleton> cells;
  for (std::size_t cell = 0; cell < skeletons.n_cells(); ++cell) {
    cells.push_back(skeletons.skeleton(cell, 500, Runtime()));
  }
  const lapscale::SkeletonWalk walk(index, product.kernel(), cells, false, Runtime());
  const auto m = static_cast<Eigen::Index>(walk.size());
  REQUIRE(m < n);
  const Eigen::MatrixXd matrix = walk.times(Eigen::MatrixXd::Identity(m, m), Runtime());
  CHECK((matrix - matrix.transpose()).norm() < 1e-12 * matrix.norm());
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(matrix);
  Eigen::MatrixXd lifted = Eigen::Map<const Eigen::VectorXd>(scale.data(), n).asDiagonal() *
                           walk.values_at(index, eigen.eigenvectors().rightCols(4), Runtime());
  lifted.colwise().normalize();
  const Eigen::VectorXd values = eigen.eigenvalues().tail(4);
  CHECK(values[3] == Approx(1).epsilon(1e-5));
  const Eigen::MatrixXd image = product.times(lifted, Runtime());
  CHECK((image - lifted * values.asDiagonal()).norm() < 1e-5);
}

TEST_CASE("the walk on a skeleton can be that of the centered weights", "[skeleton_walk]") {
  const Points points = tests::sphere(900, 2);
  const auto n = static_cast<Eigen::Index>(points.n);
  const PointIndex index(points.view(), Runtime());
  // The constant is no eigenvector: weights differ from place to place.
  std::vector<double> scale(points.n);
  for (std::size_t i = 0; i < points.n; ++i) scale[i] = 0.02 + 0.01 * points.at(i, 0);
  const lapscale::HeatProduct product(index, index.frame().to_unit(0.5), 6, true, scale);
  const lapscale::HeatSkeletons skeletons(index, product.kernel(), scale, 1e-5);
  std::vector<CellSkeleton> cells;
  for (std::size_t cell = 0; cell < skeletons.n_cells(); ++cell) {
    cells.push_back(skeletons.skeleton(cell, 500, Runtime()));
  }
  const lapscale::SkeletonWalk walk(index, product.kernel(), cells, true, Runtime());
  const auto m = static_cast<Eigen::Index>(walk.size());
  const Eigen::MatrixXd matrix = walk.times(Eigen::MatrixXd::Identity(m, m), Runtime());
  CHECK((matrix - matrix.transpose()).norm() < 1e-12 * matrix.norm());
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(matrix);

  const Eigen::MatrixXd h = Eigen::MatrixXd::Identity(n, n) -
                            Eigen::MatrixXd::Constant(n, n, 1.0 / static_cast<double>(n));
  const Eigen::MatrixXd centred = h * product.times(h, Runtime());
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> whole(centred);
  const double largest = whole.eigenvalues()[n - 1];
  CHECK((eigen.eigenvalues().tail(6) - whole.eigenvalues().tail(6)).norm() < 1e-6 * largest);
  Eigen::MatrixXd lifted = h * Eigen::Map<const Eigen::VectorXd>(scale.data(), n).asDiagonal() *
                           walk.values_at(index, eigen.eigenvectors().rightCols(6), Runtime());
  lifted.colwise().normalize();
  const Eigen::VectorXd values = eigen.eigenvalues().tail(6);
  CHECK((centred * lifted - lifted * values.asDiagonal()).norm() < 1e-4 * largest);
}
