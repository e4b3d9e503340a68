#include "lapscale/graph/grouped_weights.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/threads.hpp"

using lapscale::CellGroups;
using lapscale::GroupedWeights;
using lapscale::HeatProduct;
using lapscale::PointIndex;
using lapscale::Runtime;

TEST_CASE("sums between cells are those of the products, on any executor", "[grouped_weights]") {
  const tests::Points points = tests::sphere(500, 1);
  const PointIndex index(points.view(), Runtime());
  const double h = index.frame().to_unit(0.3);
  const auto n = static_cast<Eigen::Index>(index.size());
  std::vector<double> scale(index.size());
  Eigen::VectorXd share(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    scale[static_cast<std::size_t>(i)] = 1.5 + std::sin(static_cast<double>(i));
    share[i] = 1.5 + std::cos(static_cast<double>(i));
  }
  for (const bool self_loops : {false, true}) {
    const HeatProduct product(index, h, 3, self_loops, scale);
    // Parts of leaves; leaves; several leaves.
    for (const double width : {0.5, 1.5, 4.0}) {
      const CellGroups cells(index, width * h);
      const lapscale::Groups groups = cells.by_row();
      Eigen::MatrixXd p = Eigen::MatrixXd::Zero(n, static_cast<Eigen::Index>(groups.count));
      for (Eigen::Index i = 0; i < n; ++i) {
        p(i, groups.of[static_cast<std::size_t>(i)]) = share[i];
      }
      const Eigen::MatrixXd exact = p.transpose() * product.times(p, Runtime());
      const lapscale::GroupedMatrix sums = GroupedWeights(product, cells, share).run(Runtime());
      CHECK((Eigen::MatrixXd(sums) - exact).norm() < 1e-12 * exact.norm());
      const lapscale::GroupedMatrix threaded =
          GroupedWeights(product, cells, share).run(tests::on(tests::Threads(3)));
      CHECK(Eigen::MatrixXd(threaded) == Eigen::MatrixXd(sums));
    }
  }
}
