#include "lapscale/select/centre_distances.hpp"

#include <catch.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "lapscale/points/known_distances.hpp"
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

TEST_CASE("distances that are all that is known are taken as they are", "[centre_distances]") {
  // Points of a line, and one pair that no line has: there the triangle inequality does not hold.
  constexpr std::size_t n = 70;
  std::vector<double> between(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      between[i * n + j] = static_cast<double>(i > j ? i - j : j - i);
    }
  }
  between[0 * n + n - 1] = between[(n - 1) * n] = 1;
  const lapscale::PointView view = {between.data(), n, n, n, 1};
  std::vector<std::size_t> column(n);
  for (std::size_t i = 0; i < n; ++i) column[i] = i;
  const lapscale::PointFrame frame = lapscale::KnownDistances::frame_for(view);
  const PointIndex index =
      lapscale::KnownDistances::index(frame, view, column, lapscale::Runtime());
  const std::vector<std::size_t> rows = {0, 5, 69};
  std::vector<std::size_t> centre;
  for (const std::size_t row : rows) centre.push_back(index.position_of(row));
  const CentreDistances distances(index, centre, lapscale::Runtime());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t row = 0; row < n; ++row) {
      const double scaled = std::ldexp(between[rows[i] * n + row], -frame.exponent);
      REQUIRE(distances.of(i)[index.position_of(row)] == scaled * scaled);
    }
  }
}
