#include "lapscale/points/panel_points.hpp"

#include <catch.h>

#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"

using lapscale::block_width;
using lapscale::PanelPoints;
using lapscale::PointIndex;
using lapscale::Runtime;

TEST_CASE("products with points and back are those of the definition", "[panel_points]") {
  const tests::Points points = tests::normal_cloud(45, 7, 1);
  const PointIndex index(points.view(), Runtime());
  const PanelPoints panels(index);
  std::vector<double> a(2 * block_width * points.n);
  tests::Draw draw(2);
  for (double& value : a) value = draw.normal();
  lapscale::AlignedBuffer out;
  panels.apply(Runtime().kernels(), a.data(), 2, out);
  for (std::size_t c = 0; c < 2 * block_width; ++c) {
    const auto in = [&](std::size_t j) {
      return a[c / block_width * points.n * block_width + j * block_width + c % block_width];
    };
    for (std::size_t i = 0; i < points.n; ++i) {
      double exact = 0;
      for (std::size_t j = 0; j < points.n; ++j) {
        for (std::size_t k = 0; k < points.dim; ++k) {
          exact += index.coordinate(i, k) * index.coordinate(j, k) * in(j);
        }
      }
      REQUIRE(out[c * lapscale::padded(points.n) + i] == Approx(exact).margin(1e-12));
    }
  }
}

TEST_CASE("points are packed where their coordinates are few", "[panel_points]") {
  const PointIndex few(tests::normal_cloud(45, 7, 1).view(), Runtime());
  const PointIndex many(tests::normal_cloud(45, 30, 1).view(), Runtime());
  REQUIRE(lapscale::fewer_coordinates(few));
  REQUIRE_FALSE(lapscale::fewer_coordinates(many));
}
