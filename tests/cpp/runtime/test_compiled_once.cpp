#include "lapscale/runtime/compiled_once.hpp"

#include <catch.h>

#include "lapscale/runtime/simd_kernels.hpp"

TEST_CASE("a function that is compiled once is called from other units", "[compiled_once]") {
#ifdef LAPSCALE_COMPILED_ONCE
  REQUIRE(LAPSCALE_BODIES == 0);
#else
  REQUIRE(LAPSCALE_BODIES == 1);
#endif
  const lapscale::SimdKernels kernels = lapscale::simd_kernels(lapscale::SimdLevel::baseline);
  double x[lapscale::panel_width] = {3, 4};
  REQUIRE(kernels.dot(x, x, lapscale::panel_width) == 25);
}
