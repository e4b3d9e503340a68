#include "lapscale/neighbors/triangle_noise.hpp"

#include <catch.h>

#include <cstddef>
#include <vector>

#include "lapscale/neighbors/nearest_neighbors.hpp"
#include "lapscale/points/deflated_distances.hpp"
#include "support/manifolds.hpp"

using lapscale::Adjacency;
using lapscale::PointIndex;
using lapscale::Runtime;
using lapscale::TriangleNoise;

namespace {

Adjacency nearest(const PointIndex& index, std::size_t k) {
  return lapscale::nearest_neighbors(index, k, lapscale::Ties::any, Runtime());
}

double product(const PointIndex& index, std::size_t i, std::size_t j, std::size_t k) {
  double sum = 0;
  for (std::size_t c = 0; c < index.dim(); ++c) {
    const double at = index.coordinate(i, c);
    sum += (index.coordinate(j, c) - at) * (index.coordinate(k, c) - at);
  }
  return sum;
}

}  // namespace

TEST_CASE("the noise of a point is the mean product of two offsets", "[triangle_noise]") {
  const tests::Points points = tests::normal_cloud(60, 5, 1);
  const PointIndex index(points.view(), Runtime());
  const Adjacency lists = nearest(index, 6);
  const std::vector<double> noise = TriangleNoise(index, lists).run(6, Runtime());
  for (std::size_t i = 0; i < index.size(); ++i) {
    double sum = 0;
    for (std::size_t a = 0; a < 6; ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        sum += product(index, i, lists.of(i)[a].point, lists.of(i)[b].point);
      }
    }
    REQUIRE(noise[i] == Approx(sum / 15).margin(1e-12));
  }
}

TEST_CASE("distances alone give the same noise", "[triangle_noise]") {
  const tests::Points points = tests::normal_cloud(50, 4, 2);
  const PointIndex index(points.view(), Runtime());
  const PointIndex alone =
      lapscale::DeflatedDistances::index(index, std::vector<double>(50), Runtime());
  const std::vector<double> noise = TriangleNoise(index, nearest(index, 14)).run(7, Runtime());
  const std::vector<double> same = TriangleNoise(alone, nearest(alone, 14)).run(7, Runtime());
  for (std::size_t row = 0; row < 50; ++row) {
    REQUIRE(same[alone.position_of(row)] == Approx(noise[index.position_of(row)]).margin(1e-12));
  }
}

TEST_CASE("without a second neighbor there is no triangle", "[triangle_noise]") {
  const tests::Points points = tests::normal_cloud(10, 2, 3);
  const PointIndex index(points.view(), Runtime());
  for (const double s : TriangleNoise(index, nearest(index, 1)).run(1, Runtime())) REQUIRE(s == 0);
}
