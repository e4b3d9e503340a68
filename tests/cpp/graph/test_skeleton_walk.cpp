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
  const lapscale::SkeletonWalk walk(index, product.kernel(), cells, Runtime());
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
