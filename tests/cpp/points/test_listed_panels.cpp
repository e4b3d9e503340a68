#include "lapscale/points/listed_panels.hpp"

#include <catch.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/manifolds.hpp"
#include "support/oracles.hpp"

using lapscale::panel_width;
using lapscale::PointIndex;
using tests::Points;

TEST_CASE("listed points come in panels that end in infinity, in memory and on the disk",
          "[listed_panels]") {
  for (const std::size_t dim : {3U, 600U}) {
    const Points points = tests::uniform_cube(90, dim, 1);
    const PointIndex memory(points.view(), lapscale::Runtime());
    const PointIndex disk = tests::paged(points, 40);
    for (const std::size_t count : {1U, 16U, 21U}) {
      std::vector<std::uint32_t> position;
      for (std::size_t i = 0; i < count; ++i) {
        position.push_back(static_cast<std::uint32_t>(37 * i % 90));
      }
      const std::size_t n_panels = count > panel_width ? 2 : 1;
      for (const PointIndex* index : {&memory, &disk}) {
        std::vector<double> panels(n_panels * panel_width * dim, -1.0);
        REQUIRE(lapscale::pack_listed<panel_width>(*index, position.data(), count, panels.data()) ==
                n_panels);
        int wrong = 0;
        for (std::size_t i = 0; i < n_panels * panel_width; ++i) {
          for (std::size_t k = 0; k < dim; ++k) {
            const double found =
                panels[(i / panel_width * dim + k) * panel_width + i % panel_width];
            const double expected = i < count ? memory.coordinate(position[i], k) : tests::infinity;
            wrong += found < expected || found > expected ? 1 : 0;
          }
        }
        REQUIRE(wrong == 0);
      }
    }
  }
}
