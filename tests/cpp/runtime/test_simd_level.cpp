#include "lapscale/runtime/simd_level.hpp"

#include <catch.h>

#include "lapscale/runtime/simd_kernels.hpp"
#include "support/threads.hpp"

using lapscale::SimdLevel;

TEST_CASE("levels are ordered, so that a user's cap is a minimum", "[simd_level]") {
  REQUIRE(SimdLevel::baseline < SimdLevel::avx2);
  REQUIRE(SimdLevel::avx2 < SimdLevel::avx512);
}

TEST_CASE("the processor's best level does not change, and is the default", "[simd_level]") {
  REQUIRE(lapscale::best_simd_level() == lapscale::best_simd_level());
  REQUIRE(lapscale::Runtime().simd == lapscale::best_simd_level());
}

TEST_CASE("each level has its own kernels", "[simd_level]") {
  const auto baseline = lapscale::simd_kernels(SimdLevel::baseline).heat_weights;
  const auto avx2 = lapscale::simd_kernels(SimdLevel::avx2).heat_weights;
  const auto avx512 = lapscale::simd_kernels(SimdLevel::avx512).heat_weights;
  const bool wide = LAPSCALE_WIDE_SIMD == 1;
  REQUIRE((baseline != avx2) == wide);
  REQUIRE((avx2 != avx512) == wide);
  REQUIRE(tests::levels().front() == SimdLevel::baseline);
}
