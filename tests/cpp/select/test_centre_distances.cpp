#include "lapscale/select/centre_distances.hpp"

#include <catch.h>

#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::CentreDistances;
using lapscale::Neighbor;
using lapscale::PointIndex;

TEST_CASE("neighbors by stored distances are those of a search", "[centre_distances][threads]") {
  for (const std::size_t dim : {2U, 40U}) {
    const PointIndex index = tests::paged(tests::normal_cloud(333, dim, 2), 50);
    const std::vector<std::size_t> centre = {3, 7, 100, 101, 250, 332};
    lapscale::NeighborSearch search(index, nullptr, lapscale::Runtime());
    for (const lapscale::Executor& executor :
         {lapscale::Executor(lapscale::serial), lapscale::Executor(tests::Threads(3))}) {
      const CentreDistances distances(index, centre, tests::on(executor));
      for (std::size_t i = 0; i < centre.size(); ++i) {
        for (const double sq_radius : {0.0, 0.3, 3.0, tests::infinity}) {
          std::vector<Neighbor> found;
          std::vector<Neighbor> expected;
          distances.find(i, sq_radius, found);
          search.find(centre[i], sq_radius, expected);
          REQUIRE(found.size() == expected.size());
          for (std::size_t j = 0; j < found.size(); ++j) {
            REQUIRE(found[j].point == expected[j].point);
            REQUIRE(found[j].sq_dist == expected[j].sq_dist);
          }
        }
      }
    }
  }
}
