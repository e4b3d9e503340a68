#include "lapscale/points/deflated_distances.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "lapscale/select/bandwidth_range.hpp"
#include "support/manifolds.hpp"

using lapscale::block_width;
using lapscale::DeflatedDistances;
using lapscale::PointIndex;
using lapscale::Runtime;
using lapscale::SquaredDistances;

TEST_CASE("the noise of both ends is taken off, but not all of a distance", "[deflated]") {
  const tests::Points points = tests::normal_cloud(70, 3, 1);
  const PointIndex index(points.view(), Runtime());
  std::vector<double> noise;
  for (std::size_t i = 0; i < points.n; ++i) noise.push_back(1e-3 * static_cast<double>(i % 7));
  const PointIndex deflated = DeflatedDistances::index(index, noise, Runtime());
  REQUIRE_FALSE(deflated.has_coordinates());
  const SquaredDistances raw(index, Runtime());
  const SquaredDistances found(deflated, Runtime());
  double total = 0;
  for (std::size_t i = 0; i < points.n; ++i) {
    for (std::size_t j = 0; j < points.n; ++j) {
      const double s = raw(index.position_of(i), index.position_of(j));
      const double wanted = i == j ? 0 : std::max(s - noise[i] - noise[j], s / 1000);
      REQUIRE(found(deflated.position_of(i), deflated.position_of(j)) ==
              Approx(wanted).margin(1e-15));
      total += wanted;
    }
  }
  const double pairs = 70.0 * 69.0;
  REQUIRE(lapscale::rms_distance(deflated) == Approx(std::sqrt(total / pairs)));
}

TEST_CASE("in few columns they are nearly those of points", "[deflated]") {
  const tests::Points points = tests::normal_cloud(70, 3, 1);
  const PointIndex index(points.view(), Runtime());
  // So much that some pairs come to a thousandth.
  std::vector<double> noise;
  for (std::size_t i = 0; i < points.n; ++i) noise.push_back(2e-3 * static_cast<double>(i % 9));
  const DeflatedDistances deflated(index, noise, Runtime());
  const lapscale::NearlyEuclidean* near = deflated.nearly_euclidean();
  REQUIRE(near != nullptr);
  REQUIRE(near->dim == 3);
  std::vector<std::uint32_t> all(70);
  std::iota(all.begin(), all.end(), 0U);
  std::vector<double> found(block_width * 70);
  std::size_t exceeding = 0;
  for (std::size_t i = 0; i < points.n; ++i) {
    const std::size_t query[block_width] = {i, i, i, i};
    deflated.sq_distances(deflated, query, nullptr, all.data(), 70, 70, found.data());
    std::vector<double> excess(points.n, 0.0);
    for (const lapscale::PairExcess::Entry& e : near->excess.of(i)) {
      REQUIRE(e.value > 0);
      excess[e.other] += e.value;
      exceeding += e.other != i ? 1 : 0;
    }
    for (std::size_t j = 0; j < points.n; ++j) {
      double sum = excess[j] - noise[i] - noise[j];
      for (std::size_t k = 0; k < 3; ++k) {
        const double gap = near->x[3 * i + k] - near->x[3 * j + k];
        sum += gap * gap;
      }
      REQUIRE(found[j] == Approx(sum).margin(1e-14));
    }
  }
  REQUIRE(exceeding > 0);
  // Coordinates that are more than distances save nothing, nor do few pairs that are nearly all.
  const PointIndex wide(tests::normal_cloud(70, 40, 1).view(), Runtime());
  REQUIRE(DeflatedDistances(wide, noise, Runtime()).nearly_euclidean() == nullptr);
  const std::vector<double> large(points.n, 1e3);
  REQUIRE(DeflatedDistances(index, large, Runtime()).nearly_euclidean() == nullptr);
}
