#include "lapscale/runtime/aligned_buffer.hpp"

#include <catch.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

using lapscale::AlignedBuffer;

namespace {

bool on_cache_line(const AlignedBuffer& buffer) {
  return reinterpret_cast<std::uintptr_t>(buffer.data()) % 64 == 0;
}

}  // namespace

TEST_CASE("buffers of any size start on a cache line and hold zeros", "[aligned_buffer]") {
  std::vector<AlignedBuffer> buffers;
  for (std::size_t size = 0; size < 200; ++size) buffers.emplace_back(size);
  for (std::size_t size = 0; size < 200; ++size) {
    const AlignedBuffer& buffer = buffers[size];
    REQUIRE(on_cache_line(buffer));
    REQUIRE(buffer.size() == size);
    REQUIRE(std::count(buffer.data(), buffer.data() + size, 0.0) ==
            static_cast<std::ptrdiff_t>(size));
  }
}

TEST_CASE("moving a buffer keeps its memory", "[aligned_buffer]") {
  AlignedBuffer from(10);
  from[9] = 7;
  const double* where = from.data();
  const AlignedBuffer to = std::move(from);
  REQUIRE(to.data() == where);
  REQUIRE(to[9] == 7);
}

TEST_CASE("reserving grows, never shrinks", "[aligned_buffer]") {
  AlignedBuffer buffer;
  REQUIRE(buffer.size() == 0);
  buffer.reserve(100);
  buffer[99] = 3;
  const double* where = buffer.data();
  buffer.reserve(50);
  REQUIRE(buffer.data() == where);
  REQUIRE(buffer[99] == 3);
  buffer.reserve(101);
  REQUIRE(buffer.size() == 101);
  REQUIRE(on_cache_line(buffer));
}
