#include "lapscale/points/point_index.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <variant>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::AlignedBuffer;
using lapscale::block_width;
using lapscale::leaf_size;
using lapscale::panel_width;
using lapscale::PointIndex;
using lapscale::PointView;
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
  AlignedBuffer unused;
  REQUIRE(index.leaf_panels(1, 1, unused) == index.leaf_panels(0, 1, unused) + leaf_size * 2);
  const double* panels = index.leaf_panels(0, 3, unused);
  REQUIRE(unused.size() == 0);
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

namespace {

// Corner after corner of a box, as doubles.
std::vector<double> corners_of(const lapscale::AnyBox& box, std::size_t dim) {
  return std::visit(
      [&](const auto& own) { return std::vector<double>(own.lower, own.lower + 2 * dim); }, box);
}

void require_same(const PointIndex& disk, const PointIndex& memory) {
  const std::size_t dim = memory.dim();
  REQUIRE(disk.dim() == dim);
  REQUIRE(disk.frame().origin == memory.frame().origin);
  REQUIRE(disk.frame().exponent == memory.frame().exponent);
  REQUIRE(disk.tree().order() == memory.tree().order());
  bool same = true;
  for (std::size_t position = 0; position < memory.size(); ++position) {
    REQUIRE(disk.row_of(position) == memory.row_of(position));
    REQUIRE(disk.position_of(position) == memory.position_of(position));
    for (std::size_t k = 0; k < dim; ++k) {
      same = same && disk.coordinate(position, k) == memory.coordinate(position, k);
    }
  }
  REQUIRE(same);
  for (std::size_t node = 0; node < memory.tree().nodes().size(); ++node) {
    REQUIRE(corners_of(disk.tree().box(node), dim) == corners_of(memory.tree().box(node), dim));
  }
  AlignedBuffer scratch;
  for (std::size_t leaf = 0; leaf < memory.tree().n_leaves(); leaf += 3) {
    const std::size_t count = std::min<std::size_t>(3, memory.tree().n_leaves() - leaf);
    const double* a = disk.leaf_panels(leaf, count, scratch);
    const double* b = memory.leaf_panels(leaf, count, scratch);
    REQUIRE(std::equal(a, a + count * leaf_size * dim, b));
  }
}

bool has_float_boxes(const PointIndex& index) {
  return std::holds_alternative<lapscale::BoxOf<float>>(index.tree().box(0));
}

}  // namespace

TEST_CASE("points on the disk make the same index, however they come in blocks", "[point_index]") {
  Points points = tests::moved(tests::normal_cloud(1000, 5, 1), 1e7, -3e9);
  for (std::size_t k = 0; k < 5; ++k) points.at(17, k) = points.at(500, k);
  const PointIndex memory(points.view(), lapscale::Runtime());
  for (const std::size_t size : {7U, 1000U}) {
    const PointIndex disk = tests::paged(points, size);
    require_same(disk, memory);
    REQUIRE_FALSE(has_float_boxes(disk));
  }
}

TEST_CASE("floats on the disk make the index of the same doubles", "[point_index]") {
  // From 512 columns on points stay in the order of their rows.
  for (const std::size_t dim : {5U, 600U}) {
    Points points = tests::moved(tests::normal_cloud(500, dim, 2), 10, 1000);
    for (double& x : points.x) x = static_cast<double>(static_cast<float>(x));
    const PointIndex disk = tests::paged(points, 300, true);
    REQUIRE(has_float_boxes(disk));
    require_same(disk, PointIndex(points.view(), lapscale::Runtime()));
    // One number that is no float, late.
    points.at(450, dim - 1) = 1000.1;
    const PointIndex wide = tests::paged(points, 300, true);
    REQUIRE_FALSE(has_float_boxes(wide));
    require_same(wide, PointIndex(points.view(), lapscale::Runtime()));
  }
}
