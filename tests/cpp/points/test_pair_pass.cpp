#include "lapscale/points/pair_pass.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::block_width;
using lapscale::for_leaf_blocks;
using lapscale::for_query_blocks;
using lapscale::LeafRun;
using lapscale::PairPass;
using lapscale::PointIndex;
using lapscale::Runtime;
using lapscale::Span;
using tests::Points;

namespace {

// What a pass over all points brings: how often each pair comes and at what distance, n x n.
struct Seen {
  Eigen::MatrixXi count;
  Eigen::MatrixXd sq_dist;
  bool in_order = true;
  bool padded = true;  // +Inf past the last point
};

Seen all_pairs(const PointIndex& index, double sq_radius, const Runtime& runtime,
               std::size_t width = block_width) {
  const auto n = static_cast<Eigen::Index>(index.size());
  Seen seen{Eigen::MatrixXi::Zero(n, n), Eigen::MatrixXd::Zero(n, n)};
  for (std::size_t leaf = 0; leaf < index.tree().n_leaves(); ++leaf) {
    PairPass pass(index, runtime);
    pass.select_leaves(index.tree().leaf_box(leaf), sq_radius);
    for_leaf_blocks(
        index, leaf,
        [&](Span<const std::size_t> position) {
          std::vector<std::size_t> past(width, 0);
          pass.run(position,
                   [&](std::size_t q, std::size_t first, const double* s, std::size_t count) {
                     seen.in_order = seen.in_order && first >= past[q];
                     past[q] = first + count;
                     for (std::size_t i = 0; i < count; ++i) {
                       if (first + i >= index.size()) {
                         seen.padded = seen.padded && s[i] == tests::infinity;
                         continue;
                       }
                       const auto from = static_cast<Eigen::Index>(position[q]);
                       const auto to = static_cast<Eigen::Index>(first + i);
                       ++seen.count(from, to);
                       seen.sq_dist(from, to) = s[i];
                     }
                   });
        },
        width);
  }
  return seen;
}

std::vector<Points> samples() {
  return {tests::uniform_cube(5, 2, 1),     tests::uniform_cube(700, 2, 2),
          tests::uniform_cube(300, 60, 3),  tests::integer_grid(18, 2),
          tests::two_places(70, 100, 3, 4), tests::normal_cloud(200, 600, 5)};
}

}  // namespace

TEST_CASE("every pair within the radius comes exactly once, in order", "[pair_pass]") {
  for (const Points& points : samples()) {
    const PointIndex index(points.view(), Runtime());
    const Eigen::MatrixXd exact = tests::sq_distances(tests::points_of(index));
    const double far = exact.maxCoeff();
    for (const double sq_radius : {0.0, 0.01 * far, 0.3 * far, tests::infinity}) {
      const Seen seen = all_pairs(index, sq_radius, Runtime());
      const auto within = exact.array() <= sq_radius * (1 - 1e-12);
      REQUIRE((seen.count.array() <= 1).all());
      REQUIRE((!within || seen.count.array() == 1).all());
      REQUIRE(seen.in_order);
      REQUIRE(seen.padded);
      const double allowed = (static_cast<double>(points.dim) + 2) * tests::epsilon;
      REQUIRE((seen.count.array() == 0 ||
               (seen.sq_dist - exact).array().abs() <= allowed * exact.array())
                  .all());
    }
  }
}

TEST_CASE("pairs come with the same distance from both ends, on every level", "[pair_pass]") {
  const Points points = tests::uniform_cube(300, 5, 6);
  const PointIndex index(points.view(), Runtime());
  for (const lapscale::SimdLevel level : tests::levels()) {
    const Seen seen = all_pairs(index, 0.2, tests::at_level(level));
    REQUIRE((seen.sq_dist.array() == seen.sq_dist.transpose().array()).all());
    REQUIRE((seen.sq_dist.diagonal().array() == 0).all());
  }
}

TEST_CASE("as many queries as a leaf has go through a pass together", "[pair_pass]") {
  for (const Points& points : samples()) {
    const PointIndex index(points.view(), Runtime());
    const Seen one = all_pairs(index, 0.3, Runtime(), 1);
    const Seen all = all_pairs(index, 0.3, Runtime(), lapscale::leaf_size);
    REQUIRE(all.in_order);
    REQUIRE(all.padded);
    REQUIRE(all.count == one.count);
    REQUIRE(all.sq_dist == one.sq_dist);
    REQUIRE(lapscale::queries_together(index) ==
            (points.dim > 256 ? lapscale::leaf_size : block_width));
  }
}

TEST_CASE("leaves seen before are left out, the others come", "[pair_pass]") {
  const Points points = tests::uniform_cube(10 * lapscale::leaf_size, 2, 7);
  const PointIndex index(points.view(), Runtime());
  const std::size_t query = 3;
  for (const LeafRun seen : {LeafRun{0, 1}, LeafRun{3, 5}, LeafRun{7, 10}, LeafRun{0, 10}}) {
    PairPass pass(index, Runtime());
    std::vector<int> count(index.size(), 0);
    const auto sink = [&](std::size_t, std::size_t first, const double*, std::size_t size) {
      for (std::size_t i = 0; i < size; ++i) ++count[first + i];
    };
    pass.select_leaves(seen);
    pass.run({&query, 1}, sink);
    REQUIRE(std::accumulate(count.begin(), count.end(), 0) ==
            static_cast<int>((seen.end - seen.begin) * lapscale::leaf_size));
    pass.select_leaves(index.tree().box(0), tests::infinity);
    pass.leave_out(seen);
    pass.run({&query, 1}, sink);
    REQUIRE(count == std::vector<int>(index.size(), 1));
  }
}

TEST_CASE("the blocks of all leaves hold every position once", "[pair_pass]") {
  for (const std::size_t n : {1U, 4U, 33U, 95U, 96U}) {
    const Points points = tests::uniform_cube(n, 2, n);
    const PointIndex index(points.view(), Runtime());
    std::vector<std::size_t> positions;
    bool narrow = true;
    for (std::size_t leaf = 0; leaf < index.tree().n_leaves(); ++leaf) {
      for_leaf_blocks(index, leaf, [&](Span<const std::size_t> block) {
        narrow = narrow && !block.empty() && block.size() <= block_width;
        positions.insert(positions.end(), block.begin(), block.end());
      });
    }
    std::vector<std::size_t> all(n);
    std::iota(all.begin(), all.end(), std::size_t{0});
    REQUIRE(positions == all);
    REQUIRE(narrow);
  }
}

TEST_CASE("the blocks of queries hold every one once, in place", "[pair_pass][threads]") {
  for (const Runtime& runtime : {Runtime(), tests::on(tests::Threads(3))}) {
    for (const std::size_t m : {0U, 1U, 4U, 33U}) {
      std::vector<std::size_t> listed(m);
      for (std::size_t i = 0; i < m; ++i) listed[i] = 7 * i + 3;
      std::vector<std::size_t> counted(m, 0);
      std::vector<std::size_t> found(m, 0);
      for_query_blocks(m, runtime, [&](Span<const std::size_t> position) {
        for (const std::size_t p : position) counted[p] += position.size() <= block_width ? 1 : 9;
      });
      for_query_blocks(Span<const std::size_t>(listed), runtime,
                       [&](std::size_t first, Span<const std::size_t> position) {
                         for (std::size_t q = 0; q < position.size(); ++q) {
                           found[first + q] = position[q];
                         }
                       });
      REQUIRE(counted == std::vector<std::size_t>(m, 1));
      REQUIRE(found == listed);
    }
  }
}
