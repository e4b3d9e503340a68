#include "lapscale/graph/heat_skeleton.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"

using lapscale::CellSkeleton;
using lapscale::HeatSkeletons;
using lapscale::PointIndex;
using lapscale::Runtime;
using tests::Points;

namespace {

constexpr double sq_bandwidth = 0.09;

// The kernel between points at some positions and at others.
Eigen::MatrixXd kernel(const PointIndex& index, const std::vector<std::size_t>& a,
                       const std::vector<std::size_t>& b) {
  return Eigen::MatrixXd::NullaryExpr(
      static_cast<Eigen::Index>(a.size()), static_cast<Eigen::Index>(b.size()),
      [&](Eigen::Index i, Eigen::Index j) {
        double sq = 0;
        for (std::size_t k = 0; k < index.dim(); ++k) {
          sq += std::pow(index.coordinate(a[static_cast<std::size_t>(i)], k) -
                             index.coordinate(b[static_cast<std::size_t>(j)], k),
                         2);
        }
        return std::exp(-sq / sq_bandwidth);
      });
}

}  // namespace

TEST_CASE("the kernels of a skeleton span those of its cell", "[heat_skeleton]") {
  const Points points = tests::sphere(3000, 1);
  const PointIndex index(points.view(), Runtime());
  std::vector<double> scale(points.n);
  for (std::size_t i = 0; i < points.n; ++i) scale[i] = 1 + 0.5 * std::sin(static_cast<double>(i));
  std::size_t coarse = 0;
  for (const double tolerance : {1e-1, 1e-3}) {
    const HeatSkeletons skeletons(index, {sq_bandwidth, 14}, scale, tolerance);
    std::size_t first = 0;
    std::size_t kept = 0;
    for (std::size_t cell = 0; cell < skeletons.n_cells(); ++cell) {
      const CellSkeleton skeleton = skeletons.skeleton(cell, 1000, Runtime());
      std::vector<std::size_t> all(skeletons.size(cell));
      Eigen::VectorXd s(static_cast<Eigen::Index>(all.size()));
      for (std::size_t i = 0; i < all.size(); ++i) {
        all[i] = first + i;
        s[static_cast<Eigen::Index>(i)] = scale[index.row_of(first + i)];
      }
      const Eigen::MatrixXd inner = kernel(index, skeleton.position, skeleton.position);
      const Eigen::MatrixXd cross = kernel(index, all, skeleton.position);
      const Eigen::MatrixXd t = inner.ldlt().solve(cross.transpose()).transpose();
      for (Eigen::Index i = 0; i < t.rows(); ++i) {
        REQUIRE(1 - t.row(i).dot(cross.row(i)) <= 1.01 * tolerance * tolerance);
      }
      const Eigen::MatrixXd gram = t.transpose() * s.cwiseAbs2().asDiagonal() * t;
      CHECK((skeleton.root * skeleton.root.transpose() - gram).norm() < 1e-6 * gram.norm());
      first += all.size();
      kept += skeleton.position.size();
    }
    CHECK(first == points.n);
    CHECK(kept < points.n);
    CHECK(kept > coarse);
    coarse = kept;
  }
}

TEST_CASE("points that coincide have one skeleton point; no more are taken than asked for",
          "[heat_skeleton]") {
  const Points points = tests::two_places(40, 60, 2, 1);
  const PointIndex index(points.view(), Runtime());
  const std::vector<double> scale(points.n, 1.0);
  const HeatSkeletons skeletons(index, {1e4, 14}, scale, 1e-1);
  REQUIRE(skeletons.n_cells() == 1);
  CHECK(skeletons.skeleton(0, 10, Runtime()).position.size() == 1);
  const HeatSkeletons apart(index, {1e-4, 14}, scale, 1e-1);
  for (std::size_t cell = 0; cell < apart.n_cells(); ++cell) {
    CHECK(apart.skeleton(cell, 1, Runtime()).position.size() == 1);
    CHECK(apart.skeleton(cell, 10, Runtime()).position.size() <= 2);
  }
}
