#include "lapscale/neighbors/listed_distances.hpp"

#include <catch.h>

#include <cstddef>
#include <vector>

#include "lapscale/points/pair_pass.hpp"
#include "support/manifolds.hpp"
#include "support/threads.hpp"

using lapscale::ListedDistances;
using lapscale::Neighbor;
using lapscale::PointIndex;
using lapscale::Runtime;
using lapscale::Span;

TEST_CASE("listed points are measured as in a pass over pairs and sorted, ties by row") {
  const std::vector<tests::Points> sets = {tests::normal_cloud(90, 30, 1),
                                           tests::integer_grid(9, 2)};
  for (const tests::Points& points : sets) {
    for (const lapscale::SimdLevel level : tests::levels()) {
      const Runtime runtime = tests::at_level(level);
      const PointIndex index(points.view(), runtime);
      ListedDistances distances(index, runtime);
      for (const std::size_t size : {40U, 1U, 16U}) {
        const std::size_t position = 50;
        std::vector<double> sq_dist;
        lapscale::PairPass pass(index, runtime);
        pass.select_leaves({0, index.tree().n_leaves()});
        pass.run({&position, 1},
                 [&](std::size_t, std::size_t, const double* some, std::size_t count) {
                   sq_dist.insert(sq_dist.end(), some, some + count);
                 });
        std::vector<Neighbor> list;
        for (std::uint32_t i = 0; i < size; ++i) list.push_back({i, -1.0});
        distances.sort(position, list);
        REQUIRE(list.size() == size);
        for (std::size_t j = 0; j < size; ++j) {
          REQUIRE(list[j].sq_dist == sq_dist[list[j].point]);
          if (j == 0) continue;
          const bool tie = list[j].sq_dist == list[j - 1].sq_dist;
          REQUIRE(list[j].sq_dist >= list[j - 1].sq_dist);
          if (tie) REQUIRE(index.row_of(list[j].point) > index.row_of(list[j - 1].point));
        }
      }
    }
  }
}
