#include "lapscale/points/point_index.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::block_width;
using lapscale::leaf_size;
using lapscale::panel_width;
using lapscale::PointIndex;
using tests::Points;

TEST_CASE("an index holds the points as its frame gives them, each once", "[point_index]") {
  for (const std::size_t n : {2U, 31U, 32U, 100U, 129U}) {
    const Points points = tests::moved(tests::normal_cloud(n, 3, n), 1e7, -3e9);
    const PointIndex index(points.view(), lapscale::Runtime());
    const std::vector<double> z = lapscale::coordinates_in(index.frame(), points.view());
    REQUIRE(index.size() == n);
    REQUIRE(index.dim() == 3);
    for (std::size_t i = 0; i < n; ++i) {
      REQUIRE(index.row_of(index.position_of(i)) == i);
      for (std::size_t k = 0; k < 3; ++k) {
        REQUIRE(index.coordinate(index.position_of(i), k) == z[3 * i + k]);
      }
    }
  }
}

TEST_CASE("panels follow each other and end in infinity", "[point_index]") {
  const Points points = tests::uniform_cube(70, 2, 1);
  const PointIndex index(points.view(), lapscale::Runtime());
  REQUIRE(index.n_panels() == 5);
  REQUIRE(index.leaf_panels(1) == index.leaf_panels(0) + leaf_size * 2);
  const double* panels = index.leaf_panels(0);
  for (std::size_t position = 0; position < 3 * leaf_size; ++position) {
    for (std::size_t k = 0; k < 2; ++k) {
      const double x =
          panels[(position / panel_width * 2 + k) * panel_width + position % panel_width];
      REQUIRE(x == (position < 70 ? index.coordinate(position, k) : tests::infinity));
    }
  }
}

TEST_CASE("a block repeats its first point where points are missing", "[point_index]") {
  const Points points = tests::uniform_cube(40, 3, 2);
  const PointIndex index(points.view(), lapscale::Runtime());
  const std::vector<std::size_t> position = {7, 39, 0};
  std::vector<double> block(3 * block_width);
  index.pack_block(position.data(), position.size(), block.data());
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t q = 0; q < block_width; ++q) {
      REQUIRE(block[k * block_width + q] == index.coordinate(q < 3 ? position[q] : 7, k));
    }
  }
}

TEST_CASE("the same points in another unit make the same index", "[point_index]") {
  const Points points = tests::sphere(200, 3);
  const PointIndex index(points.view(), lapscale::Runtime());
  const PointIndex scaled(tests::moved(points, std::ldexp(1.0, 333), 0).view(),
                          tests::on(tests::backwards));
  REQUIRE(tests::points_of(index).x == tests::points_of(scaled).x);
  REQUIRE(index.tree().order() == scaled.tree().order());
}
