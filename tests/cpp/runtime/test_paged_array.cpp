#include "lapscale/runtime/paged_array.hpp"

#include <catch.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "lapscale/runtime/file_error.hpp"

using lapscale::PagedArray;

TEST_CASE("an array is zero, aligned and keeps its values, in memory and on the disk",
          "[paged_array]") {
  for (const char* folder : {"", "."}) {
    PagedArray<float> array(1000, folder);
    REQUIRE(array.is_paged() == (*folder != '\0'));
    REQUIRE(reinterpret_cast<std::uintptr_t>(array.data()) % 64 == 0);
    bool zero = true;
    for (std::size_t i = 0; i < 1000; ++i) zero = zero && !(array.data()[i] != 0);
    REQUIRE(zero);
    array.data()[999] = 7;
    array.used(10, 100);
    const PagedArray<float> moved = std::move(array);
    REQUIRE(moved.data()[999] == 7);
  }
  REQUIRE(PagedArray<double>().data() == nullptr);
  REQUIRE_THROWS_AS(PagedArray<double>(10, "./no/such/folder"), lapscale::FileError);
}

TEST_CASE("an array in memory grows where it has to", "[paged_array]") {
  PagedArray<double> array;
  array.reserve(10);
  array.data()[9] = 3;
  const double* before = array.data();
  array.reserve(5);
  REQUIRE(array.data() == before);
  REQUIRE(array.data()[9] == 3);
  array.reserve(5000);
  REQUIRE(array.data()[4999] == 0);
  REQUIRE(reinterpret_cast<std::uintptr_t>(array.data()) % 64 == 0);
}
