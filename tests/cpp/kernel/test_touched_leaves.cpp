#include "lapscale/kernel/touched_leaves.hpp"

#include <catch.h>

#include <cstddef>
#include <variant>
#include <vector>

#include "support/manifolds.hpp"

using lapscale::PointIndex;
using lapscale::Runtime;
using lapscale::TouchedLeaves;

TEST_CASE("touched leaves are those within reach of one of the boxes", "[touched_leaves]") {
  const PointIndex index(tests::uniform_cube(700, 3, 4).view(), Runtime());
  const lapscale::KdTree& tree = index.tree();
  for (const double reach : {0.0, 0.1, 0.4, 9.0}) {
    TouchedLeaves touched(index, reach, Runtime());
    REQUIRE(touched.leaves().empty());
    std::vector<std::size_t> wanted;
    touched.add(tree.leaf_box(2));
    touched.add(tree.leaf_box(9));
    for (std::size_t leaf = 0; leaf < tree.n_leaves(); ++leaf) {
      for (const std::size_t from : {2U, 9U}) {
        const auto a = std::get<lapscale::Box>(tree.leaf_box(from));
        const auto b = std::get<lapscale::Box>(tree.leaf_box(leaf));
        if (lapscale::sq_gap(a, b, 3) > reach * reach) continue;
        wanted.push_back(leaf);
        break;
      }
    }
    REQUIRE(touched.leaves() == wanted);
  }
}
