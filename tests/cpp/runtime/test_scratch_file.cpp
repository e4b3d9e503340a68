#include "lapscale/runtime/scratch_file.hpp"

#include <catch.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "lapscale/runtime/file_error.hpp"

using lapscale::FileError;
using lapscale::ScratchFile;

namespace {

std::string fault_of(const std::string& folder, std::size_t bytes) {
  try {
    const ScratchFile file(folder, bytes);
  } catch (const FileError& error) {
    return error.path() + " " + error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("a scratch file is zeros, and keeps what it releases", "[scratch_file]") {
  constexpr std::size_t bytes = 3000001;
  const ScratchFile file(".", bytes);
  const ScratchFile other(".", bytes);
  REQUIRE(file.bytes() == bytes);
  auto* first = static_cast<unsigned char*>(file.address());
  REQUIRE(std::count(first, first + bytes, 0) == bytes);
  for (std::size_t i = 0; i < bytes; ++i) first[i] = static_cast<unsigned char>(i % 251);
  file.release();
  bool same = true;
  for (std::size_t i = 0; i < bytes; ++i) same = same && first[i] == i % 251;
  REQUIRE(same);
  const auto* second = static_cast<const unsigned char*>(other.address());
  REQUIRE(std::count(second, second + bytes, 0) == bytes);
}

TEST_CASE("what is written is what is read and what is mapped", "[scratch_file]") {
  constexpr std::size_t bytes = 1000003;
  ScratchFile file(".", bytes);
  std::vector<unsigned char> some(70001);
  for (std::size_t i = 0; i < some.size(); ++i) some[i] = static_cast<unsigned char>(1 + i % 250);
  const std::size_t first = bytes - some.size();
  file.write(first, some.size(), some.data());
  std::vector<unsigned char> read(some.size());
  file.read(first, read.size(), read.data());
  REQUIRE(read == some);
  const auto* mapped = static_cast<const unsigned char*>(file.address());
  REQUIRE(std::equal(some.begin(), some.end(), mapped + first));
  REQUIRE(std::count(mapped, mapped + first, 0) == static_cast<std::ptrdiff_t>(first));
}

TEST_CASE("a folder that takes no scratch file is named", "[scratch_file]") {
  REQUIRE(fault_of("./no/such/folder", 10) == "./no/such/folder cannot be written to");
  REQUIRE(fault_of(".", std::size_t{1} << 61) == ". has no room for 2305843009213693952 bytes");
}
