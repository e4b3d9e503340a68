#include "lapscale/local/packed_lower.hpp"

#include <catch.h>

#include <cstddef>

using lapscale::PackedLower;

TEST_CASE("rows of the lower half follow one another up to the block on the diagonal",
          "[packed_lower]") {
  std::size_t at = 0;
  for (std::size_t i = 0; i < 70; ++i) {
    REQUIRE(PackedLower::row(i) == at);
    REQUIRE(PackedLower::row_length(i) == (i / 16 + 1) * 16);
    at += PackedLower::row_length(i);
  }
  REQUIRE(PackedLower(1).size() == 256);
  REQUIRE(PackedLower(16).size() == 256);
  REQUIRE(PackedLower(17).size() == 256 + 512);
}
