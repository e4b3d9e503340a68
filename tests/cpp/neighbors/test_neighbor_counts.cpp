#include "lapscale/neighbors/neighbor_counts.hpp"

#include <catch.h>

#include <cstddef>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"
#include "support/threads.hpp"

using lapscale::PointIndex;
using lapscale::Runtime;
using tests::Points;

TEST_CASE("points within radii, coinciding ones left out", "[neighbor_counts]") {
  // A grid has distances that equal a radius: they count.
  for (const Points& points :
       {tests::integer_grid(9, 2), tests::repeated(tests::uniform_cube(90, 3, 1), 3)}) {
    const PointIndex index(points.view(), Runtime());
    const Points seen = tests::points_of(index);
    const std::vector<double> radii = {index.frame().to_unit(0.2), index.frame().to_unit(1),
                                       index.frame().to_unit(2)};
    const std::vector<std::size_t> position = {0, 40, 7, 80, 33, 12};
    const std::vector<double> counts =
        lapscale::neighbor_counts(index, position, radii, {}, Runtime());
    std::vector<double> mass(seen.n);
    for (std::size_t j = 0; j < seen.n; ++j) mass[j] = 0.5 * static_cast<double>(j % 3);
    const std::vector<double> masses =
        lapscale::neighbor_counts(index, position, radii, mass, Runtime());
    for (std::size_t q = 0; q < position.size(); ++q) {
      for (std::size_t g = 0; g < radii.size(); ++g) {
        double expected = 0;
        double expected_mass = 0;
        for (std::size_t j = 0; j < seen.n; ++j) {
          const double s = tests::sq_distance(seen, position[q], j);
          if (!(s > 0 && s <= radii[g] * radii[g])) continue;
          ++expected;
          expected_mass += mass[j];
        }
        REQUIRE(masses[q * radii.size() + g] == expected_mass);
        REQUIRE(counts[q * radii.size() + g] == expected);
      }
    }
    REQUIRE(lapscale::neighbor_counts(index, position, radii, {}, tests::on(tests::Threads(3))) ==
            counts);
  }
}
