#include "lapscale/graph/cell_groups.hpp"

#include <catch.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"

using lapscale::CellGroups;
using lapscale::PointIndex;
using lapscale::Runtime;

TEST_CASE("no group is wider than the limit, and leaves come in order", "[cell_groups]") {
  const tests::Points points = tests::sphere(700, 1);
  const PointIndex index(points.view(), Runtime());
  for (const double width : {0.05, 0.3, 0.8}) {
    const double limit = index.frame().to_unit(width);
    const CellGroups cells(index, limit);
    const lapscale::Groups groups = cells.by_row();
    REQUIRE(groups.count == cells.count());
    for (std::size_t g = 0; g < cells.count(); ++g) {
      std::vector<double> low(3, 1e300);
      std::vector<double> high(3, -1e300);
      std::size_t size = 0;
      for (std::size_t i = 0; i < index.size(); ++i) {
        if (cells.of_position()[i] != static_cast<int>(g)) continue;
        REQUIRE(groups.of[index.row_of(i)] == static_cast<int>(g));
        ++size;
        for (std::size_t k = 0; k < 3; ++k) {
          low[k] = std::min(low[k], index.coordinate(i, k));
          high[k] = std::max(high[k], index.coordinate(i, k));
        }
      }
      double sq_size = 0;
      for (std::size_t k = 0; k < 3; ++k) sq_size += (high[k] - low[k]) * (high[k] - low[k]);
      CHECK(size > 0);
      CHECK(sq_size <= limit * limit * (1 + 1e-12));
    }
    for (std::size_t i = lapscale::leaf_size; i < index.size(); ++i) {
      const std::size_t before = i / lapscale::leaf_size * lapscale::leaf_size - 1;
      CHECK(cells.of_position()[i] >= cells.of_position()[before]);
    }
  }
}

TEST_CASE("points that coincide are one group", "[cell_groups]") {
  tests::Points points = tests::sphere(70, 1);
  for (double& x : points.x) x = 0.5;
  const PointIndex index(points.view(), Runtime());
  CHECK(CellGroups(index, 0).count() == 1);
}
