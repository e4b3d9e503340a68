#include "lapscale/runtime/scratch_memory.hpp"

#include <catch.h>

#include <algorithm>
#include <cstddef>
#include <vector>

using lapscale::ScratchFile;
using lapscale::ScratchMemory;

TEST_CASE("what is let go of is out of memory, and still there", "[scratch_memory]") {
  constexpr std::size_t size = 8000000;
  ScratchMemory<double> memory(".", size);
  for (std::size_t i = 0; i < size; ++i) memory.data()[i] = static_cast<double>(i);
  const std::size_t before = ScratchFile::mapped_bytes();
  memory.release();
  const std::size_t after = ScratchFile::mapped_bytes();
  const bool is_known = before < std::size_t(-1);
  if (is_known) REQUIRE(after + size * sizeof(double) / 2 < before);
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
  for (std::size_t i = 0; i < 99100; ++i) memory.data()[i] = static_cast<float>(i);
  std::vector<float> rest(size - 99100);
  for (std::size_t i = 0; i < rest.size(); ++i) rest[i] = static_cast<float>(99100 + i);
  memory.write(99100, rest.size(), rest.data());
  std::vector<float> read(777);
  for (int often = 0; often < 2; ++often) {
    memory.read(99000, read.size(), read.data());
    REQUIRE(std::equal(read.begin(), read.end(), memory.data() + 99000));
    for (std::size_t i = 0; i < read.size(); ++i) REQUIRE(std::size_t(read[i]) == 99000 + i);
    memory.release();
  }
}
