#include "lapscale/graph/skeleton_start.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/threads.hpp"

using lapscale::HeatProduct;
using lapscale::PointIndex;
using lapscale::Runtime;
using lapscale::SkeletonStart;
using tests::Points;

namespace {

// s that makes the weights of a walk.
std::vector<double> walk_scale(const PointIndex& index, double bandwidth, double cutoff) {
  const auto n = static_cast<Eigen::Index>(index.size());
  std::vector<double> scale(index.size(), 1.0);
  const Eigen::MatrixXd degree = HeatProduct(index, bandwidth, cutoff, true, scale)
                                     .times(Eigen::MatrixXd::Ones(n, 1), Runtime());
  for (std::size_t i = 0; i < scale.size(); ++i) {
    scale[i] = 1 / std::sqrt(degree(static_cast<Eigen::Index>(i), 0));
  }
  return scale;
}

}  // namespace

TEST_CASE("a start from skeletons is near the eigenvectors, on any executor", "[skeleton_start]") {
  const Points points = tests::sphere(3000, 1);
  const PointIndex index(points.view(), Runtime());
  const double bandwidth = index.frame().to_unit(0.45);
  const HeatProduct product(index, bandwidth, 3.7, true, walk_scale(index, bandwidth, 3.7));
  const Eigen::MatrixXd start = SkeletonStart(product, false, Runtime()).block(16, 5, -0.01, 300);
  lapscale::FilteredSubspace search(product.as_operator(Runtime()), -0.01, start);
  CHECK(search.solve(5, 1e-9, 1).residuals.maxCoeff() < 2e-5);
  Runtime threaded;
  threaded.executor = tests::Threads(3);
  CHECK(SkeletonStart(product, false, threaded).block(16, 5, -0.01, 300) == start);
}

TEST_CASE("without a small skeleton there is no start", "[skeleton_start]") {
  const auto is_none = [](const Points& points, double h, double cutoff) {
    const PointIndex index(points.view(), Runtime());
    const double bandwidth = index.frame().to_unit(h);
    const HeatProduct product(index, bandwidth, cutoff, true, walk_scale(index, bandwidth, cutoff));
    return SkeletonStart(product, false, Runtime()).block(16, 5, -1, 100).cols() == 0;
  };
  CHECK(is_none(tests::sphere(2000, 1), 0.4, 2));
  CHECK(is_none(tests::uniform_cube(1000, 10, 1), 0.2, 3.7));
  CHECK(is_none(tests::sphere(2000, 1), 1e4, 3.7));
}
