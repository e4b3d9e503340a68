#include "lapscale/runtime/scratch_memory.hpp"

#include <catch.h>

#include <algorithm>
#include <cstddef>
#include <vector>

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

TEST_CASE("what was written is read without being mapped, and after it was let go of",
          "[scratch_memory]") {
  constexpr std::size_t size = 100000;
  ScratchMemory<float> memory(".", size);
  for (std::size_t i = 0; i < size; ++i) memory.data()[i] = static_cast<float>(i);
  std::vector<float> read(777);
  for (int often = 0; often < 2; ++often) {
    memory.read(99000, read.size(), read.data());
    REQUIRE(std::equal(read.begin(), read.end(), memory.data() + 99000));
    memory.used(std::size_t{1} << 20, 1);
  }
}
