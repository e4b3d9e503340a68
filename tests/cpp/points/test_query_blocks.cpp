#include "lapscale/points/query_blocks.hpp"

#include <catch.h>

#include <cstddef>
#include <numeric>
#include <vector>

#include "support/manifolds.hpp"
#include "support/threads.hpp"

using lapscale::block_width;
using lapscale::for_leaf_blocks;
using lapscale::for_query_blocks;
using lapscale::PointIndex;
using lapscale::Runtime;
using lapscale::Span;
using tests::Points;

TEST_CASE("the blocks of all leaves hold every position once", "[query_blocks]") {
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

TEST_CASE("the blocks of queries hold every one once, in place", "[query_blocks][threads]") {
  for (const Runtime& runtime : {Runtime(), tests::on(tests::Threads(3))}) {
    for (const std::size_t m : {0U, 1U, 4U, 33U}) {
      std::vector<std::size_t> listed(m);
      for (std::size_t i = 0; i < m; ++i) listed[i] = 7 * i + 3;
      std::vector<std::size_t> counted(m, 0);
      std::vector<std::size_t> found(m, 0);
      for_query_blocks(m, runtime, [&](Span<const std::size_t> position) {
        for (const std::size_t p : position) counted[p] += position.size() <= block_width ? 1U : 9U;
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

TEST_CASE("points of very many columns go through a pass by the leaf", "[query_blocks]") {
  for (const std::size_t dim : {3U, 300U}) {
    const PointIndex index(tests::uniform_cube(3, dim, 1).view(), Runtime());
    REQUIRE(lapscale::queries_together(index) == (dim > 3 ? lapscale::leaf_size : block_width));
  }
}
