#include "lapscale/points/pair_pass.hpp"

#include <catch.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/points/query_blocks.hpp"
#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::block_width;
using lapscale::for_leaf_blocks;
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

TEST_CASE("pairs within a limit come as without it, others beyond it", "[pair_pass]") {
  for (const Points& points : samples()) {
    const PointIndex index(points.view(), Runtime());
    PairPass pass(index, Runtime());
    const std::vector<std::size_t> query = {index.size() - 1, 0, 2, 3, 1};
    const auto limit = [&](std::size_t q) { return static_cast<double>(q) / 4; };
    std::vector<double> all;
    pass.select_leaves(query, tests::infinity);
    pass.run(query, [&](std::size_t, std::size_t, const double* sq_dist, std::size_t count) {
      all.insert(all.end(), sq_dist, sq_dist + count);
    });
    std::size_t at = 0;
    int wrong = 0;
    pass.run_within(query, limit,
                    [&](std::size_t q, std::size_t, const double* sq_dist, std::size_t count) {
                      for (std::size_t i = 0; i < count; ++i, ++at) {
                        const bool near = all[at] <= limit(q);
                        if (near ? sq_dist[i] != all[at] : !(sq_dist[i] > limit(q))) ++wrong;
                      }
                    });
    REQUIRE(at == all.size());
    REQUIRE(wrong == 0);
  }
}
