#include "lapscale/runtime/scratch_memory.hpp"

#include <catch.h>

#include <cstddef>

using lapscale::ScratchMemory;

TEST_CASE("what is let go of is still there", "[scratch_memory]") {
  constexpr std::size_t size = 100000;
  ScratchMemory<double> memory(".", size);
  for (std::size_t i = 0; i < size; ++i) memory.data()[i] = static_cast<double>(i);
  for (int often = 0; often < 4; ++often) memory.used(10000, 1000);
  bool same = true;
  for (std::size_t i = 0; i < size; ++i) {
    same = same && !(memory.data()[i] < static_cast<double>(i)) &&
           !(memory.data()[i] > static_cast<double>(i));
  }
  REQUIRE(same);
}
