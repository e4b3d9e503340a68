#include "lapscale/local/block_neighborhoods.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <vector>

#include "support/manifolds.hpp"
#include "support/metrics.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::AlignedBuffer;
using lapscale::BlockNeighborhoods;
using lapscale::EveryPoint;
using lapscale::PackedPoints;
using tests::MetricProblem;

namespace {

// Lists of `count` positions, `apart` from one to the next.
BlockNeighborhoods::Lists lists_of(const MetricProblem& problem, std::size_t count,
                                   std::size_t apart = 1) {
  BlockNeighborhoods::Lists near;
  for (std::size_t q = 0; q < count; ++q) near[q] = problem.near(q * apart);
  return near;
}

}  // namespace

TEST_CASE("few neighbors are gathered, each once, in order of position", "[block_neighborhoods]") {
  const MetricProblem problem(tests::uniform_cube(400, 2, 1), 0.02, 2);
  const EveryPoint everything(problem.index);
  BlockNeighborhoods block(problem.index, everything, lapscale::Runtime().kernels());
  const BlockNeighborhoods::Lists near = lists_of(problem, 3, 130);
  std::set<std::size_t> seen;
  for (std::size_t q = 0; q < 3; ++q) {
    for (const lapscale::Neighbor& neighbor : near[q]) seen.insert(neighbor.point);
  }
  const PackedPoints& gathered = block.gather(3, near);
  REQUIRE(gathered.size() == seen.size());
  REQUIRE(2 * gathered.size() < 400);
  std::size_t place = 0;
  for (const std::size_t position : seen) REQUIRE(block.place(position) == place++);
}

TEST_CASE("neighborhoods that cover much take all points in place", "[block_neighborhoods]") {
  const MetricProblem problem(tests::uniform_cube(60, 2, 2), 1, 5);
  const EveryPoint everything(problem.index);
  BlockNeighborhoods block(problem.index, everything, lapscale::Runtime().kernels());
  REQUIRE(&block.gather(2, lists_of(problem, 2)) == &everything.packed());
  for (std::size_t j = 0; j < 60; ++j) REQUIRE(block.place(j) == j);
}

TEST_CASE("weights are those of the heat kernel in their places, 0 elsewhere",
          "[block_neighborhoods]") {
  for (const double h : {0.02, 0.5}) {
    const MetricProblem problem(tests::uniform_cube(400, 2, 3), h, 2);
    const EveryPoint everything(problem.index);
    for (const lapscale::SimdLevel level : tests::levels()) {
      BlockNeighborhoods block(problem.index, everything, lapscale::simd_kernels(level));
      const BlockNeighborhoods::Lists near = lists_of(problem, 4);
      const std::size_t rows = lapscale::padded(block.gather(4, near).size());
      for (std::size_t q = 0; q < 4; ++q) {
        AlignedBuffer weight;
        block.weigh(near[q], 1 / (problem.bandwidth * problem.bandwidth), rows, weight);
        std::vector<double> expected(rows, 0.0);
        for (const lapscale::Neighbor& neighbor : near[q]) {
          const auto j = static_cast<Eigen::Index>(neighbor.point);
          expected[block.place(neighbor.point)] = problem.weights(static_cast<Eigen::Index>(q), j);
        }
        for (std::size_t j = 0; j < rows; ++j) {
          REQUIRE(std::abs(weight[j] - expected[j]) <= 1e-14);
        }
      }
    }
  }
}

TEST_CASE("raised are the entries of one list, from the first on", "[block_neighborhoods]") {
  const MetricProblem problem(tests::uniform_cube(400, 2, 3), 0.05, 2);
  const EveryPoint everything(problem.index);
  BlockNeighborhoods block(problem.index, everything, lapscale::Runtime().kernels());
  BlockNeighborhoods::Lists near = lists_of(problem, 2);
  REQUIRE(near[1].size() > 3);
  near.raise[1] = {2, 3};
  const std::size_t rows = lapscale::padded(block.gather(2, near).size());
  AlignedBuffer weight;
  weight.reserve(rows);
  std::fill(weight.data(), weight.data() + rows, 1.0);
  block.raise(near, 1, weight);
  std::vector<double> expected(rows, 1.0);
  expected[block.place(near[1][0].point)] = 2;
  expected[block.place(near[1][1].point)] = 3;
  REQUIRE(std::equal(expected.begin(), expected.end(), weight.data()));
}
