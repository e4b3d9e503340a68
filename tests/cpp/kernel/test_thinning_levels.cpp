#include "lapscale/kernel/thinning_levels.hpp"

#include <catch.h>

#include <cstddef>
#include <vector>

using lapscale::thinning_levels;
using Counts = std::vector<std::size_t>;

TEST_CASE("a level ends where twice as many points are nearer", "[thinning_levels]") {
  const Counts held = {3, 4, 2, 0, 5, 9, 1, 100, 1};
  // Nearer:           0, 3, 7, 9, 9, 14, 23, 24, 124
  const Counts expected = {0, 0, 1, 2, 2, 2, 3, 3, 5};
  REQUIRE(thinning_levels(held, 4) == expected);
  REQUIRE(thinning_levels(held, 1000) == Counts(held.size(), 0));
}

TEST_CASE("nothing is thinned where that is not asked for, or nothing is there",
          "[thinning_levels]") {
  const Counts held = {5, 6, 7};
  REQUIRE(thinning_levels(held, 0) == Counts(3, 0));
  REQUIRE(thinning_levels(Counts(), 5).empty());
}
