#include "lapscale/runtime/scratch_memory.hpp"

#include <catch.h>

#include <cstddef>
#include <string>

#include "lapscale/runtime/file_error.hpp"

using lapscale::FileError;
using lapscale::ScratchMemory;

namespace {

std::string fault_of(const std::string& folder, std::size_t size) {
  try {
    const ScratchMemory<double> memory(folder, size);
  } catch (const FileError& error) {
    return error.path() + " " + error.what();
  }
  return "none";
}

}  // namespace

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

TEST_CASE("a folder that cannot be written to, or has no room, is named", "[scratch_memory]") {
  REQUIRE(fault_of("./no/such/folder", 10) == "./no/such/folder cannot be written to");
  REQUIRE(fault_of(".", std::size_t{1} << 58).find(". has no room for ") == 0);
}
