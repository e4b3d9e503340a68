#include "lapscale/graph/cell_walk.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/linalg/coarse_eigenpairs.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::HeatProduct;
using lapscale::PointIndex;
using lapscale::Runtime;

namespace {

struct Walk {
  HeatProduct product;
  Eigen::VectorXd base;
};

Walk walk_of(const PointIndex& index, double h) {
  const auto n = static_cast<Eigen::Index>(index.size());
  const double unit = index.frame().to_unit(h);
  std::vector<double> scale(index.size(), 1.0);
  const Eigen::VectorXd degree =
      HeatProduct(index, unit, 3.7, false, scale).times(Eigen::MatrixXd::Ones(n, 1), Runtime());
  for (Eigen::Index i = 0; i < n; ++i) {
    scale[static_cast<std::size_t>(i)] = 1 / std::sqrt(degree[i]);
  }
  return {HeatProduct(index, unit, 3.7, false, scale), degree.cwiseSqrt().normalized()};
}

}  // namespace

TEST_CASE("cells give the eigenpairs of all weights in a dozen products, on any executor",
          "[cell_walk]") {
  const tests::Points points = tests::sphere(1500, 1);
  const PointIndex index(points.view(), Runtime());
  const Walk walk = walk_of(index, 0.22);
  const auto solve = [&](const Runtime& runtime) {
    const auto cells = lapscale::cell_walk(walk.product, walk.base, 10, runtime);
    REQUIRE(cells.has_value());
    return lapscale::coarse_eigenpairs(walk.product.as_operator(runtime), *cells, walk.base, 5,
                                       {1e-8, 1, 25, false}, runtime);
  };
  const auto pairs = solve(Runtime());
  REQUIRE(pairs.has_value());
  const Eigen::MatrixXd m = walk.product.times(Eigen::MatrixXd::Identity(1500, 1500), Runtime());
  const Eigen::VectorXd exact = tests::dense_spectrum(m);
  CHECK((pairs->values - exact.head(5)).cwiseAbs().maxCoeff() < 1e-11);
  CHECK(pairs->residuals.maxCoeff() <= 1e-8);
  CHECK(solve(tests::on(tests::Threads(3)))->vectors == pairs->vectors);
}

TEST_CASE("there are no cells where a factor costs too much, or skeletons are quicker",
          "[cell_walk]") {
  const auto is_none = [](const tests::Points& points, double h, double seconds) {
    const PointIndex index(points.view(), Runtime());
    const Walk walk = walk_of(index, h);
    return !lapscale::cell_walk(walk.product, walk.base, seconds, Runtime()).has_value();
  };
  const tests::Points points = tests::sphere(1000, 1);
  CHECK(is_none(points, 1.5, 10));
  CHECK(is_none(points, 0.3, 1e-9));
  CHECK(!is_none(points, 0.3, 10));
}
