#include "lapscale/select/consistency_plan.hpp"

#include <catch.h>

using lapscale::consistency_bytes;
using lapscale::consistency_plan;

TEST_CASE("a table of degrees is held of many pairs, unless the cut-off is near", "[plan]") {
  REQUIRE_FALSE(consistency_plan(10000, 3, 40, 4).holds_degrees);
  REQUIRE(consistency_plan(10001, 3, 40, 4).holds_degrees);
  REQUIRE_FALSE(consistency_plan(10001, 3, 40, 2).holds_degrees);
  REQUIRE_FALSE(consistency_plan(1000000, 3, 3, 4).holds_degrees);
}

TEST_CASE("samples grow with the data, and only where the data are many", "[plan]") {
  REQUIRE_FALSE(consistency_plan(50000, 3, 40, 4).samples);
  REQUIRE(consistency_plan(50001, 3, 40, 4).samples);
  const auto few = consistency_plan(5000000, 3, 40, 4);
  const auto many = consistency_plan(5000000, 600, 40, 4);
  REQUIRE(many.whole_degrees < few.whole_degrees);
  REQUIRE(few.max_neighbors == 65536);
  REQUIRE(many.max_neighbors == 13981);
  REQUIRE(consistency_plan(5000000, 100000, 40, 4).max_neighbors == 1024);
}

TEST_CASE("subspaces serve many columns, and fewer where all distances are kept", "[plan]") {
  REQUIRE_FALSE(consistency_plan(5000, 19, 40, 4).in_subspaces);
  REQUIRE(consistency_plan(5000, 20, 40, 4).in_subspaces);
  REQUIRE_FALSE(consistency_plan(5001, 32, 40, 4).in_subspaces);
  REQUIRE(consistency_plan(50000, 33, 40, 4).in_subspaces);
  REQUIRE_FALSE(consistency_plan(50001, 33, 40, 4).in_subspaces);
}

TEST_CASE("columns decide how points are looked at", "[plan]") {
  REQUIRE_FALSE(consistency_plan(100, 32, 1, 4).in_blocks);
  REQUIRE(consistency_plan(100, 33, 1, 4).in_blocks);
  REQUIRE(consistency_plan(5000, 3, 1, 4).keeps_distances);
  REQUIRE_FALSE(consistency_plan(5001, 3, 1, 4).keeps_distances);
  REQUIRE(consistency_plan(9000, 9000, 1, 4).keeps_distances);
}

TEST_CASE("the time of the degrees grows as the pairs and the columns", "[plan]") {
  const double some = consistency_plan(4000, 10, 40, 4).degree_seconds;
  REQUIRE(consistency_plan(4000, 20, 40, 4).degree_seconds == Approx(2 * some));
  REQUIRE(consistency_plan(2000, 10, 40, 4).degree_seconds == Approx(some / 4));
}

TEST_CASE("bytes are those of what is copied and what threads look at", "[plan]") {
  // 100 points: 40 degrees each, all distances, and 1000 numbers per point and thread.
  REQUIRE(consistency_bytes(100, 50, 700, false, 2) == 8 * (700 + 4000 + 10000 + 200000));
  // 60 bytes per point and thread; in many columns 150 per point more.
  REQUIRE(consistency_bytes(1000, 50, 0, true, 2) == 60 * 2000 + 150 * 1000);
  REQUIRE(consistency_bytes(1000, 5, 0, true, 1) == 60 * 1000);
}
