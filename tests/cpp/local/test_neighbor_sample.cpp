#include "lapscale/local/neighbor_sample.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/neighbors/adjacency.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::LogBins;
using lapscale::Neighborhood;
using lapscale::NeighborSample;
using lapscale::panel_width;
using lapscale::PointIndex;
using lapscale::WeightedPoints;

namespace {

// One neighborhood of 2000 points with its weights at h = 0.3.
struct Problem {
  PointIndex index;
  Neighborhood near;
  std::vector<double> weight;

  Problem() : index(tests::uniform_cube(2000, 2, 1).view(), lapscale::Runtime()) {
    std::vector<lapscale::Neighbor> found;
    lapscale::NeighborSearch(index, nullptr, lapscale::Runtime()).find(9, tests::infinity, found);
    near.assign(index, 9, found, LogBins(1e-6, 3));
    weight.resize(near.stride());
    lapscale::Runtime().kernels().heat_weights(near.sq_dist(), near.stride(), 1 / 0.09,
                                               tests::infinity, weight.data());
  }

  double total() const {
    double sum = 0;
    for (const double w : weight) sum += w;
    return sum;
  }
  WeightedPoints draw(NeighborSample& sample, std::size_t centre = 9) const {
    return sample.draw(lapscale::Runtime().kernels(), near, centre, weight.data(), near.stride());
  }
};

std::vector<std::size_t> drawn(const WeightedPoints& points) {
  return {points.order, points.order + points.size};
}

}  // namespace

TEST_CASE("up to the limit all points come as they are", "[neighbor_sample]") {
  const Problem problem;
  NeighborSample sample({2000, 1});
  const WeightedPoints points = problem.draw(sample);
  REQUIRE(points.order == nullptr);
  REQUIRE(points.size == 2000);
  REQUIRE(points.weight == problem.weight.data());
  REQUIRE(points.offset == problem.near.offset(0));
}

TEST_CASE("drawn points are distinct and carry their own coordinates and weights",
          "[neighbor_sample]") {
  const Problem problem;
  NeighborSample sample({300, 2});
  const WeightedPoints points = problem.draw(sample);
  REQUIRE(points.count % panel_width == 0);
  const double chance = 300 / problem.total();
  bool right = true;
  for (std::size_t i = 0; i < points.count; ++i) {
    if (i >= points.size) {
      right = right && points.weight[i] == 0 && points.kernel[i] == 0;
      continue;
    }
    const std::size_t j = points.order[i];
    right = right && (i == 0 || j > points.order[i - 1]);
    right = right && points.kernel[i] == problem.weight[j];
    right = right && std::abs(points.weight[i] * std::min(1.0, chance * problem.weight[j]) /
                                  problem.weight[j] -
                              1) < 1e-12;
    for (std::size_t k = 0; k < 2; ++k) {
      right = right && points.offset[k * points.stride + i] == problem.near.offset(k)[j];
    }
  }
  REQUIRE(right);
}

TEST_CASE("about as many points come as the limit says", "[neighbor_sample]") {
  const Problem problem;
  for (const std::size_t limit : {1U, 10U, 300U, 1999U}) {
    NeighborSample sample({limit, 3});
    const WeightedPoints points = problem.draw(sample);
    double expected = 0;
    const double chance = static_cast<double>(limit) / problem.total();
    for (const double w : problem.weight) expected += std::min(1.0, chance * w);
    REQUIRE(std::abs(static_cast<double>(points.size) - expected) <= 1);
    REQUIRE(points.size >= 1);
  }
}

// Horvitz and Thompson: the raised weights give sums that are right on average.
TEST_CASE("sums over draws are unbiased, with the error that is promised", "[neighbor_sample]") {
  const Problem problem;
  double exact = 0;
  for (std::size_t j = 0; j < 2000; ++j) exact += problem.weight[j] * problem.near.sq_dist()[j];
  constexpr int draws = 400;
  constexpr std::size_t limit = 100;
  NeighborSample sample({limit, 4});
  double mean = 0;
  double square = 0;
  for (std::size_t centre = 0; centre < draws; ++centre) {
    const WeightedPoints points = problem.draw(sample, centre);
    double sum = 0;
    for (std::size_t i = 0; i < points.size; ++i) {
      sum += points.weight[i] * problem.near.sq_dist()[points.order[i]];
    }
    mean += (sum / exact - 1) / draws;
    square += (sum / exact - 1) * (sum / exact - 1) / draws;
  }
  REQUIRE(std::sqrt(square) < std::sqrt(2.0 / limit));
  REQUIRE(std::abs(mean) < 4 * std::sqrt(square / draws));
}

TEST_CASE("a draw depends on its seed and center alone", "[neighbor_sample]") {
  const Problem problem;
  NeighborSample one({200, 5});
  NeighborSample same({200, 5});
  NeighborSample other({200, 6});
  const std::vector<std::size_t> first = drawn(problem.draw(one));
  REQUIRE(drawn(problem.draw(one, 10)) != first);
  REQUIRE(drawn(problem.draw(one)) == first);
  REQUIRE(drawn(problem.draw(same)) == first);
  REQUIRE(drawn(problem.draw(other)) != first);
}

TEST_CASE("lists are drawn so that sums over them are right, and of near centers much alike",
          "[neighbor_sample]") {
  const PointIndex index(tests::uniform_cube(3000, 2, 8).view(), lapscale::Runtime());
  lapscale::NeighborSearch search(index, nullptr, lapscale::Runtime());
  const lapscale::SimdKernels kernels = lapscale::Runtime().kernels();
  const double rate = 1 / (0.2 * 0.2);
  std::vector<lapscale::Neighbor> all;
  search.find(7, tests::infinity, all);
  double degree = 0;
  double exact = 0;
  for (const lapscale::Neighbor& j : all) {
    degree += std::exp(-rate * j.sq_dist);
    exact += std::exp(-rate * j.sq_dist) * j.sq_dist;
  }
  constexpr int draws = 200;
  double mean = 0;
  double square = 0;
  for (int draw = 0; draw < draws; ++draw) {
    lapscale::NeighborLists near;
    near[0] = all;
    search.find(8, tests::infinity, near[1]);
    near[2].assign(all.begin(), all.begin() + 100);
    NeighborSample sample({100, static_cast<std::uint64_t>(draw)});
    for (const std::size_t q : {0U, 1U, 2U}) sample.draw(kernels, rate, 7 + q % 2, q, near);
    REQUIRE(near[2].size() == 100);
    REQUIRE(near.raise[2].empty());
    REQUIRE(std::any_of(near[0].begin(), near[0].end(),
                        [](const lapscale::Neighbor& neighbor) { return neighbor.point == 7; }));
    REQUIRE(near.degree[0] == Approx(degree).epsilon(1e-12));
    REQUIRE(near.raise[0].size() == near[0].size());
    double sum = 0;
    std::size_t shared = 0;
    for (std::size_t j = 0; j < near[0].size(); ++j) {
      const lapscale::Neighbor& neighbor = near[0][j];
      sum += near.raise[0][j] * std::exp(-rate * neighbor.sq_dist) * neighbor.sq_dist;
      shared += static_cast<std::size_t>(std::count_if(
          near[1].begin(), near[1].end(),
          [&](const lapscale::Neighbor& other) { return other.point == neighbor.point; }));
    }
    REQUIRE(2 * shared > near[0].size());
    mean += (sum / exact - 1) / draws;
    square += (sum / exact - 1) * (sum / exact - 1) / draws;
  }
  REQUIRE(std::sqrt(square) < 1.5 * std::sqrt(2.0 / 100));
  REQUIRE(std::abs(mean) < 4 * std::sqrt(square / draws));
}
